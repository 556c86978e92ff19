import { count, formatExact, formatTogether, percent, times, usd } from '@touchstone/report/figures';
import { nameInSentence, scoreName } from '../../../decide/slo/slo.ts';
import { pairedAdvantage, ratioAdvantage } from '../../../measure/statistics/statistics.ts';
import { numberClusters } from '../plan/clusters.ts';
import type { NoWorseQuestion } from '../plan/no-worse.ts';
import { asksForScores, type Plan } from '../plan/plan.ts';
import type { AnswerCost } from '../schemas/no-worse-schemas.ts';
import type { Aggregate, ItemCosts } from './aggregate.ts';

const USD = 1e-12;

/**
 * The response cost of each candidate relative to the baseline, by benchmark, over items that both answered at a
 * known price. The interval is that of the ratio of means, paired and clustered (`ratioAdvantage`): prices are
 * constants, so its width comes from token usage that differs between items.
 */
export function compareAnswerCosts(
  plan: Plan,
  { cells }: Aggregate,
  { baseline, candidates }: NoWorseQuestion,
): AnswerCost[] {
  return candidates.flatMap((candidate) =>
    plan.benchmarks.flatMap((benchmark, at) => {
      const [mine, theirs] = [cells[at]?.[candidate]?.costs, cells[at]?.[baseline]?.costs];
      if (!asksForScores(benchmark) || mine === undefined || theirs === undefined) return [];
      const items = itemsOfBoth(mine, theirs);
      if (items.length === 0) return [];
      const figures = {
        target_label: labelOf(plan, candidate),
        benchmark: benchmark.key,
        ...ratioOf(plan, numberClusters(benchmark.clusters), items, mine, theirs),
        n: items.length,
      };
      return [{ ...figures, sentence: describe(figures, plan, baseline) }];
    }),
  );
}

const labelOf = ({ targets }: Plan, target: number) => targets[target]?.label ?? '';

const itemsOfBoth = (mine: ItemCosts, theirs: ItemCosts) =>
  [...mine.answers.keys()].filter((item) =>
    [mine, theirs].every(({ paid, answers }) => (answers[item] ?? 0) > 0 && !Number.isNaN(paid[item])),
  );

function ratioOf(
  { methodology }: Plan,
  numbers: readonly number[] | null,
  items: readonly number[],
  mine: ItemCosts,
  theirs: ItemCosts,
) {
  const each = ({ paid, answers }: ItemCosts) =>
    items.map((item) => (paid[item] as number) / (answers[item] as number));
  const [own, other] = [each(mine), each(theirs)];
  const candidate_usd = meanOf(own) * USD;
  const baseline_usd = meanOf(other) * USD;
  if (candidate_usd === 0 || baseline_usd === 0)
    return { candidate_usd, baseline_usd, ratio: null, ci_low: null, ci_high: null };
  const of = numbers && items.map((item) => numbers[item] as number);
  const shared = of && new Set(of).size < of.length ? of : null;
  // Each item has one response, so the cost of a response is the cost of an item.
  const solved = own.map(() => 1);
  const { observed, basis } = ratioAdvantage({ cost: own, solved }, { cost: other, solved }, shared);
  const level = (1 - methodology.confidence_level) / 2;
  const bounds = pairedAdvantage(observed, basis)?.bounds({ low: level, high: level }) ?? null;
  return {
    candidate_usd,
    baseline_usd,
    ratio: Math.exp(-observed),
    ci_low: finite(bounds && Math.exp(-bounds.high)),
    ci_high: finite(bounds && Math.exp(-bounds.low)),
  };
}

const finite = (value: number | null) => (value !== null && Number.isFinite(value) ? value : null);
const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** The ratio in words, such as `62.0 % less` or `9.6 times as much`. */
function describeRatio(ratio: number): string {
  if (ratio < 1) return `${percent(1 - ratio)} less`;
  return ratio < 2 ? `${percent(ratio - 1)} more` : `${times(ratio)} as much`;
}

/** A range whose ends are written alike is written as one value. */
function describeRange(low: number, high: number): string {
  const [from, to] = [describeRatio(low), describeRatio(high)];
  return from === to ? from : `from ${from} to ${to}`;
}

function describe(
  {
    target_label,
    benchmark,
    candidate_usd,
    baseline_usd,
    ratio,
    ci_low,
    ci_high,
    n,
  }: Omit<AnswerCost, 'sentence'>,
  plan: Plan,
  baseline: number,
): string {
  const [who, than] = [nameInSentence(target_label), nameInSentence(labelOf(plan, baseline))];
  const on = nameInSentence(scoreName(benchmark));
  const [own, before] = formatTogether(usd, [candidate_usd, baseline_usd]);
  const each = `${own} instead of ${before} for an answer`;
  if (ratio === null) return `On ${on}, ${who} costs ${each}.`;
  const same = Math.abs(ratio - 1) < 0.0005;
  const said = same ? `the same as ${than}` : `${describeRatio(ratio)} ${ratio < 2 ? 'than' : 'as'} ${than}`;
  const confidence = formatExact(percent, plan.methodology.confidence_level);
  const range =
    ci_low === null || ci_high === null
      ? ''
      : `, ${describeRange(ci_low, ci_high)} at ${confidence} confidence`;
  return `On ${on}, ${who} costs ${said}: ${each}${range}, over ${count(n)} items.`;
}
