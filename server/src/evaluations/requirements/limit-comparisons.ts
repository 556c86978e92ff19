import { type JudgedRequirement, limitComparisons } from '../../slo/slo.ts';
import type { ComparisonFacts } from '../results/describe-comparison.ts';

/** Candidates against scenarios, one comparison for each requirement with a number on both sides. */
export function requirementComparisons(requirements: readonly JudgedRequirement[]): ComparisonFacts[] {
  return limitComparisons(requirements).map(({ n, ...compared }) => ({
    ...compared,
    n: n ?? 0,
    tie_ci_low: null,
    tie_ci_high: null,
    p_value: null,
    p_adjusted: null,
    family_size: 0,
    clusters: null,
    dropped: 0,
    test: null,
    exploratory: false,
    smallest_detectable_difference: null,
  }));
}
