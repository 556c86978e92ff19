import { isGood, type LoadRequest } from '../traffic/traffic.ts';
import { ALLOWED_MISSES, judgeMisses, type Percentile } from './miss-rule.ts';
import type { Requiring } from './slo-limits.ts';

/** The latency limits that a scenario states, in ms. */
export function limitsOf({ slo_requirements }: Pick<Requiring, 'slo_requirements'>): [Percentile, number][] {
  return (Object.keys(ALLOWED_MISSES) as Percentile[]).flatMap((p) => {
    const limit = slo_requirements[`${p}_latency_ms`];
    return limit === undefined ? [] : [[p, limit]];
  });
}

/** Without a limit on the latency, a server holds a rate when it answers all but this share. */
export const UNANSWERED = 0.01;

/** Requests that do not meet a limit on the latency: those over it, and all that were not answered. */
export function missesOf(requests: readonly LoadRequest[], limitMs: number): number {
  return requests.filter((request) => !isGood(request, { latencyMs: limitMs })).length;
}

/**
 * Whether every latency limit of the scenario held at one rate of a search, for the requests of that rate: their number
 * was planned, so the rule takes them as they are, and the rate that is found is tried once more.
 */
export function checkLatencyLimits(
  requests: readonly LoadRequest[],
  isSaturated: boolean,
  scenario: Requiring,
): 'pass' | 'fail' | 'inconclusive' {
  if (isSaturated) return 'fail';
  const verdicts = limitsOf(scenario).map(([p, limit]) =>
    judgeMisses(requests.length, missesOf(requests, limit), ALLOWED_MISSES[p]),
  );
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'inconclusive';
}
