import { toNumber } from '../../catalog/catalog.ts';
import { missesOf, steadyRequests } from '../load/load-summary.ts';
import { endToEnd, isAnswered } from '../load/request-times.ts';
import {
  type Amount,
  type LatencyEvidence,
  latencyEvidence,
  type Missing,
  type Observed,
} from '../verdict/verdict.ts';
import { heldAt, LIMITED, limitsOf, type Percentile } from './held-at.ts';
import type { MeasuredCapacity } from './measure-capacity.ts';
import type { MeasuredWindows } from './measure-windows.ts';
import type { PlannedScenario } from './scenario.ts';
import type { MeasuredLoad, StackFindings } from './stack-facts.ts';

/** The windows of one target that count for one scenario; null where nothing was measured. */
export interface ScenarioWindows {
  load: MeasuredWindows | null;
  availability: MeasuredWindows | null;
  capacity: MeasuredCapacity | null;
}

/** What load says of a target: for its costs, and of each latency limit of the scenario. */
export function observeLoad(
  { load, capacity }: ScenarioWindows,
  scenario: PlannedScenario,
  confidence: number,
): { measured: MeasuredLoad; latencies: Partial<Record<Percentile, LatencyEvidence>>; rate: Rate } {
  const requests = load?.windows.flatMap(steadyRequests) ?? [];
  const answered = requests.filter(isAnswered).flatMap((request) => endToEnd(request) ?? []);
  const failed = requests.length - answered.length;
  const limits = limitsOf(scenario);
  const latencies = Object.fromEntries(
    load === null
      ? []
      : limits.map(([p, limit]) => {
          const { perMille } = LIMITED[p];
          return [p, latencyEvidence({ latencies: answered, failed, limit, perMille, confidence })];
        }),
  );
  const rate = rateOf(load, capacity, scenario);
  const loosest = limits.reduce((most, [, limit]) => Math.max(most, limit), 0) || Infinity;
  const measured = {
    inputTokensMean: load?.summary.inputTokensMean ?? null,
    outputTokensMean: load?.summary.outputTokensMean ?? null,
    goodFraction: requests.length === 0 ? null : 1 - missesOf(requests, loosest) / requests.length,
    heldRps: rate?.highest_passed ?? null,
  };
  return { measured, latencies, rate };
}

type Rate = NonNullable<Observed['throughput']> | null;

/** The rates that held every limit and that did not: of the load at the peak and of a search, the better known. */
function rateOf(
  load: MeasuredWindows | null,
  capacity: MeasuredCapacity | null,
  scenario: PlannedScenario,
): Rate {
  const peak = scenario.slo_requirements.throughput_rps ?? null;
  const isSaturated = load?.windows.some(({ saturated_at_ms }) => saturated_at_ms !== null) ?? false;
  const held = load === null ? 'inconclusive' : heldAt(load.windows, isSaturated, scenario);
  const passed = [held === 'pass' ? peak : null, capacity?.result.highestPassedRps ?? null];
  const missed = [held === 'fail' ? peak : null, capacity === null ? null : lowestFailed(capacity)];
  if (load === null && capacity === null) return null;
  return { highest_passed: best(passed, Math.max), lowest_failed: best(missed, Math.min) };
}

/** The upper end of a search's bracket may have proved nothing; a rate counts as missed when it was shown to fail. */
function lowestFailed({ result: { steps, highestPassedRps } }: MeasuredCapacity): number | null {
  const above = steps.filter(({ rateRps }) => rateRps > (highestPassedRps ?? 0));
  const failed = above.flatMap(({ verdict, rateRps }) => (verdict === 'fail' ? rateRps : []));
  return best(failed, Math.min);
}

function best(rates: readonly (number | null)[], of: (...rates: number[]) => number): number | null {
  const known = rates.filter((rate) => rate !== null);
  return known.length === 0 ? null : of(...known);
}

/** All that is known of one target under one scenario. */
export function observe(
  { load, availability }: ScenarioWindows,
  { latencies, rate }: Pick<ReturnType<typeof observeLoad>, 'latencies' | 'rate'>,
  { cost, regions, certifications, lock_in }: StackFindings,
): Observed {
  const served = availability ?? load;
  const perGood = cost.per_1k_good_usd;
  return {
    ...latencies,
    ...(rate !== null && { throughput: rate }),
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
