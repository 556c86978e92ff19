import { EQUIVALENCE } from '@touchstone/client/benchmarks';
import type { NeededMeasurements } from '@touchstone/report';
import { toDefinition } from '../../../api/definition.ts';
import { customFrom } from './custom.ts';
import {
  ARRIVALS,
  type Arrivals,
  type Choice,
  DEFAULT_MARGIN,
  EMPTY_DRAFT,
  type Evaluation,
  type EvaluationDraft,
  NO_WORSE_FIELDS,
  type QuestionsDraft,
  type Scenario,
  type Source,
  type Stack,
} from './draft.ts';
import { measuredFrom, passagesFrom, questionsOf } from './measurements.ts';
import { methodFrom } from './method.ts';
import { choiceKey, subsetById, timedMeasurements } from './needs.ts';

/** The plain draft: what there is just enough of is chosen, the one scenario, and one or two candidates. */
export function firstDraft(stacks: readonly Stack[], scenarios: readonly Scenario[]): EvaluationDraft {
  const few = (all: readonly { id: string }[], most: number) =>
    all.length <= most ? all.map(({ id }) => id) : [];
  return { ...EMPTY_DRAFT, stacks: few(stacks, 2), scenarios: few(scenarios, 1) };
}

/** Which of the others may take the place of a candidate; those with a known end are not proposed. */
export function migrationDraft(
  from: string,
  stacks: readonly Stack[],
  scenarios: readonly Scenario[],
): EvaluationDraft {
  const others = stacks.filter(({ id, model_end }) => id !== from && model_end === undefined);
  const draft = firstDraft(others, scenarios);
  return {
    ...draft,
    stacks: [from, ...draft.stacks],
    question: 'no_worse',
    baseline: stacks.find(({ id }) => id === from)?.name ?? '',
    noWorse: { ...draft.noWorse, score: DEFAULT_MARGIN },
  };
}

/** What `preset: equivalence` of the API fills in: whether endpoints of one model are no worse than the first. */
export function equivalenceDraft(draft: EvaluationDraft): EvaluationDraft {
  const isEmpty = NO_WORSE_FIELDS.every((name) => draft.noWorse[name] === '');
  const isOwn = draft.questions.length > 0 || draft.custom !== null;
  return {
    ...draft,
    question: 'no_worse',
    ...(isEmpty && { noWorse: { ...draft.noWorse, score: DEFAULT_MARGIN } }),
    ...(!isOwn && {
      questions: EQUIVALENCE.map((one) => ({
        type: one.benchmark_type,
        subset: '',
        size: String(one.num_samples),
      })),
    }),
  };
}

/**
 * An evaluation with at least `size` items of one of its benchmarks, or requests of its load. `more` is the
 * benchmark's key in the results. `under` is the id of the one open scenario: the others are not measured again.
 * `without` are ids of candidates that are left out. Load is never asked for in batches.
 */
export function enlargeEvaluation(
  evaluation: Evaluation,
  more: string | undefined,
  size = 0,
  under?: string,
  without: readonly string[] = [],
): Evaluation {
  if (more === undefined) return evaluation;
  const isMeant = ({ benchmark_type: type, subset }: Choice) =>
    more === 'load'
      ? ['load', 'availability'].includes(type) && subset == null
      : more === (subset == null ? type : `${type}/${subset}`);
  return {
    ...evaluation,
    ...(size > 0 && { name: `${evaluation.name} (more)`.slice(0, 200) }),
    ...(more === 'load' &&
      evaluation.methodology.delivery === 'batch' && {
        methodology: { ...evaluation.methodology, delivery: 'direct' as const },
      }),
    targets: evaluation.targets.filter(({ target_type, target_id }) =>
      target_type === 'scenario'
        ? under === undefined || target_id === under
        : target_id === undefined || !without.includes(target_id),
    ),
    benchmarks: evaluation.benchmarks.map((one) =>
      size > 0 && isMeant(one) ? { ...one, num_samples: Math.max(size, one.num_samples ?? 0) } : one,
    ),
  };
}

