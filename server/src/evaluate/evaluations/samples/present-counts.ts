import type { SampleCounts } from '../schemas/sample-schemas.ts';
import type { ItemRows } from './item-rows.ts';
import { LATENCY_STEPS } from './row-counts.ts';
import type { RowView } from './row-views.ts';
import { OUTCOME_NAMES } from './sample-codes.ts';

const MAX_CLUSTERS = 100;

/** Counts of a view, with names instead of indexes of the plan. */
export function presentCounts(
  { plan, rows: all, stretches }: ItemRows,
  { rows, counts, lookedAt, isWhole }: RowView,
  warnings: readonly string[],
): SampleCounts {
  const labels = plan.targets.map(({ label }) => label);
  const { pairs } = counts;
  return {
    total: rows.length,
    rows: all,
    looked_at: lookedAt,
    partial: !isWhole,
    benchmarks: stretches.map(({ benchmark }) => ({
      benchmark: plan.benchmarks[benchmark]?.key ?? '',
      rows: counts.benchmarks.get(benchmark) ?? 0,
    })),
    outcomes: OUTCOME_NAMES.map((outcome, i) => ({ outcome, rows: counts.outcomes[i] as number })).filter(
      ({ outcome, rows }) => outcome !== 'pending' && rows > 0,
    ),
    reasons: mostFirst(counts.reasons).map(([reason, rows]) => ({ reason, rows })),
    clusters: mostFirst(counts.clusters)
      .slice(0, MAX_CLUSTERS)
      .map(([cluster, rows]) => ({ cluster, rows })),
    latencies: LATENCY_STEPS.map((from_ms, i) => ({
      from_ms,
      to_ms: LATENCY_STEPS[i + 1] ?? null,
      rows: counts.latencies[i] as number,
    })).filter(({ rows }) => rows > 0),
    disagree: counts.disagree,
    pairs:
      pairs === null
        ? []
        : labels.flatMap((a, i) =>
            labels.flatMap((b, j) =>
              i === j ? [] : [{ a, b, a_higher: pairs[i * labels.length + j] as number }],
            ),
          ),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  };
}

function mostFirst(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
