import {
  minimumKeyOf,
  type QualityEvidence,
  REQUIREMENT_ALPHA,
  runsThatPass,
  scoreKeyOf,
} from '../../../decide/slo/slo.ts';
import { passHat, scoreWorth } from '../../../measure/statistics/statistics.ts';
import { numberClusters } from '../plan/clusters.ts';
import { hasScores, type Plan } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import { type Aggregate, type Cell, withLenientScores } from '../results/aggregate.ts';
import { isBinary } from '../results/compare.ts';
import { isFormMeasured } from '../results/grader-fit.ts';
import { type FilledScores, fillMissing, hasMissing } from '../results/missing-scores.ts';

/** Evidence for the minimum scores of a scenario, by key; absent for scores outside the plan. */
export function observeQuality(
  plan: Plan,
  { cells }: Aggregate,
  target: number,
  { quality = [] }: PlannedScenario,
): Record<string, QualityEvidence> {
  return Object.fromEntries(
    quality.flatMap((minimum) => {
      const key = scoreKeyOf(minimum);
      const at = plan.benchmarks.findIndex((one) => one.key === key && hasScores(one));
      const [cell, planned] = [cells[at]?.[target], plan.benchmarks[at]];
      const k = runsThatPass(minimum);
      if (
        cell === undefined ||
        planned === undefined ||
        cell.scores.length === 0 ||
        k > plan.methodology.epochs
      )
        return [];
      const read = isFormMeasured(planned) ? cell : withLenientScores(cell);
      const lenient = read === cell ? {} : { lenient: evidenceOf(plan, at, read, k) };
      return [[minimumKeyOf(minimum), { ...evidenceOf(plan, at, cell, k), ...lenient }]];
    }),
  );
}

/** @param k the k of pass^k; 1 for the score itself */
function evidenceOf({ benchmarks, methodology }: Plan, at: number, cell: Cell, k: number): QualityEvidence {
  const { epochs } = methodology;
  const clusters = numberClusters(benchmarks[at]?.clusters);
  // If each item has exactly k runs, its pass^k is one observation of 0 or 1.
  const binary = k === epochs && (k > 1 || isBinary(cell));
  const worth = (as: FilledScores) =>
    scoreWorth(
      [...fillMissing(cell, as)].map((score) => passedBy(score, epochs, k)),
      { binary, clusters, alpha: REQUIREMENT_ALPHA },
    );
  const scored = [...cell.scores].flatMap((score, item) => {
    const runs = cell.repeats[item] ?? 0;
    return runs < k ? [] : [passedBy(score, runs, k)];
  });
  const worst = worth(0);
  return {
    score: scored.length === 0 ? null : scored.reduce((sum, score) => sum + score, 0) / scored.length,
    n: scored.length,
    items: cell.scores.length,
    missing: cell.counts.units - cell.counts.scored,
    worst,
    best: hasMissing(cell) ? worth(1) : worst,
  };
}

/** pass^k of an item with mean score `score` over `runs` runs of 0 or 1; the mean itself if k is 1. */
function passedBy(score: number, runs: number, k: number): number {
  return k === 1 ? score : passHat(Math.round(score * runs), runs, k);
}
