import type { Database } from '../../../../platform/db/db.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { EvaluationClaim } from '../../stores/evaluation-store.ts';
import { readLoadRows } from '../load/stored-load.ts';
import type { StoredCapacity } from './run.ts';

/** The result of a capacity search on one target under one scenario. */
export interface MeasuredCapacity extends StoredCapacity {
  /** The key of the benchmark. */
  benchmark: string;
  /** Index in the plan. */
  target: number;
  scenario: number;
  /** Number of requests in all epochs whose cost is unknown, including warm-up. */
  unpriced: number;
}

/** Measurements of the searches of an evaluation. */
export interface MeasuredSearches {
  searches: MeasuredCapacity[];
  /** Searches of each epoch that ended because several processes could not send a window together in any attempt. */
  notMeasured: { target: number; scenario: number; tries: readonly string[] }[];
}

/** Reads the searches of an evaluation; the last measured epoch counts. Null if there are none. */
export async function measureCapacity(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
): Promise<MeasuredSearches | null> {
  const planned = benchmarksOfKind(plan, 'capacity');
  if (planned.length === 0) return null;
  const found = new Map<string, MeasuredCapacity>();
  const withoutResult = new Map<string, MeasuredSearches['notMeasured'][number]>();
  const keyOf = (target: number, scenario: number) => `${scenario}:${target}`;
  for (const { at, benchmark } of planned) {
    const { scenario } = benchmark.capacity;
    for await (const { target, answer, hasCost, notMeasured } of readLoadRows(db, of, at)) {
      if (notMeasured !== null) {
        withoutResult.set(keyOf(target, scenario), { target, scenario, tries: notMeasured });
        continue;
      }
      const stored = JSON.parse(answer) as StoredCapacity;
      const key = keyOf(target, scenario);
      const unpriced = (found.get(key)?.unpriced ?? 0) + (hasCost ? 0 : requestsOf(stored));
      found.set(key, { ...stored, benchmark: benchmark.key, target, scenario, unpriced });
    }
  }
  for (const key of found.keys()) withoutResult.delete(key);
  return { searches: [...found.values()], notMeasured: [...withoutResult.values()] };
}

/** The lowest rate that did not pass; null if it failed only because this service sent too late. */
export function lowestRateNotPassed({
  result: { steps, lowestNotPassedRps },
  facts,
}: StoredCapacity): number | null {
  const isShown = ({ rateRps, verdict }: (typeof steps)[number], i: number) =>
    rateRps === lowestNotPassedRps && (verdict === 'fail' || facts[i]?.sent_late !== true);
  return steps.some(isShown) ? lowestNotPassedRps : null;
}

/**
 * The lowest rate above another one that was shown to fail. An undecided rate is no upper bound. Null if there is
 * none.
 */
export function lowestFailedRate({ result: { steps } }: StoredCapacity, above: number): number | null {
  const failed = steps.flatMap(({ verdict, rateRps }) =>
    verdict === 'fail' && rateRps > above ? rateRps : [],
  );
  return failed.length === 0 ? null : Math.min(...failed);
}

/** Searches of older versions stored only the number of counted requests. */
function requestsOf({ facts }: StoredCapacity): number {
  return facts.reduce((sum, { requests, attempted }) => sum + (requests ?? attempted), 0);
}
