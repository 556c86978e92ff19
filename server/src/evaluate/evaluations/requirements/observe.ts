import { count, seconds, withoutFullStop } from '@touchstone/report/figures';
import { REQUEST_TIMES, type RequestTime } from '@touchstone/report/limits';
import {
  ALLOWED_UNANSWERED_SHARE,
  type Amount,
  allowedMissShare,
  type Cost,
  combineOutcomes,
  countMisses,
  countMissesAbove,
  type EvidenceKey,
  evidenceKey,
  judgeDependentMisses,
  type Latencies,
  type LatencyEvidence,
  latencyEvidence,
  type ObservedCandidate,
  requirementsOf,
  timeLimitsOf,
} from '../../../decide/slo/slo.ts';
import { rationalToNumber } from '../../../kernel/rational.ts';
import {
  checkRateReached,
  columnOrders,
  type RateOutcome,
  SATURATION_WINDOW_MS,
  type TimeColumn,
  timeColumn,
  type WindowPlan,
} from '../../../measure/traffic/traffic.ts';
import { failsAllCalls } from '../../../models/models.ts';
import { lowestFailedRate, type MeasuredCapacity } from '../kinds/capacity/aggregate.ts';
import type { MeasuredWindows } from '../kinds/load/aggregate.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import type { MeasuredLoad, StackFindings } from './stack-findings.ts';

/** The windows of one target under one scenario; null if nothing was measured. */
export interface ScenarioWindows {
  load: MeasuredWindows | null;
  availability: MeasuredWindows | null;
  capacity: MeasuredCapacity | null;
  /** The rate of the load in requests per second; null without load. */
  loadRps: number | null;
  /** How a window of the load was sent; null without load. */
  slice: Pick<WindowPlan, 'traffic' | 'warmupMs'> | null;
}

/** What load shows about a target: for its costs, and for each latency limit of the scenario. */
export function observeLoad(
  { load, capacity, loadRps, slice }: ScenarioWindows,
  scenario: PlannedScenario,
): { measured: MeasuredLoad; latencies: Latencies; rate: Rate } {
  const latencies =
    load === null ? (atPeak(capacity, scenario)?.latencies ?? {}) : latenciesOf(load, scenario);
  const held = load && heldUnder(load, latencies, unansweredOf(scenario));
  const late = Object.values(latencies).some((one) => one.left_out !== undefined && one.n === 0);
  const untold = timeLimitsOf(scenario, REQUEST_TIMES).length > Object.keys(latencies).length;
  const rate = rateOf(load && held && shownRate(load, held, { rps: loadRps, slice, late, untold }), capacity);
  const measured = {
    goodFraction: load && goodFraction(load, scenario),
    heldRps: rate?.highest_passed ?? null,
    heldSays: describeHeldRate(rate, capacity),
  };
  return { measured, latencies, rate };
}

function latenciesOf(load: MeasuredWindows, scenario: PlannedScenario): Latencies {
  const refused = refusalReason(load);
  const ended_early = isCutShort(load);
  const columns = (time: RequestTime) => load.windows.map((window) => timeColumn(window, time));
  const isAnswered = hasTime(columns('latency'));
  return Object.fromEntries(
    timeLimitsOf(scenario, REQUEST_TIMES).flatMap((limit) => {
      const runs = columns(limit.time);
      // Responses arrived without this time, because they were not streamed or their tokens were not counted.
      if (isAnswered && !hasTime(runs)) return [];
      const evidence = latencyEvidence(runs, [limit.percentile, limit.ms]);
      return [[evidenceKey(limit), { ...evidence, ...(refused && { refused }), ended_early }]];
    }),
  );
}

const hasTime = (runs: readonly TimeColumn[]) =>
  runs.some(({ latencies }) => latencies.some(Number.isFinite));

