import type { JudgedRequirement } from './verdict-shape.ts';

/** A candidate compared with the bar of a scenario on one metric. */
export interface LimitComparison {
  readonly target_a: string;
  readonly target_b: string;
  readonly metric: string;
  /** What was observed minus the limit. */
  readonly delta: number;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  /** The candidate when it passes, the scenario when it fails, otherwise undecided. */
  readonly winner: string;
  readonly direction: 'lower' | 'higher';
  /** The requirement's answer: `requirement_pass`. */
  readonly reason: string;
  readonly n: number | null;
  readonly n_needed: number | null;
}

/** Every requirement with a number on both sides, as a comparison of candidate and scenario. */
export function limitComparisons(requirements: readonly JudgedRequirement[]): LimitComparison[] {
  return requirements.flatMap((one) => {
    const { target_label, scenario_label, metric, limit, observed, direction, n } = one;
    if (limit === null || observed === null) return [];
    const beyond = (value: number | null) => (value === null ? null : value - limit);
    const winner = {
      pass: target_label,
      fail: scenario_label,
      inconclusive: 'undecided',
      unknown: 'undecided',
    };
    return [
      {
        target_a: target_label,
        target_b: scenario_label,
        metric,
        delta: observed - limit,
        ci_low: beyond(one.ci_low),
        ci_high: beyond(one.ci_high),
        winner: winner[one.status],
        direction,
        reason: `requirement_${one.status}`,
        n,
        n_needed: one.samples_needed,
      },
    ];
  });
}
