import type { NeededMeasurement } from '@touchstone/report';
import {
  type Choice,
  type Condition,
  DEFAULT_PASSAGES,
  type EvaluationDraft,
  type PassagesDraft,
  type QuestionsDraft,
} from './draft.ts';
import { choiceKey } from './needs.ts';
import { textOf } from './number-text.ts';

/** With what passages a question is asked; what the candidate finds always is among them. */
const CONDITIONS: readonly Condition[] = ['retrieved', 'gold', 'none'];

/** What the form shows of a measurement that limits need. */
export function measuredFrom(
  key: string,
  { num_samples, generators, sessions, prefix_cache, ...choice }: Choice,
): Pick<EvaluationDraft, 'requests' | 'generators' | 'passages' | 'sessions' | 'prefixCache'> {
  const { turns, think_ms, ...more } = sessions ?? {};
  const passages = passagesFrom(choice);
  return {
    requests: num_samples == null ? {} : { [key]: String(num_samples) },
    generators: generators == null ? {} : { [key]: String(generators) },
    passages: passages ? { [key]: passages } : {},
    sessions: {
      turns: sessions == null ? '' : String(turns ?? USUAL_TURNS),
      think: textOf(think_ms, 0.001),
      more,
    },
    prefixCache: prefix_cache ?? undefined,
  };
}

/** Default number of turns of a conversation. */
const USUAL_TURNS = 4;

/** A measurement that limits need, as the form has it. */
export function measuredOf(draft: EvaluationDraft, one: NeededMeasurement): Choice {
  const typed = draft.requests[choiceKey(one)];
  const requests = typed ? Number(typed) : one.num_samples;
  return {
    benchmark_type: one.benchmark_type,
    ...(one.subset && { subset: one.subset }),
    ...(requests !== undefined && { num_samples: requests }),
    ...passagesOf(draft.passages[choiceKey(one)]),
    ...(one.needsTrace && draft.trace !== '' && { trace: { source: draft.trace } }),
    ...(canUseGenerators(draft, one) && parseGenerators(draft.generators[choiceKey(one)])),
    ...(choiceKey(one) === 'load' && sendsSessions(draft, one) && { sessions: sessionsOf(draft) }),
    ...(choiceKey(one) === 'load' && draft.prefixCache && { prefix_cache: draft.prefixCache }),
  };
}

/** Whether load is sent in conversations: where that is asked for, and where limits need it. */
export function sendsSessions(
  { sessions }: EvaluationDraft,
  { inSessions: isNeeded, needsTrace }: NeededMeasurement,
) {
  return needsTrace !== true && (sessions.turns !== '' || isNeeded === true);
}

/** Whether several processes could send it: what has a schedule, which conversations have none of. */
export const canUseGenerators = (draft: EvaluationDraft, one: NeededMeasurement) =>
  one.benchmark_type === 'load' && !sendsSessions(draft, one);

/** As a choice has it, of what was typed. */
export const parseGenerators = (typed = ''): Pick<Choice, 'generators'> =>
  typed.trim() === '' ? {} : { generators: Number(typed) };

function sessionsOf({ sessions: { turns, think, more } }: EvaluationDraft): NonNullable<Choice['sessions']> {
  return {
    ...more,
    ...(turns !== '' && { turns: Number(turns) }),
    ...(think !== '' && { think_ms: Math.round(1000 * Number(think)) }),
  };
}

export function questionsOf({ type, subset, size, arrivals, passages }: QuestionsDraft): Choice {
  return {
    benchmark_type: type,
    ...(subset !== '' && { subset }),
    ...(size !== '' && { num_samples: Number(size) }),
    ...arrivals,
    ...passagesOf(passages),
  };
}

function passagesOf({ k, without } = DEFAULT_PASSAGES): Pick<Choice, 'k' | 'conditions'> {
  return {
    ...(k.trim() !== '' && { k: Number(k) }),
    ...(without.length > 0 && { conditions: CONDITIONS.filter((one) => !without.includes(one)) }),
  };
}

/** As an earlier evaluation had it; undefined where it had the usual. */
export function passagesFrom({ k, conditions }: Pick<Choice, 'k' | 'conditions'>): PassagesDraft | undefined {
  if (k === undefined && conditions === undefined) return undefined;
  return {
    k: k === undefined ? '' : String(k),
    without: conditions ? CONDITIONS.filter((one) => !conditions.includes(one)) : [],
  };
}
