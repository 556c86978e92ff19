import type { Schemas } from '@touchstone/client';
import { formatRange, plural, points } from '../figures/figures.ts';

type Results = Schemas['Results'];
type Comparison = Results['comparisons'][number];

/** The scores of one benchmark and the differences between them. */
export interface BenchmarkSection {
  /** The name that scores and comparisons have in common: `arithmetic`, `dataset/Support questions`. */
  readonly key: string;
  /** Questions that were to be asked of each candidate, whether they have an answer or not. */
  readonly items: number;
  /** A caution to read before the scores; null if there is none. */
  readonly caution: string | null;
  /** Highest score first, with missing scores counted as wrong. */
  readonly scores: Results['intervals'];
  readonly comparisons: readonly Comparison[];
  /** How many comparisons of the evaluation were adjusted together; 0 where nothing was compared. */
  readonly familySize: number;
  /** Whether any of the comparisons has an interval among its family; older evaluations and other corrections have none. */
  readonly simultaneous: boolean;
  /** The names of the tests, each once; empty where none was possible. */
  readonly tests: readonly string[];
  /** The largest end of an interval and of the margin, on either side of 0: the scale of a picture. */
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

/** Where answers are compared with each other, a question has a unit for each comparison. */
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

/** Over a column of p-values: how many were adjusted together, where any were. */
export function adjustedHead(correction: string, familySize: number): string {
  return familySize === 0 ? 'p' : `p (${correction}, ${plural(familySize, 'test')})`;
}

/** The interval among all of its family, in points; null where there is none. */
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

/** Whether the comparison is about the baseline and found it better. */
export function isWorse({ target_a, target_b, winner }: Comparison, baseline: string): boolean {
  return winner === baseline && (target_a === baseline || target_b === baseline);
}

/** Figures about how a run went; they say nothing about which target is better. */
export function isRunFigure({ reason }: Comparison): boolean {
  return reason === 'describes_the_run';
}
