import { count } from '@touchstone/report/figures';
import { LIMITS } from '@touchstone/report/limits';
import { missingFactLocation } from '../../models/catalog/catalog.ts';
import type { RequirementFinding } from './judge-requirement.ts';
import { nounOfRequirement, type Requirement } from './slo-limits.ts';

/** A candidate that is not eligible, with the amount of each miss and what would resolve it. */
export interface NearMiss {
  readonly label: string;
  /** The largest relative violation of a limit: 0.3 is 30 % over. Null if it has no number, or nothing is known. */
  readonly largest_violation: number | null;
  readonly fixes: readonly string[];
}

/** The relative distance beyond the limit: 0 if it is met, null without a number. */
function relativeViolation({
  limit,
  direction,
  observed,
  status,
}: Requirement & RequirementFinding): number | null {
  if (status !== 'fail') return 0;
  if (limit === null || observed === null || limit === 0) return null;
  return direction === 'lower' ? (observed - limit) / limit : (limit - observed) / limit;
}

/**
 * Orders candidates by their largest violation, smallest first, those without a number last. A candidate with a
 * missing fact or measurement follows all known ones, because it may be anywhere.
 */
export function nearestMisses(
  candidates: readonly { label: string; requirements: readonly (Requirement & RequirementFinding)[] }[],
): NearMiss[] {
  return candidates
    .map(({ label, requirements }) => {
      const open = requirements.filter(({ status }) => status !== 'pass');
      const violations = open.map(relativeViolation);
      const numbers = violations.filter((violation) => violation !== null);
      const isKnown = open.every(({ status }) => status !== 'unknown');
      const failed = open.some(({ status }) => status === 'fail');
      const noNumber = violations.includes(null) || (!isKnown && !failed);
      const largest = noNumber ? null : Math.max(0, ...numbers);
      return { isKnown, miss: { label, largest_violation: largest, fixes: open.map(fixSentence) } };
    })
    .sort((a, b) => Number(b.isKnown) - Number(a.isKnown) || byViolation(a.miss, b.miss))
    .map(({ miss }) => miss);
}

const byViolation = (a: NearMiss, b: NearMiss) =>
  // Infinity minus Infinity is NaN.
  a.largest_violation === b.largest_violation
    ? compareLabels(a, b)
    : (a.largest_violation ?? Infinity) - (b.largest_violation ?? Infinity);

const compareLabels = (a: NearMiss, b: NearMiss) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0);

type JudgedCandidate = Requirement & RequirementFinding & { readonly target_label: string };

/** The candidate that misses its limits by the least; null if none was measured, or one could still pass. */
export function nearestCandidate(
  { nearest_misses, needs_data }: { nearest_misses: readonly NearMiss[]; needs_data: readonly unknown[] },
  required: readonly JudgedCandidate[],
): {
  label: string;
  by: number;
  direction: JudgedCandidate['direction'];
  failed: readonly JudgedCandidate[];
} | null {
  const [first] = nearest_misses;
  if (needs_data.length > 0 || !first || first.largest_violation === null) return null;
  const own = required.filter(({ target_label }) => target_label === first.label);
  if (own.some(({ status }) => status === 'unknown')) return null;
  const failed = own.filter(({ status }) => status === 'fail');
  const by = first.largest_violation;
  const worst = failed.find((one) => relativeViolation(one) === by);
  return { label: first.label, by, direction: worst?.direction ?? 'lower', failed };
}

function fixSentence(requirement: Requirement & RequirementFinding): string {
  const { says, status, samples_needed, missing, reason } = requirement;
  const about = nounOfRequirement(requirement);
  switch (status) {
    case 'fail':
      return `${about}: needs ${says}; ${reason}`;
    case 'inconclusive':
      return `${about}: ${samples_needed === null ? reason : `about ${count(samples_needed)} more ${LIMITS[requirement.kind].counts} would decide`}`;
    default:
      return `${about}: ${missing.map((one) => `${one.fact} is missing, add it: ${missingFactLocation(one)}`).join('; ')}`;
  }
}