/** Whether an evaluation is begun as another to measure what requirements need and that one did not measure. */
export const addsNeededMeasurements = (more: string | undefined, size: number | undefined) =>
  more === 'load' && size === undefined;

/**
 * A draft that begins as an evaluation was. What its requirements need and it did not measure is left out, unless the draft
 * is there to measure it (`adds`).
 */
export function draftFromEvaluation(
  evaluation: Evaluation,
  needed: (draft: EvaluationDraft) => NeededMeasurements,
  sources: readonly Source[],
  adds = false,
): EvaluationDraft {
  const { targets, benchmarks, methodology, custom_eval } = evaluation;
  const ids = (type: string) =>
    targets.flatMap(({ target_type, target_id }) =>
      target_type === type && target_id !== undefined ? [target_id] : [],
    );
  const about: EvaluationDraft = {
    ...EMPTY_DRAFT,
    name: evaluation.name,
    began: toDefinition(evaluation),
    stacks: ids('stack'),
    scenarios: ids('scenario'),
    models: targets.filter(({ target_type }) => target_type === 'model'),
    custom: custom_eval && customFrom(custom_eval, sources),
    ...methodFrom(methodology),
    baseline: methodology.baseline ?? '',
  };
  const { measurements } = needed(about);
  const wanted = new Set(measurements.map(choiceKey));
  const rows = benchmarks.map((choice, at) => {
    const subset = subsetById(choice.benchmark_type, choice.subset ?? '', sources);
    const key = choiceKey({ benchmark_type: choice.benchmark_type, subset });
    return { at, choice, subset, key, isNeeded: wanted.has(key) };
  });
  const measured = rows.filter(({ isNeeded, choice }) => isNeeded && !isKept(choice));
  const asked = new Set(measured.map(({ key }) => key));
  const isLeft = (key: string) => rows.some((one) => one.key === key && one.isNeeded && isKept(one.choice));
  const shown = measured.map(({ key, choice }) => measuredFrom(key, choice));
  const load = measured.find(({ key }) => key === 'load');
  return {
    ...about,
    places: Object.fromEntries(measured.map(({ key, at }) => [key, at])),
    questions: rows
      .filter(({ key }) => !asked.has(key))
      .map(({ at, choice, subset }) => {
        const row = questionsFrom(choice, subset);
        return { ...row, from: { at, shown: questionsOf(row) } };
      }),
    requests: Object.assign({}, ...shown.map((one) => one.requests)),
    generators: Object.assign({}, ...shown.map((one) => one.generators)),
    passages: Object.assign({}, ...shown.map((one) => one.passages)),
    ...(load && pickLoad(measuredFrom(load.key, load.choice))),
    left: [
      ...measurements.map(choiceKey).filter((key) => isLeft(key) || (!adds && !asked.has(key))),
      ...(about.delivery === 'batch' ? timedMeasurements(about, measurements) : []),
    ].filter((key, i, all) => all.indexOf(key) === i),
  };
}

const pickLoad = ({ sessions, prefixCache }: ReturnType<typeof measuredFrom>) => ({ sessions, prefixCache });

function questionsFrom(choice: Choice, subset: string): QuestionsDraft {
  const [arrivals, passages] = [arrivalsOf(choice), passagesFrom(choice)];
  return {
    type: choice.benchmark_type,
    subset,
    size: choice.num_samples == null ? '' : String(choice.num_samples),
    ...(arrivals && { arrivals }),
    ...(passages && { passages }),
  };
}

function arrivalsOf(one: Choice): Arrivals | undefined {
  const said = ARRIVALS.filter((name) => one[name] !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said.map((name) => [name, one[name]]));
}

/** A trace of its own is not asked for where load is needed: the row keeps it. */
const isKept = ({ trace }: Choice) => trace !== undefined;
