import { type QualityEvidence, REQUIREMENT_ALPHA, scoreKeyOf } from '../../slo/slo.ts';
import { scoreWorth } from '../../statistics/statistics.ts';
import { clusterNumbers } from '../plan/clusters.ts';
import { isScored, type Plan } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import type { Aggregate, Cell } from '../results/aggregate.ts';
import { isBinary } from '../results/compare.ts';
import { type Filled, fillMissing, hasMissing } from '../results/missing-scores.ts';

/** What was seen of the scores that a scenario asks a minimum of, by their keys; absent for what the plan does not score. */
export function observeQuality(
  plan: Plan,
  { cells }: Aggregate,
  target: number,
  { quality = [] }: PlannedScenario,
): Record<string, QualityEvidence> {
  return Object.fromEntries(
    quality.flatMap((minimum) => {
      const key = scoreKeyOf(minimum);
      const at = plan.benchmarks.findIndex((one) => one.key === key && isScored(one));
      const cell = cells[at]?.[target];
      return cell === undefined || cell.scores.length === 0 ? [] : [[key, evidenceOf(plan, at, cell)]];
    }),
  );
}

function evidenceOf({ benchmarks, methodology }: Plan, at: number, cell: Cell): QualityEvidence {
  const clusters = clusterNumbers(benchmarks[at]?.clusters);
  const binary = methodology.epochs === 1 && isBinary(cell);
  const worth = (as: Filled) =>
    scoreWorth([...fillMissing(cell, as)], { binary, clusters, alpha: REQUIREMENT_ALPHA });
  const scored = cell.scores.filter((score) => !Number.isNaN(score));
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
