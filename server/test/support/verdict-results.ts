import type { Evaluation } from '../../src/evaluate/evaluations/schemas/evaluation-schemas.ts';
import type { Results } from '../../src/evaluate/evaluations/schemas/result-schemas.ts';

type Requirement = NonNullable<Results['requirements']>[number];

/**
 * The evaluation as it would be with a scenario called `label`: one requirement of each status for the target of that
 * name, load, and what the costs rest on. Every text is `label`.
 */
export function withVerdict(evaluation: Evaluation, label: string): Evaluation {
  const both = { target_label: label, scenario_label: label, says: `${label} limit`, direction: 'lower' };
  const nothing = { limit: null, observed: null, ci_low: null, ci_high: null, n: null, samples_needed: null };
  const requirement = (status: Requirement['status'], more: Partial<Requirement> = {}): Requirement => ({
    ...both,
    ...nothing,
    requirement: `p95_latency_ms ${status}`,
    kind: 'p95_latency_ms',
    metric: 'm',
    margin: null,
    status,
    reason: `because ${status}`,
    missing: [],
    ...more,
  });
  const results = evaluation.results as Results;
  const one = { target_label: label, scenario_label: label };
  const reasoned = { assumptions: [{ name: label, value: 1, why: label }], missing: [] };
  const evidence = (target_label: string, usd: number): NonNullable<Results['evidence']>[number] => ({
    ...one,
    target_label,
    cost: {
      basis: 'api',
      monthly_usd: 100,
      per_1k_requests_usd: usd,
      per_1k_good_requests_usd: usd,
      lines: [{ item: label, quantity: 1, unit: label, unit_usd: 2, source: label, as_of: '2026-01-01' }],
      ...reasoned,
    },
    regions: null,
    certifications: {
      [label]: {
        requirement: label,
        status: 'pass',
        findings: [{ component: label, status: 'pass', evidence: label }],
        ...reasoned,
      },
    },
    lock_in: {
      score: 3,
      at_least: 3,
      lines: [{ component: label, choice: label, points: 3, most: 10, evidence: label }],
      ...reasoned,
    },
  });
  const percentile = { observed: 80, ci_low: 70, ci_high: 90 };
  const percentiles = { p50: percentile, p95: percentile, p99: null, mean: 80 };
  return {
    ...evaluation,
    results: {
      ...results,
      requirements: [
        requirement('pass', { limit: 100, observed: 80, ci_low: 70, ci_high: 90, n: 500 }),
        requirement('fail', { limit: 10 }),
        requirement('inconclusive', { samples_needed: 179 }),
        requirement('unknown', { missing: [{ fact: label, add: label }] }),
      ],
      verdict: [
        {
          scenario_label: label,
          eligible: [label, 'new'],
          needs_data: [],
          rejected: [],
          pareto_front: ['new'],
          weights: { quality: 1 },
          order: ['new', label].map((each) => ({
            label: each,
            score: 0.5,
            low: 0.4,
            high: 0.6,
            utilities: { quality: 0.5 },
            on_front: each === 'new',
            dominated_by: each === 'new' ? [] : ['new'],
          })),
          winner: 'new',
          tied: [],
          share_of_weightings: { new: 1 },
          flip: null,
          nearest_misses: [],
          sentences: [`${label}: a sentence of the verdict.`],
        },
      ],
      evidence: [evidence(label, 2), evidence('new', 1)],
      load: [
        {
          target_label: label,
          benchmark: `load/${label}`,
          sent: label,
          slices: 1,
          contaminated_slices: 0,
          saturated_slices: 0,
          attempted: 3,
          outcomes: { answered: 3 },
          window_ms: 1000,
          attempted_rps: 3,
          throughput_rps: 3,
          output_tokens_per_second: null,
          success_rate: { value: 1, ci_low: 0.4, ci_high: 1 },
          latency_ms: percentiles,
          ttft_ms: percentiles,
          tpot_ms: percentiles,
          schedule_lag_ms: null,
          input_tokens_mean: null,
          output_tokens_mean: null,
          cached_share: null,
          chunks_per_token: null,
          autocorrelation: null,
          effective_samples: null,
          latency_histogram: [
            { up_to_ms: 50, requests: 1 },
            { up_to_ms: 80, requests: 2 },
          ],
          over_time: [
            { from_ms: 0, sent: 2, completed: 1, errors: 0, p50_ms: 70, p95_ms: 80, p99_ms: null },
            { from_ms: 500, sent: 1, completed: 1, errors: 1, p50_ms: null, p95_ms: null, p99_ms: null },
          ],
        },
      ],
      capacity: [
        {
          target_label: label,
          scenario_label: label,
          highest_passed_rps: 12.5,
          lowest_not_passed_rps: 13.5,
          confirmed: false,
          confirmed_rps: 11.875,
          out_of_time: true,
          steps: [
            {
              rate_rps: 12.5,
              phase: 'doubling',
              verdict: 'pass',
              attempted: 300,
              misses: { p95: 3 },
              latency_p95_ms: 80,
              latency_ms: { p95: 80 },
              completed_rps: 12.4,
              saturated: false,
              contaminated: false,
            },
          ],
        },
      ],
    },
  };
}
