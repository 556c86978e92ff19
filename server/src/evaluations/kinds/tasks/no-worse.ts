import { pairedAdvantage, ratioAdvantage, tooFew } from '../../../statistics/statistics.ts';
import { clusterNumbers } from '../../plan/clusters.ts';
import { benchmarksOf, type Plan } from '../../plan/plan.ts';
import { COVERAGE_GAP } from '../../results/compare.ts';
import type { Kind } from '../kind.ts';
import type { PlannedTasks } from '../shapes.ts';
import type { MeasuredTasks } from './aggregate.ts';

/** The cost of a solved task of a candidate beside the baseline's, over the tasks that both have graded runs of. */
export const costNoWorse: NonNullable<Kind<PlannedTasks, MeasuredTasks[]>['noWorse']> = (
  measured,
  plan,
  { candidate, baseline, margins: { cost_ratio: margin } },
) => {
  if (margin === undefined) return [];
  return benchmarksOf(plan, 'tasks').map(({ at, benchmark: { key, clusters } }) => () => {
    const of = (target: number) => measured.find((one) => one.at === at && one.target === target);
    const ratio = ratioOf(plan, clusterNumbers(clusters), of(candidate), of(baseline));
    return {
      ...{ benchmark: key, measure: 'cost_per_solved', scale: 'ratio' as const, margin },
      ...ratio,
      completions: [],
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
  const nothing = { candidate: null, baseline: null, advantage: null, n: items.length, clusters: null };
  if (mine === undefined || theirs === undefined) return { ...nothing, barred: 'not_measured' };
  const each = (one: MeasuredTasks) => {
    const perRun = (of: ArrayLike<number>) =>
      items.map((item) => (of[item] as number) / (one.runs[item] as number));
    return { cost: perRun(one.costs), solved: perRun(one.solved) };
  };
  const [a, b] = [each(mine), each(theirs)];
  const all = numbers && items.map((item) => numbers[item] as number);
  const shared = all && new Set(all).size < all.length ? all : null;
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
    barred:
      tooFew({ n: items.length, clusters }) ?? (Math.abs(differs) > COVERAGE_GAP ? 'coverage_differs' : null),
  };
}

const coverage = ({ runs }: MeasuredTasks, { methodology }: Plan) =>
  sum([...runs]) / Math.max(1, runs.length * methodology.epochs);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
