import { compareTargets } from '../../src/evaluate/evaluations/results/compare.ts';
import { createRandom } from '../../src/measure/statistics/statistics.ts';
import { aggregateOf, planOf } from '../support/evaluation-plan.ts';

/** How often families of comparisons name a wrong winner, and how often all of their intervals hold the truth at once. */
export interface Simultaneous {
  readonly families: number;
  /** Of families: every difference lies inside of its own 95 % interval. */
  readonly alone: number;
  /** The same of the simultaneous ones. */
  readonly together: number;
  /** Families with a winner that is not the better one. */
  readonly wrong: number;
  /** Intervals whose position to 0 does not agree with the outcome. */
  readonly contradictions: number;
}

/** Every pair of targets of these shares of right answers, on `items` items whose difficulty they share. */
export async function simulateFamilies(
  rates: readonly number[],
  items: number,
  families: number,
): Promise<Simultaneous> {
  const found = { alone: 0, together: 0, wrong: 0, contradictions: 0 };
  for (let family = 0; family < families; family++) {
    const random = createRandom(family, 'simultaneous', rates.join(' '));
    const plan = planOf([items], rates.length, 1);
    // A question is easier or harder for all of them; the mean over questions is each one's rate.
    const shift = Array.from({ length: items }, () => 0.3 * random.fraction() - 0.15);
    const aggregate = aggregateOf(plan, ({ item, target }) =>
      random.fraction() < (rates[target] ?? 0) + (shift[item] ?? 0) ? 1 : 0,
    );
    const comparisons = await compareTargets(plan, aggregate, []);
    const judged = comparisons.map((one) => {
      const at = (label: string) => rates[Number(label.slice(1))] ?? Number.NaN;
      const truth = Math.round(1e9 * (at(one.target_a) - at(one.target_b))) / 1e9;
      const among = one.simultaneous_interval ?? { ci_low: Number.NaN, ci_high: Number.NaN };
      const named = one.winner === one.target_a ? 1 : one.winner === one.target_b ? -1 : 0;
      const holds = (low: number, high: number) => low <= truth && truth <= high;
      const agrees =
        named === 0
          ? among.ci_low <= 0 && among.ci_high >= 0
          : named * (named === 1 ? among.ci_low : among.ci_high) >= 0;
      return {
        alone: holds(one.ci_low ?? Number.NaN, one.ci_high ?? Number.NaN),
        together: holds(among.ci_low, among.ci_high),
        wrong: named !== 0 && named !== Math.sign(truth),
        agrees,
      };
    });
    if (judged.every(({ alone }) => alone)) found.alone++;
    if (judged.every(({ together }) => together)) found.together++;
    if (judged.some(({ wrong }) => wrong)) found.wrong++;
    found.contradictions += judged.filter(({ agrees }) => !agrees).length;
  }
  const share = (count: number) => count / families;
  return {
    families,
    ...{ alone: share(found.alone), together: share(found.together), wrong: share(found.wrong) },
    contradictions: found.contradictions,
  };
}
