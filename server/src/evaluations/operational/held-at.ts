import { type LoadSlice, missesOf, steadyRequests } from '../load/load-summary.ts';
import { judgeMisses } from '../verdict/verdict.ts';
import type { PlannedScenario } from './scenario.ts';

/** The percentiles a scenario may limit: in per mille, and the share of requests that may be over the limit. */
export const LIMITED = {
  p50: { perMille: 500, allowed: 0.5 },
  p95: { perMille: 950, allowed: 0.05 },
  p99: { perMille: 990, allowed: 0.01 },
} as const;

export type Percentile = keyof typeof LIMITED;

/** The latency limits that a scenario states, in ms. */
export function limitsOf({ slo_requirements }: PlannedScenario): [Percentile, number][] {
  return (Object.keys(LIMITED) as Percentile[]).flatMap((p) => {
    const limit = slo_requirements[`${p}_latency_ms`];
    return limit === undefined ? [] : [[p, limit]];
  });
}

/** Without a limit on the latency, a server holds a rate when it answers all but this share. */
const UNANSWERED = 0.01;

/** Whether every latency limit of the scenario held at the rate that was sent. */
export function heldAt(
  slices: readonly LoadSlice[],
  isSaturated: boolean,
  scenario: PlannedScenario,
): 'pass' | 'fail' | 'inconclusive' {
  if (isSaturated) return 'fail';
  const requests = slices.flatMap(steadyRequests);
  const limits = limitsOf(scenario);
  const verdicts =
    limits.length === 0
      ? [judgeMisses(requests.length, missesOf(requests, Infinity), UNANSWERED)]
      : limits.map(([p, limit]) =>
          judgeMisses(requests.length, missesOf(requests, limit), LIMITED[p].allowed),
        );
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'inconclusive';
}
