import { type IntervalBasis, intervalFrom } from '../../server/src/statistics/compare.ts';
import { comparePairs, createRandom, levelsOf, tiePValue } from '../../server/src/statistics/statistics.ts';

const ALPHA = 0.05;

/** By which rule ties of a family are claimed. */
export const TIE_RULES = ['each pair at α', 'α/m for each', 'Holm', 'the simultaneous interval'] as const;
export type TieRule = (typeof TIE_RULES)[number];

/** Of families: those with a tie of targets that are the margin or more apart. Of equal pairs: those that are tied. */
export interface TiesFound {
  readonly wrong: number;
  readonly found: number | null;
}

/** What each rule says of all pairs of targets with these shares of right answers, on questions of one difficulty for all. */
export function simulateTies(
  rates: readonly number[],
  items: number,
  margin: number,
  families: number,
): Record<TieRule, TiesFound> {
  const pairs = rates.flatMap((_, i) => rates.slice(i + 1).map((_, k) => [i, i + 1 + k] as const));
  const familySize = pairs.length;
  const counts = TIE_RULES.map(() => ({ wrong: 0, found: 0 }));
  let equal = 0;
  for (let family = 0; family < families; family++) {
    const random = createRandom(family, 'ties', `${rates.join(' ')} ${items}`);
    const shift = Array.from({ length: items }, () => 0.2 * random.fraction() - 0.1);
    const scores = rates.map((rate) => shift.map((of) => Number(random.fraction() < rate + of)));
    const compared = pairs.map(([i, j]) => {
      const scored = { a: scores[i] ?? [], b: scores[j] ?? [], onlyA: 0, onlyB: 0, clusters: null };
      const { basis } = comparePairs(scored, { binary: true, confidence: 1 - ALPHA, margin });
      const apart = Math.abs((rates[i] ?? 0) - (rates[j] ?? 0));
      return { basis, apart, p: tiePValue(basis, { margin, alpha: ALPHA, familySize }) };
    });
    const levels = levelsOf(
      'holm',
      compared.map(({ p }) => p),
      ALPHA,
    );
    const claimed = compared.map(({ p, basis }, i) => [
      p <= ALPHA,
      p <= ALPHA / familySize,
      p <= (levels[i] ?? 0),
      isInside(basis, 1 - ALPHA / familySize, margin),
    ]);
    equal += compared.filter(({ apart }) => apart === 0).length;
    for (const [rule, count] of counts.entries()) {
      // Rounding: .9 − .8 is a little less than .1.
      if (compared.some(({ apart }, i) => apart > margin - 1e-9 && claimed[i]?.[rule])) count.wrong += 1;
      count.found += compared.filter(({ apart }, i) => apart === 0 && claimed[i]?.[rule]).length;
    }
  }
  const shares = counts.map(({ wrong, found }) => ({
    wrong: wrong / families,
    found: equal === 0 ? null : found / equal,
  }));
  return Object.fromEntries(TIE_RULES.map((rule, i) => [rule, shares[i]])) as Record<TieRule, TiesFound>;
}

function isInside(basis: IntervalBasis | null, confidence: number, margin: number): boolean {
  const interval = basis && intervalFrom(basis, confidence);
  return interval !== null && interval.low > -margin && interval.high < margin;
}
