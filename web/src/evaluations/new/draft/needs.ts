import { benchmarkFacts } from '@touchstone/client/benchmarks';
import { type NeededMeasurement, type NeededMeasurements, neededMeasurements } from '@touchstone/report';
import type { EvaluationDraft, QuestionsDraft, Scenario, Source, Stack } from './draft.ts';

export const choiceKey = ({
  benchmark_type,
  subset,
}: Pick<NeededMeasurement, 'benchmark_type' | 'subset'>) =>
  subset ? `${benchmark_type}/${subset}` : benchmark_type;

/** The measurements that the chosen requirements need of the chosen candidates. */
export function neededMeasurementsOf(
  draft: EvaluationDraft,
  stacks: readonly Stack[],
  scenarios: readonly Scenario[],
  sources: readonly Source[],
): NeededMeasurements {
  const { measurements, gaps } = neededMeasurements(
    scenarios.filter(({ id }) => draft.scenarios.includes(id)),
    stacks.filter(({ id }) => draft.stacks.includes(id)),
  );
  return {
    measurements: measurements.map((one) => {
      const subset = one.subset && subsetById(one.benchmark_type, one.subset, sources);
      return subset === undefined ? one : { ...one, subset };
    }),
    gaps: gaps.filter(({ isCustom }) => !isCustom || draft.custom === null),
  };
}

/** Questions name their source by its id, with the condition behind it where there is one. */
export function subsetById(type: string, subset: string, sources: readonly Source[]): string {
  if (benchmarkFacts(type)?.needs.source !== 'one') return subset;
  const idOf = (name: string) => sources.find(({ title }) => title === name)?.id;
  const slash = subset.lastIndexOf('/');
  const inCondition = slash < 0 ? undefined : idOf(subset.slice(0, slash));
  return idOf(subset) ?? (inCondition === undefined ? subset : inCondition + subset.slice(slash));
}

/** The benchmarks that ask the common number of questions, and those with a number of their own. */
export function questionsBySize(
  { questions, custom, left }: EvaluationDraft,
  needed: readonly NeededMeasurement[],
): { isShared: boolean; own: QuestionsDraft[]; needed: NeededMeasurement[] } {
  const asked = needed.filter((one) => one.asks && !left.includes(choiceKey(one)));
  const taken = new Set(asked.map(choiceKey));
  const rows = questions.filter(
    ({ type, subset }) => !isMeasurement(type) && !taken.has(subset ? `${type}/${subset}` : type),
  );
  return {
    isShared: custom !== null || rows.some(({ size }) => size === ''),
    own: rows.filter(({ size }) => size !== ''),
    needed: asked,
  };
}

/** Whether nobody is asked, or nothing: then there is nothing to estimate. */
export const asksNothing = (draft: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  draft.stacks.length + draft.models.length === 0 ||
  (draft.questions.length === 0 &&
    draft.custom === null &&
    needed.every((one) => draft.left.includes(choiceKey(one))));

/** Whether questions are asked because a minimum quality needs them. */
export const asksForMinimums = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed.some((one) => one.asks && !left.includes(choiceKey(one)));

/** Whether a benchmark asks no questions. */
export const isMeasurement = (type: string) => benchmarkFacts(type)?.scored === false;

/** The measurements that requirements need and that keep an evaluation from being asked in batches, by key. */
export const timedMeasurements = ({ left }: EvaluationDraft, needed: readonly NeededMeasurement[]) =>
  needed
    .filter(
      (one) => benchmarkFacts(one.benchmark_type)?.in_batches === false && !left.includes(choiceKey(one)),
    )
    .map(choiceKey);