const latenciesIn = ({ windows }: MeasuredWindows) => columnOrders(windows, ({ latencies }) => latencies);
const isCutShort = ({ windows }: MeasuredWindows) => windows.some(({ saturated }) => saturated);
/** Why the account or model refused requests from some point on, in the provider’s words; undefined if it did not. */
function refusalReason({ summary: { outcomes, reasons } }: MeasuredWindows): string | undefined {
  if (outcomes.quota + outcomes.refused === 0) return undefined;
  const said = reasons.find(({ cause, scope }) => failsAllCalls(cause, scope));
  return said ? withoutFullStop(said.message) : 'the account of the model is exhausted';
}

/**
 * The result of a search at the scenario's peak, where it starts with a planned number of requests. Results at other
 * rates do not apply to the peak, and searches of older versions stored too little.
 */
function atPeak(capacity: MeasuredCapacity | null, { slo_requirements }: PlannedScenario) {
  const peak = capacity?.result.steps.findIndex(({ rateRps }) => rateRps === slo_requirements.throughput_rps);
  return capacity?.facts[peak ?? -1];
}

/** The share of requests within the loosest limit; null if nothing was sent. */
function goodFraction(load: MeasuredWindows, scenario: PlannedScenario): number | null {
  const loosest =
    timeLimitsOf(scenario, ['latency']).reduce((most, { ms }) => Math.max(most, ms), 0) || Number.MAX_VALUE;
  const [runs = []] = latenciesIn(load);
  const { n, misses } = countMissesAbove(runs, loosest);
  return n === 0 ? null : 1 - misses / n;
}

/** The maximum share of unanswered requests at a sustainable rate: what the availability allows, else 1 %. */
function unansweredOf(scenario: PlannedScenario): number {
  const stated = requirementsOf(scenario, '').find(({ kind }) => kind === 'availability');
  return stated?.limit == null ? ALLOWED_UNANSWERED_SHARE : 1 - stated.limit;
}

/**
 * Whether every limit held under the load. A load that ended early can show that one did not, but not that all did.
 */
function heldUnder(load: MeasuredWindows, latencies: Latencies, unanswered: number): RateOutcome {
  if (isCutShort(load)) return 'fail';
  const stated = (Object.keys(latencies) as EvidenceKey[]).map((key) =>
    judgeDependentMisses(latencies[key] as LatencyEvidence, allowedMissShare(key)),
  );
  const [runs = [], bySession] = latenciesIn(load);
  const held = combineOutcomes(
    stated.length > 0
      ? stated
      : [judgeDependentMisses(countMissesAbove(runs, Number.MAX_VALUE, bySession), unanswered)],
  );
  return held === 'pass' && refusalReason(load) !== undefined ? 'inconclusive' : held;
}

type Rate = NonNullable<ObservedCandidate['throughput']> | null;

/**
 * The rate for which a load is evidence: at most the rate of responses. Arrivals are random, so a load within chance
 * of the requested rate counts as that rate; with fewer requests, the rate stays undecided. A trace has its own rate,
 * and is no evidence if it ended before a queue could build up.
 */
function shownRate(
  load: MeasuredWindows,
  held: RateOutcome,
  {
    rps,
    slice,
    late,
    untold,
  }: { rps: number | null; slice: ScenarioWindows['slice']; late: boolean; untold: boolean },
): NonNullable<Rate> {
  const missed = {
    highest_passed: null,
    lowest_failed: held === 'fail' ? rps : null,
    ...ratesOf(load, slice),
    ...(isCutShort(load) && { ended_early: true }),
  };
  if (held === 'inconclusive' && late) return { ...missed, why_open: TOO_LATE_REASON };
  if (held === 'pass' && untold) return { ...missed, why_open: UNTOLD_REASON };
  if (held === 'pass' && load.sessions !== null && rps === null)
    return { ...missed, why_open: TRACED_REASON };
  if (held !== 'pass' || rps === null) return missed;
  const answered = { ...missed, highest_passed: Math.min(rps, load.summary.throughput_rps) };
  if (slice?.traffic.loop !== 'open') return answered;
  const { arrivals } = slice.traffic;
  if (arrivals.kind === 'replay') {
    const shortestMs = Math.min(...load.windows.map(({ windowMs }) => windowMs));
    return shortestMs < SATURATION_WINDOW_MS ? { ...missed, why_open: tooShort(shortestMs) } : answered;
  }
  // For load in sessions, arrivals are those of sessions, because responses determine when turns are sent.
  const arrived = load.windows.map(({ windowMs, sessions, ...one }) => ({ windowMs, ...(sessions ?? one) }));
  const { answeredRps, short } = checkRateReached(
    arrivals,
    { askedRps: rps, warmupMs: slice.warmupMs },
    arrived,
  );
  const shown = { ...missed, highest_passed: answeredRps };
  if (short !== null) return { ...shown, why_open: TOO_FEW_REASON[short] };
  return { ...shown, accepted_rps: rps };
}

