import type { Schemas } from '@touchstone/client';
import { formatRange, plural, points } from '../figures/figures.ts';

type Results = Schemas['Results'];
type Comparison = Results['comparisons'][number];

/** The scores of one benchmark and the differences between them. */
export interface BenchmarkSection {
  /** The common key of scores and comparisons: `arithmetic`, `dataset/Support questions`. */
  readonly key: string;
  /** Number of planned questions for each candidate, answered or not. */
  readonly items: number;
  /** A caution to read before the scores; null if there is none. */
  readonly caution: string | null;
  /** Highest score first, with missing scores counted as wrong. */
  readonly scores: Results['intervals'];
  readonly comparisons: readonly Comparison[];
  /** Number of comparisons of the evaluation that were adjusted together; 0 without comparisons. */
  readonly familySize: number;
  /** Whether a comparison has a simultaneous interval; older evaluations and other corrections have none. */
  readonly simultaneous: boolean;
  /** The distinct names of the tests; empty if none was possible. */
  readonly tests: readonly string[];
  /** The largest absolute interval end or margin: the scale of a plot. */
  readonly reach: number;
}

/** Note on the scores of a smoke test. */
export const SMOKE_TEST_NOTE =
  'Smoke test: a short program without a model can pass it. A high score shows that calls and grading work, not that the model is good at your task.';

export function benchmarkSections({
  intervals,
  comparisons,
  coverage,
  methodology,
  smoke_tests = [],
}: Results): BenchmarkSection[] {
  const scoresByKey = Map.groupBy(intervals, ({ benchmark }) => benchmark);
  return [...scoresByKey].map(([key, scores]) => {
    const own = comparisons.filter(({ metric }) => metric === key);
    const ends = own.flatMap(({ ci_low, ci_high }) => [Math.abs(ci_low ?? 0), Math.abs(ci_high ?? 0)]);
    return {
      key,
      items: itemsOf(scores, coverage, methodology.epochs),
      caution: smoke_tests.includes(key) ? SMOKE_TEST_NOTE : null,
      scores: scores.toSorted((a, b) => certainScore(b) - certainScore(a)),
      comparisons: own,
      familySize: own[0]?.family_size ?? 0,
      simultaneous: own.some((one) => simultaneousRange(one) !== null),
      tests: [...new Set(own.flatMap(({ test }) => test ?? []))],
      reach: Math.max(methodology.margin, ...ends),
    };
  });
}

/** If responses are compared, a question has one unit for each comparison. */
function itemsOf(scores: Results['intervals'], coverage: Results['coverage'], epochs: number): number {
  const scored = Math.max(0, ...scores.map(({ n }) => n));
  const [first] = scores;
  if (scored === 0 || first?.benchmark.endsWith('/preference')) return scored;
  const own = coverage.filter(({ benchmark }) => benchmark === first?.benchmark);
  return Math.max(scored, ...own.map(({ units }) => Math.round(units / epochs)));
}

type ScoreInterval = Results['intervals'][number];

const certainScore = ({ score, score_if_missing_wrong }: ScoreInterval) =>
  score === null ? -1 : (score_if_missing_wrong ?? score);

/** The score with missing responses all wrong to all right, in %; null if none are missing. */
export function rangeWithMissing(interval: ScoreInterval): string | null {
  const { score_if_missing_wrong: low, score_if_missing_right: high } = interval;
  const missing = formatRange(points, low ?? null, high ?? null);
  return missing === null ? null : `${missing} with missing scores`;
}

/** The head of a column of p-values: the correction, and the number of adjusted tests if there are any. */
export function adjustedHead(correction: string, familySize: number): string {
  return familySize === 0 ? 'p' : `p (${correction}, ${plural(familySize, 'test')})`;
}

/** The simultaneous interval of a comparison, in points; null if there is none. */
export function simultaneousRange({ simultaneous_interval: among }: Comparison): string | null {
  return among === undefined ? null : formatRange(points, among.ci_low, among.ci_high);
}

/** The outcome of a comparison: `tie`, `undecided`, or the better target. `name` maps a label to its display name. */
export function comparisonOutcome(
  { winner }: Comparison,
  name: (label: string) => string = (label) => label,
): string {
  return winner === 'tie' || winner === 'undecided' ? winner : `${name(winner)} is better`;
}

/** Whether the comparison involves the baseline and found it better. */
export function isWorseThanBaseline({ target_a, target_b, winner }: Comparison, baseline: string): boolean {
  return winner === baseline && (target_a === baseline || target_b === baseline);
}

/** Whether the comparison only describes the run and says nothing about which target is better. */
export function isRunFigure({ reason }: Comparison): boolean {
  return reason === 'describes_the_run';
}
