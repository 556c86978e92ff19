import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';
import type { Database } from '../../../platform/db/db.ts';
import { gradedBenchmark, makesManyCalls, type Plan, type PlannedTarget, parsePlan } from '../plan/plan.ts';
import type { Results } from '../schemas/result-schemas.ts';
import { listLastCompleted, storedResults } from '../stores/evaluation-store.ts';

/** Number of newest completed evaluations of a workspace that are considered. */
const EARLIER_EVALUATIONS = 20;

/** The correlation within clusters that an earlier evaluation of the same data observed. */
export interface EarlierCorrelation {
  readonly evaluation_id: string;
  readonly evaluation_name: string;
  /** The median over pairs of targets, between 0 and 1. */
  readonly icc: number;
  readonly pairs: number;
}

/** What earlier evaluations of a workspace contribute to an estimate. */
export interface EarlierRuns {
  /** The median latency in ms of a target's model in the newest evaluation that called it; null if there is none. */
  latencyOf(target: PlannedTarget): number | null;
  /**
   * The correlation for the benchmark at index `at`, from the newest evaluation of the same data with as many epochs;
   * null if there is none.
   */
  correlationOf(plan: Plan, at: number): EarlierCorrelation | null;
}

export async function readEarlierRuns(db: Database, workspaceId: string): Promise<EarlierRuns> {
  const yieldToEventLoop = createYieldToEventLoop();
  const latencies = new Map<string, number>();
  const correlations = new Map<string, EarlierCorrelation>();
  for (const row of await listLastCompleted(db, workspaceId, EARLIER_EVALUATIONS)) {
    await yieldToEventLoop();
    const [plan, results] = [parsePlan(row.plan_json), storedResults(row)];
    if (results === null) continue;
    const isOfCalls = !plan.benchmarks.some(makesManyCalls);
    for (const [i, target] of isOfCalls ? plan.targets.entries() : []) {
      const latency = results.target_results[i]?.metrics['run/latency_p50_ms'];
      if (latency !== undefined && !latencies.has(modelOf(target))) latencies.set(modelOf(target), latency);
    }
    for (const at of plan.benchmarks.keys()) {
      const [data, found] = [dataOf(plan, at), correlationIn(results, plan.benchmarks[at]?.key)];
      if (found === null || correlations.has(data)) continue;
      correlations.set(data, { evaluation_id: row.id, evaluation_name: row.name, ...found });
    }
  }
  return {
    latencyOf: (target) => latencies.get(modelOf(target)) ?? null,
    correlationOf: (plan, at) => correlations.get(dataOf(plan, at)) ?? null,
  };
}

const modelOf = ({ provider, modelId, endpoint }: PlannedTarget) =>
  endpoint ? JSON.stringify(endpoint) : `${provider}/${modelId}`;

/**
 * Identifies benchmarks that send the same data, even in another sample: benchmark, version, files or sources (or
 * else the items), and epochs.
 */
function dataOf({ benchmarks, methodology }: Plan, at: number): string {
  const own = benchmarks[at];
  const asked = own && (benchmarks[gradedBenchmark(own) ?? at] ?? own);
  const read = asked?.data?.map(({ sha256 }) => sha256) ?? [asked?.itemsSha256 ?? null];
  return JSON.stringify([own?.key, own?.version, methodology.epochs, read]);
}

/** The correlation over the pairs with enough clusters; null if there is none. */
function correlationIn({ comparisons }: Results, key: string | undefined) {
  const found = comparisons.flatMap(({ metric, icc, clusters }) =>
    metric === key && icc !== undefined && (clusters ?? 0) >= MIN_ITEMS_TO_DECIDE ? [icc] : [],
  );
  if (found.length === 0) return null;
  const sorted = found.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return { icc: Math.min(1, Math.max(0, (low + high) / 2)), pairs: sorted.length };
}
