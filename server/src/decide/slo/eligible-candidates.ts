import { LIMITS, type LimitTopic, REQUEST_TIMES } from '@touchstone/report/limits';
import type { Criterion, EligibleCandidate } from './choose.ts';
import type { RequirementFinding } from './judge-requirement.ts';
import type { Amount, Cost, ObservedCandidate } from './observed.ts';
import type { Requirement } from './slo-limits.ts';

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const utilityBetween = (value: number, low: number, high: number): Amount => ({
  value: clamp(value),
  low: clamp(low),
  high: clamp(high),
});

/** The remaining share of the limit: (limit − x)/limit. A limit of 0 leaves nothing. */
function shareOfLimitLeft(amount: Amount, limit: number): Amount {
  const left = (x: number) => (limit > 0 ? (limit - x) / limit : 0);
  return utilityBetween(left(amount.value), left(amount.high), left(amount.low));
}

const isRequestTime = (topic: LimitTopic) => REQUEST_TIMES.some((time) => time === topic);

/** The criteria that a scenario anchors: those with a limit. Quality and lock-in have their own scales. */
export function anchoredCriteria(requirements: readonly Requirement[], hasQuality: boolean): Criterion[] {
  const has = (topic: LimitTopic) => requirements.some(({ kind }) => LIMITS[kind].topic === topic);
  const criteria: Criterion[] = hasQuality ? ['quality'] : [];
  if (REQUEST_TIMES.some(has)) criteria.push('latency');
  if (has('cost')) criteria.push('cost');
  return [...criteria, 'lock_in'];
}

/**
 * Utilities, all anchored in the scenario: latency `(limit − L)/limit`, the minimum over the limits; cost `(limit −
 * c)/limit`, for 1,000 (good) requests if that is limited, else for the month; lock-in `(100 − score)/100`; quality
 * from its floor to 1.
 */
export function toEligibleCandidate(
  label: string,
  judged: readonly (Requirement & RequirementFinding)[],
  observed: ObservedCandidate,
  quality: { score: Amount; floor: number } | null,
): EligibleCandidate {
  const utilities: Partial<Record<Criterion, Amount>> = {};
  const latency = latencyUtility(judged);
  const cost = costUtility(judged, observed);
  if (quality) utilities.quality = qualityUtility(quality.score, quality.floor);
  if (latency) utilities.latency = latency;
  if (cost) utilities.cost = cost;
  const { lock_in } = observed;
  if (lock_in && lock_in.score !== null) {
    const value = (100 - lock_in.score) / 100;
    utilities.lock_in = utilityBetween(value, value, value);
  }
  return { label, utilities };
}

function qualityUtility({ value, low, high }: Amount, floor: number): Amount {
  const above = (x: number) => (floor < 1 ? (x - floor) / (1 - floor) : 0);
  return utilityBetween(above(value), above(low), above(high));
}

function latencyUtility(judged: readonly (Requirement & RequirementFinding)[]): Amount | null {
  const rooms = judged.flatMap(({ kind, limit, observed, ci_low, ci_high }) => {
    if (!isRequestTime(LIMITS[kind].topic) || limit === null || observed === null) return [];
    // Without an upper end, the latency may be as high as the limit that it was shown to meet.
    return [
      shareOfLimitLeft(
        { value: observed, low: ci_low ?? observed, high: ci_high ?? Math.max(limit, observed) },
        limit,
      ),
    ];
  });
  if (rooms.length === 0) return null;
  const least = (pick: (utility: Amount) => number) => Math.min(...rooms.map(pick));
  return { value: least((u) => u.value), low: least((u) => u.low), high: least((u) => u.high) };
}

function costUtility(
  judged: readonly (Requirement & RequirementFinding)[],
  observed: ObservedCandidate,
): Amount | null {
  const limitOf = (kind: string) => judged.find((one) => one.kind === kind)?.limit ?? null;
  const [per1k, monthly] = [limitOf('cost_per_1k_requests_usd'), limitOf('monthly_limit_usd')];
  const known = (cost: Cost | undefined) => (cost?.known ? cost.value : undefined);
  const amount =
    per1k !== null ? (observed.per_1k_good_usd ?? known(observed.per_1k_usd)) : known(observed.monthly_usd);
  const limit = per1k ?? monthly;
  return limit === null || !amount ? null : shareOfLimitLeft(amount, limit);
}