/** Sent and answered requests per second; for spikes and ramps, the mean of a window is not the requested rate. */
function ratesOf({ summary, windows }: MeasuredWindows, slice: ScenarioWindows['slice']) {
  const isSteady = slice?.traffic.loop === 'open' && 'rateRps' in slice.traffic.arrivals;
  if (!isSteady || windows.length === 0) return {};
  return { sent_rps: summary.attempted_rps, answered_rps: summary.throughput_rps };
}

const TOO_FEW_REASON = {
  sent: 'significantly fewer requests were sent than the rate requires; increase num_samples, and run on a less busy machine',
  ended:
    'significantly fewer requests ended per second than the rate requires; increase num_samples, so that the load lasts longer',
} as const;

const TRACED_REASON =
  'in a trace of sessions, responses determine when turns are sent, so it has no rate; use sessions and a traffic_profile with a rate';

const UNTOLD_REASON =
  'there is a limit on token times, but no response contained them; measure a server that streams its responses';

const TOO_LATE_REASON =
  'this service sent every request too late for a latency limit; run on a less busy machine';

const tooShort = (lastsMs: number) =>
  `the trace lasts ${seconds(lastsMs / 1000)}, but at least ${seconds(SATURATION_WINDOW_MS / 1000)} are needed for a rate; use more of it, or a larger time_scale`;

/** The rates that met every limit and that did not, from the load or the search, whichever shows more. */
function rateOf(load: Rate, capacity: MeasuredCapacity | null): Rate {
  if (capacity === null) return load;
  const passed = [load?.highest_passed ?? null, highestPassed(capacity)];
  const missed = [load?.lowest_failed ?? null, lowestFailedRate(capacity, highestPassed(capacity) ?? 0)];
  return { ...load, highest_passed: bestRate(passed, Math.max), lowest_failed: bestRate(missed, Math.min) };
}

/** States which measured rate costs are based on, as the end of a sentence; null without a rate. */
function describeHeldRate(rate: Rate, capacity: MeasuredCapacity | null): string | null {
  if (rate === null || rate.highest_passed === null) return null;
  const { highest_passed: held, lowest_failed: failed } = rate;
  const isSearched = capacity !== null && highestPassed(capacity) === held;
  const how = isSearched
    ? `the lower bound of the capacity search: ${count(held)} requests a second held${capacity.result.confirmedRps === held ? ' in a separate run' : ''}`
    : `the rate that load held: ${count(held)} requests a second`;
  const above =
    failed === null
      ? 'no higher rate was shown to fail, so the bill may be lower'
      : `${count(failed)} failed`;
  return `${how}; ${above}`;
}

/**
 * The best of many tried rates may have passed by luck, so the rate confirmed by a separate run counts. The planned
 * peak also counts, if it passed and no separate run at or below it failed.
 */
function highestPassed({
  result: { steps, confirmed, confirmedRps },
  facts,
}: MeasuredCapacity): number | null {
  const isFresh = ({ phase }: (typeof steps)[number]) => phase === 'confirmation';
  const refuted = steps.filter((step) => isFresh(step) && step.verdict !== 'pass');
  const lowestRefuted = Math.min(...refuted.map(({ rateRps }) => rateRps));
  const counted = steps.map(({ rateRps, verdict }, i) => {
    const isCounted = i === 0 ? rateRps < lowestRefuted : confirmed === true && rateRps === confirmedRps;
    return isCounted && verdict === 'pass' ? (facts[i]?.held_rps ?? rateRps) : null;
  });
  return bestRate(counted, Math.max);
}

