import { COVERAGE_GAP } from '@touchstone/report/figures';
import { sum } from '../../../../kernel/sum.ts';
import {
  type Advantage,
  type CostOfSolved,
  pairedAdvantage,
  ratioAdvantage,
  reasonForTooFewItems,
} from '../../../../measure/statistics/statistics.ts';
import { numberClusters } from '../../plan/clusters.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { Kind } from '../kind.ts';
import type { MeasuredTasks } from './aggregate.ts';
import type { PlannedTasks } from './describe.ts';

/**
 * Compares the cost of a solved task of a candidate with the baseline's, over the tasks of which both have graded
 * runs.
 */
export const solvedTaskCostNoWorse: NonNullable<Kind<PlannedTasks, MeasuredTasks[]>['noWorse']> = (
  measured,
  plan,
  { candidate, baseline, margins: { cost_ratio: margin } },
) => {
  if (margin === undefined) return [];
  return benchmarksOfKind(plan, 'tasks').map(({ at, benchmark: { key, clusters } }) => () => {
    const of = (target: number) => measured.find((one) => one.at === at && one.target === target);
    const ratio = ratioOf(plan, numberClusters(clusters), of(candidate), of(baseline));
    return {
      ...{ benchmark: key, measure: 'cost_per_solved', scale: 'ratio' as const, margin },
      ...ratio,
      test: ratio.clusters === null ? 'ratio_t' : 'clustered_ratio_t',
    };
  });
};

function ratioOf(
  plan: Plan,
  numbers: readonly number[] | null,
  mine: MeasuredTasks | undefined,
  theirs: MeasuredTasks | undefined,
) {
  const items = [...(mine?.runs.keys() ?? [])].filter(
    (item) => (mine?.runs[item] ?? 0) > 0 && (theirs?.runs[item] ?? 0) > 0,
  );
  const nothing = {
    ...{ candidate: null, baseline: null, advantage: null, completions: [] },
    ...{ n: items.length, clusters: null },
  };
  if (mine === undefined || theirs === undefined) return { ...nothing, barred: 'not_measured' };
  const each = (one: MeasuredTasks) => {
    const perRun = (of: ArrayLike<number>) =>
      items.map((item) => (of[item] as number) / (one.runs[item] as number));
    return { cost: perRun(one.costs), solved: perRun(one.solved) };
  };
  const [a, b] = [each(mine), each(theirs)];
  const shared = sharedClusters(items.map((item) => numbers?.[item] ?? -1 - item));
  const clusters = shared && new Set(shared).size;
  const found = { ...nothing, clusters };
  if (!mine.graded.cost.isWhole || !theirs.graded.cost.isWhole) return { ...found, barred: 'no_cost' };
  if (sum(a.solved) === 0 || sum(b.solved) === 0) return { ...found, barred: 'nothing_solved' };
  if (sum(a.cost) === 0 || sum(b.cost) === 0) return { ...found, barred: 'no_cost' };
  const usdOf = ({ cost, solved }: typeof a) => (sum(cost) / sum(solved)) * 1e-12;
  const { observed, basis } = ratioAdvantage(a, b, shared);
  const differs = coverage(mine, plan) - coverage(theirs, plan);
  return {
    ...found,
    candidate: usdOf(a),
    baseline: usdOf(b),
    advantage: pairedAdvantage(observed, basis),
    completions: completionsOf(plan, numbers, mine, theirs),
    barred:
      reasonForTooFewItems({ n: items.length, clusters }) ??
      (Math.abs(differs) > COVERAGE_GAP ? 'coverage_differs' : null),
  };
}

const sharedClusters = (clusters: readonly number[]) =>
  new Set(clusters).size < clusters.length ? clusters : null;

/**
 * Two completions of the data, with ungraded runs counted against the candidate and for it; empty if none is
 * ungraded.
 */
function completionsOf(
  { methodology: { epochs } }: Plan,
  numbers: readonly number[] | null,
  mine: MeasuredTasks,
  theirs: MeasuredTasks,
): (Advantage | null)[] {
  if ([mine, theirs].every(({ runs }) => runs.every((run) => run >= epochs))) return [];
  const shared = sharedClusters([...mine.runs.keys()].map((item) => numbers?.[item] ?? -1 - item));
  return (
    [
      ['worst', 'best'],
      ['best', 'worst'],
    ] as const
  ).map(([forMe, forThem]) => {
    const { observed, basis } = ratioAdvantage(
      fillMissingRuns(mine, epochs, forMe),
      fillMissingRuns(theirs, epochs, forThem),
      shared,
    );
    return pairedAdvantage(observed, basis);
  });
}

/**
 * Fills in ungraded runs: unsolved and as expensive as the most expensive item, or solved and as cheap as the
 * cheapest, because costs have no upper bound.
 */
function fillMissingRuns(
  { runs, costs, solved }: MeasuredTasks,
  epochs: number,
  as: 'worst' | 'best',
): CostOfSolved {
  const items = [...runs.keys()];
  const each = items.flatMap((item) => (runs[item] ? [(costs[item] as number) / runs[item]] : []));
  const cost = each.reduce((a, b) => (as === 'worst' ? Math.max(a, b) : Math.min(a, b)));
  const missing = (item: number) => Math.max(0, epochs - (runs[item] as number));
  const perRun = (of: ArrayLike<number>, fill: number) =>
    items.map(
      (item) => ((of[item] as number) + missing(item) * fill) / ((runs[item] as number) + missing(item)),
    );
  return { cost: perRun(costs, cost), solved: perRun(solved, as === 'worst' ? 0 : 1) };
}

const coverage = ({ runs }: MeasuredTasks, { methodology }: Plan) =>
  sum([...runs]) / Math.max(1, runs.length * methodology.epochs);
