import type { NeededMeasurement } from '@touchstone/report';
import type { Definition } from '../../../api/definition.ts';
import { customOf } from './custom.ts';
import type { Choice, EvaluationDraft, NamedParts, NewEvaluation, Stack } from './draft.ts';
import { measuredFrom, measuredOf, questionsOf } from './measurements.ts';
import { methodologyOf } from './method.ts';
import { choiceKey, isMeasurement } from './needs.ts';
import { targetsOf } from './targets.ts';
import { withChanges } from './with-changes.ts';

/** What it is called where nobody names it: its candidates. */
export function defaultName({ stacks: chosen }: EvaluationDraft, stacks: readonly Stack[]): string {
  const names = stacks.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return names.length === 0 ? 'Evaluation' : names.join(' against ').slice(0, 200);
}

/** The body that runs or estimates it. Throws a sentence where a field cannot be read. */
export function toEvaluationBody(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  named: readonly NamedParts[],
  unnamed = 'Evaluation',
): NewEvaluation {
  const { began } = draft;
  const evaluation: Definition = {
    ...began,
    targets: targetsOf(draft, named),
    benchmarks: benchmarksOf(draft, needed),
    ...(draft.custom && { custom_eval: customOf(draft.custom, began?.custom_eval) }),
    methodology: methodologyOf(draft, named),
  };
  if (draft.custom === null) delete evaluation.custom_eval;
  // Left out, the word follows from what is run, which may be changed.
  if (began !== undefined && began.evaluation_type === evaluationType(began))
    delete evaluation.evaluation_type;
  return { name: draft.name.trim() === '' ? unnamed : draft.name.trim(), ...evaluation };
}

function evaluationType({ benchmarks = [], custom_eval }: Definition): string {
  return custom_eval == null ? 'benchmark' : benchmarks.length > 0 ? 'mixed' : 'custom';
}

/** In the order of the evaluation that it began as; what is new comes after. */
function benchmarksOf(draft: EvaluationDraft, needed: readonly NeededMeasurement[]): Choice[] {
  const { began: { benchmarks = [] } = {}, places = {} } = draft;
  const measured = needed.filter((one) => !draft.left.includes(choiceKey(one)));
  const types = new Set(measured.map(choiceKey));
  const rows = draft.questions
    .filter(({ type, subset }) => !types.has(subset ? `${type}/${subset}` : type))
    .map((row) => {
      const was = benchmarks[row.from?.at ?? -1];
      const now = questionsOf(row);
      return { at: row.from?.at, choice: was && row.from ? withChanges(was, row.from.shown, now) : now };
    });
  const ofNeeds = measured.map((one) => {
    const at = places[choiceKey(one)];
    const was = benchmarks[at ?? -1];
    const now = measuredOf(draft, one);
    const shown = was && measuredOf({ ...draft, ...measuredFrom(choiceKey(one), was) }, one);
    return { at, choice: was && shown ? withChanges(was, shown, now) : now };
  });
  return [...rows, ...ofNeeds]
    .toSorted((a, b) => (a.at ?? benchmarks.length) - (b.at ?? benchmarks.length))
    .map(({ choice }) => choice);
}

/** The draft with its questions only, including those for minimums: what a number of questions can show. */
export function withQuestionsOnly(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  size: number,
  named: readonly NamedParts[],
): NewEvaluation {
  const asked = needed.filter(({ asks }) => asks);
  const {
    methodology,
    benchmarks = [],
    ...body
  } = toEvaluationBody({ ...draft, scenarios: [], question: '', delivery: '' }, asked, named);
  return {
    ...body,
    benchmarks: benchmarks
      .filter(({ benchmark_type }) => !isMeasurement(benchmark_type))
      .map(({ num_samples: _, ...one }) => one),
    methodology: { ...methodology, sample_size: size },
  };
}