function bestRate(rates: readonly (number | null)[], of: (...rates: number[]) => number): number | null {
  const known = rates.filter((rate) => rate !== null);
  return known.length === 0 ? null : of(...known);
}

/** All evidence about one target under one scenario. */
export function observeTarget(
  { load, availability, capacity }: ScenarioWindows,
  scenario: PlannedScenario,
  { latencies, rate }: Pick<ReturnType<typeof observeLoad>, 'latencies' | 'rate'>,
  { cost, priced_request, regions, certifications, lock_in }: StackFindings,
): ObservedCandidate {
  const served = availability ?? load;
  const searched = atPeak(capacity, scenario)?.availability;
  const seen = served === null ? searched : successes(served);
  const perGood = cost.per_1k_good_usd;
  const pricedFrom = describePricedFrom(cost.basis, priced_request, describeHeldRate(rate, capacity));
  return {
    ...latencies,
    ...(rate !== null && { throughput: rate }),
    ...(seen !== undefined && { availability: seen }),
    ...(load && load.sessions !== null && { sessions: sessionsOf(load, scenario) }),
    monthly_usd: { ...costOf(cost.monthly_usd, cost.missing), ...pricedFrom },
    per_1k_usd: { ...costOf(cost.per_1k_usd, cost.missing), ...pricedFrom },
    ...(perGood !== null && { per_1k_good_usd: factOrNull(rationalToNumber(perGood)) }),
    ...(regions !== null && { regions }),
    certifications,
    lock_in,
  };
}

/**
 * States how the price was determined: for an API by the request, for self-hosting by the rate that a replica
 * sustained.
 */
function describePricedFrom(
  basis: StackFindings['cost']['basis'],
  request: StackFindings['priced_request'],
  held: string | null,
): Pick<Cost, 'priced_from' | 'is_synthetic'> {
  if (basis === 'self_hosted') return held === null ? {} : { priced_from: held };
  return request === null ? {} : { priced_from: request.says, is_synthetic: request.is_synthetic };
}

/** What load in sessions shows about limits on sessions. A session that was not completed missed every limit. */
function sessionsOf(
  load: MeasuredWindows,
  scenario: PlannedScenario,
): NonNullable<ObservedCandidate['sessions']> {
  const runs = load.windows.flatMap(({ sessions }) =>
    sessions ? [{ latencies: sessions.times, lags: sessions.lags }] : [],
  );
  const refused = refusalReason(load);
  const ended = { ...(refused && { refused }), ended_early: isCutShort(load) };
  const lost = runs.map(({ latencies }) => Uint8Array.from(latencies, (time) => Number(time === Infinity)));
  return {
    times: Object.fromEntries(
      timeLimitsOf(scenario, ['session']).map(({ percentile, ms }) => [
        percentile,
        { ...latencyEvidence(runs, [percentile, ms]), ...ended },
      ]),
    ),
    completed: { ...countMisses(lost), ...ended },
  };
}

function successes(served: MeasuredWindows): NonNullable<ObservedCandidate['availability']> {
  const [runs = [], bySession] = columnOrders(served.windows, ({ failures }) => failures);
  const refused = refusalReason(served);
  return {
    ...countMisses(runs, bySession),
    ...(refused && { refused }),
    ended_early: isCutShort(served),
  };
}

function costOf(
  usd: Parameters<typeof rationalToNumber>[0] | null,
  missing: StackFindings['cost']['missing'],
): Cost {
  return usd === null ? { known: false, missing } : { known: true, value: factOrNull(rationalToNumber(usd)) };
}

const factOrNull = (value: number): Amount => ({ value, low: value, high: value });
