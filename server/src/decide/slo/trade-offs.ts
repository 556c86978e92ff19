import { type Criterion, type EligibleCandidate, isBetterOnCriterion, type Weights } from './choose.ts';

/** Verbs for each criterion: better and worse, each in singular and plural. */
const CRITERION_VERBS: Record<
  Criterion,
  readonly [better: string, allBetter: string, worse: string, allWorse: string]
> = {
  quality: ['answers better', 'answer better', 'answers worse', 'answer worse'],
  latency: ['is faster', 'are faster', 'is slower', 'are slower'],
  cost: ['costs less', 'cost less', 'costs more', 'cost more'],
  lock_in: ['is easier to leave', 'are easier to leave', 'is harder to leave', 'are harder to leave'],
};

/**
 * Shown differences between two candidates, by the criterion with most weight on each side; null if there are none.
 */
export interface TradeOff {
  readonly better: Criterion | null;
  readonly worse: Criterion | null;
}

/** The criteria on which a candidate is better and worse than another, beyond the uncertainty of both. */
export function tradeOff(
  one: EligibleCandidate,
  beside: EligibleCandidate,
  weights: Readonly<Partial<Weights>>,
): TradeOff {
  return { better: weightiestLead(one, beside, weights), worse: weightiestLead(beside, one, weights) };
}

function weightiestLead(
  a: EligibleCandidate,
  b: EligibleCandidate,
  weights: Readonly<Partial<Weights>>,
): Criterion | null {
  const led = criteriaOf(weights).flatMap((criterion) => {
    const [left, right] = [a.utilities[criterion], b.utilities[criterion]];
    if (!left || !right || !isBetterOnCriterion(a, b, criterion)) return [];
    return [{ criterion, by: (weights[criterion] ?? 0) * (left.value - right.value) }];
  });
  return led.toSorted((x, y) => y.by - x.by)[0]?.criterion ?? null;
}

const criteriaOf = (weights: object) => Object.keys(weights) as Criterion[];

/**
 * The trade-off in words: “answers better but costs more”, with the other candidate if needed; null if no difference
 * is shown.
 */
export function describeTradeOff(
  { better, worse }: TradeOff,
  of: readonly string[],
  whom: string | null,
): string | null {
  const many = of.length > 1 ? 1 : 0;
  const than = whom === null ? '' : ` than ${whom}`;
  if (better !== null && worse !== null)
    return `${CRITERION_VERBS[better][many]} but ${CRITERION_VERBS[worse][2 + many]}${than}`;
  if (better !== null) return `${CRITERION_VERBS[better][many]}${than}, with no shown disadvantage`;
  if (worse !== null)
    return `${CRITERION_VERBS[worse][2 + many]}${than} and ${many ? 'lead' : 'leads'} in nothing`;
  return null;
}
