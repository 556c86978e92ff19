import { toNumber } from '../../catalog/catalog.ts';
import { missesOf, steadyRequests } from '../load/load-summary.ts';
import { endToEnd, isAnswered } from '../load/request-times.ts';
import {
  type Amount,
  judgeMisses,
  type LatencyEvidence,
  latencyEvidence,
  type Missing,
  type Observed,
} from '../verdict/verdict.ts';
import type { MeasuredWindows } from './measure-windows.ts';
import type { PlannedScenario } from './scenario.ts';
import type { MeasuredLoad, StackFindings } from './stack-facts.ts';

/** The windows of one target that count for one scenario; null where nothing was measured. */
export interface ScenarioWindows {
  load: MeasuredWindows | null;
  availability: MeasuredWindows | null;
}

const PER_MILLE = { p50: 500, p95: 950, p99: 990 } as const;
type Percentile = keyof typeof PER_MILLE;
const PERCENTILES = Object.keys(PER_MILLE) as Percentile[];

/** What load says of a target: for its costs, and of each latency limit of the scenario. */
export function observeLoad(
  { load }: ScenarioWindows,
  scenario: PlannedScenario,
  confidence: number,
): { measured: MeasuredLoad; latencies: Partial<Record<Percentile, LatencyEvidence>>; held: Held } {
  if (load === null) {
    const nothing = { inputTokensMean: null, outputTokensMean: null, goodFraction: null, heldRps: null };
    return { measured: nothing, latencies: {}, held: 'unknown' };
  }
  const requests = load.windows.flatMap(steadyRequests);
  const answered = requests.filter(isAnswered).flatMap((request) => endToEnd(request) ?? []);
  const latencies = Object.fromEntries(
    PERCENTILES.flatMap((p) => {
      const limit = limitOf(scenario, p);
      if (limit === undefined) return [];
      const failed = requests.length - answered.length;
      return [
        [p, latencyEvidence({ latencies: answered, failed, limit, perMille: PER_MILLE[p], confidence })],
      ];
    }),
  );
  const held = heldAtPeak(load, latencies);
  const loosest = Math.max(...PERCENTILES.flatMap((p) => limitOf(scenario, p) ?? []));
  const { inputTokensMean, outputTokensMean } = load.summary;
  const goodFraction =
    requests.length === 0
      ? null
      : 1 - missesOf(requests, Number.isFinite(loosest) ? loosest : Infinity) / requests.length;
  const heldRps = held === 'pass' ? (scenario.slo_requirements.throughput_rps ?? null) : null;
  return { measured: { inputTokensMean, outputTokensMean, goodFraction, heldRps }, latencies, held };
}

function limitOf({ slo_requirements }: PlannedScenario, percentile: Percentile): number | undefined {
  return slo_requirements[`${percentile}_latency_ms`];
}

type Held = 'pass' | 'fail' | 'inconclusive' | 'unknown';

const ALLOWED: Readonly<Record<Percentile, number>> = { p50: 0.5, p95: 0.05, p99: 0.01 };
/** Without a limit on the latency a server holds a rate when it answers all but this share. */
const ALLOWED_WITHOUT_LIMIT = 0.01;

/** Whether the target held every latency limit at the peak, which is the rate that was sent. */
function heldAtPeak(load: MeasuredWindows, latencies: Partial<Record<Percentile, LatencyEvidence>>): Held {
  if (load.windows.some(({ saturated_at_ms }) => saturated_at_ms !== null)) return 'fail';
  const stated = Object.entries(latencies) as [Percentile, LatencyEvidence][];
  const verdicts = stated.map(([p, { n, misses }]) => judgeMisses(n, misses, ALLOWED[p]));
  if (verdicts.length === 0) {
    const requests = load.windows.flatMap(steadyRequests);
    verdicts.push(judgeMisses(requests.length, missesOf(requests, Infinity), ALLOWED_WITHOUT_LIMIT));
  }
  if (verdicts.includes('fail')) return 'fail';
  return verdicts.every((verdict) => verdict === 'pass') ? 'pass' : 'inconclusive';
}

/** All that is known of one target under one scenario. */
export function observe(
  { load, availability }: ScenarioWindows,
  { latencies, held }: Pick<ReturnType<typeof observeLoad>, 'latencies' | 'held'>,
  { cost, regions, certifications, lock_in }: StackFindings,
  scenario: PlannedScenario,
): Observed {
  const rate = scenario.slo_requirements.throughput_rps ?? null;
  const served = availability ?? load;
  const perGood = cost.per_1k_good_usd;
  return {
    ...latencies,
    ...(load !== null && {
      throughput: {
        highest_passed: held === 'pass' ? rate : null,
        lowest_failed: held === 'fail' ? rate : null,
      },
    }),
    ...(served !== null && { availability: successes(served) }),
    monthly_usd: amountOf(cost.monthly_usd, cost.missing),
    per_1k_usd: amountOf(cost.per_1k_usd, cost.missing),
    ...(perGood !== null && { per_1k_good_usd: fact(toNumber(perGood)) }),
    ...(regions !== null && { regions }),
    certifications,
    lock_in,
  };
}

function successes({ windows }: MeasuredWindows): { attempted: number; succeeded: number } {
  const requests = windows.flatMap(steadyRequests);
  const failed = requests.filter(({ outcome }) => outcome === 'failed' || outcome === 'timed_out').length;
  return { attempted: requests.length, succeeded: requests.length - failed };
}

function amountOf(usd: Parameters<typeof toNumber>[0] | null, missing: Missing['missing']): Amount | Missing {
  return usd === null ? { missing } : fact(toNumber(usd));
}

const fact = (value: number): Amount => ({ value, low: value, high: value });
