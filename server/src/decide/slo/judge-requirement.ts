import { count, formatExact, formatTogether, percent, plural, usd } from '@touchstone/report/figures';
import { isTimeLimit, LIMITS, type TimeName } from '@touchstone/report/limits';
import type { RateOutcome } from '../../measure/traffic/traffic.ts';
import {
  type ComplianceResult,
  cheapestChange,
  judgeLockIn,
  type LockIn,
  type LockInTolerance,
  type MissingFact,
  vocabulary,
} from '../../models/catalog/catalog.ts';
import {
  ALLOWED_MISS_SHARE_BY_PERCENTILE,
  judgeDependentMisses,
  type Misses,
  missesRange,
  requestsNeededToDecide,
} from './miss-rule.ts';
import {
  type AvailabilityEvidence,
  type Cost,
  evidenceKey,
  type LatencyEvidence,
  type ObservedCandidate,
  type QualityEvidence,
} from './observed.ts';
import {
  dependsOnGrader,
  hasTooFewItems,
  itemsNeededToDecide,
  judgeQuality,
  qualityRange,
} from './quality-rule.ts';
import { howToMeasure, type Requirement, type StatedRequirements, scoreName } from './slo-limits.ts';

export type Status = RateOutcome | 'unknown';

/** The finding for one requirement. */
export interface RequirementFinding {
  readonly status: Status;
  /** In the unit of the limit; null if unknown or not a number. */
  readonly observed: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  /** Number of requests, or of items for a minimum score; null for facts. */
  readonly n: number | null;
  /**
   * The approximate number of further requests or items that would decide; null if decided, or if no number would.
   */
  readonly samples_needed: number | null;
  /** The reason in words. */
  readonly reason: string;
  readonly missing: readonly MissingFact[];
  /** Whether the cost is based on synthetic requests: random words or published sizes. */
  readonly is_synthetic?: boolean;
  /** For a latency limit missed only because of unanswered requests or sessions: their share. */
  readonly unanswered_share?: number;
  /** Whether a lenient reading of the responses would decide a minimum score differently. */
  readonly depends_on_grader?: boolean;
}

/** Checks a candidate against one requirement, which is `unknown` if it was not measured. */
export function judgeRequirement(
  requirement: Requirement,
  scenario: StatedRequirements,
  observed: ObservedCandidate,
): RequirementFinding {
  const found = judgeKind(requirement, scenario, observed);
  const { counts } = LIMITS[requirement.kind];
  const isAsked = counts !== undefined;
  const isTimed = isAsked && counts !== 'items';
  const why = (isAsked ? observed.not_measured : undefined) ?? (isTimed ? observed.why_untimed : undefined);
  if (found.status !== 'unknown' || why === undefined) return found;
  return { ...found, reason: `${found.reason}: ${why}` };
}

function judgeKind(
  requirement: Requirement,
  scenario: StatedRequirements,
  observed: ObservedCandidate,
): RequirementFinding {
  const limit = requirement.limit ?? 0;
  const { kind } = requirement;
  if (isTimeLimit(kind)) {
    const { topic: time, percentile } = LIMITS[kind];
    const times = time === 'session' ? observed.sessions?.times : observed;
    const evidence = times?.[evidenceKey({ time, percentile })];
    return judgeLatency(evidence, ALLOWED_MISS_SHARE_BY_PERCENTILE[percentile], limit, COUNTED_NOUNS[time]);
  }
  switch (kind) {
    case 'throughput_rps':
      return judgeThroughput(observed.throughput, limit);
    case 'availability':
      return judgeAvailability(observed.availability, limit);
    case 'sessions_completed':
      return judgeAvailability(observed.sessions?.completed, limit, COMPLETION_RATE);
    case 'monthly_limit_usd':
      return judgeCost(observed.monthly_usd, limit, 'a month');
    case 'cost_per_1k_requests_usd':
      return judgeCost(observed.per_1k_usd, limit, 'for 1,000 requests');
    case 'regions':
      return judgeCompliance(observed.regions);
    case 'certification':
      return judgeCompliance(observed.certifications?.[requirement.certificate ?? '']);
    case 'vendor_lock_in_tolerance':
      return judgeTolerance(observed.lock_in, scenario.vendor_lock_in_tolerance);
    case 'quality':
      return judgeMinimum(
        observed.quality?.[requirement.benchmark ?? ''],
        limit,
        requirement.benchmark ?? '',
      );
  }
}

function createFinding(
  status: Status,
  reason: string,
  more: Partial<RequirementFinding> = {},
): RequirementFinding {
  const nothing = { observed: null, ci_low: null, ci_high: null, n: null, samples_needed: null, missing: [] };
  return { status, reason, ...nothing, ...more };
}

function notMeasured(what: string, benchmark: string): RequirementFinding {
  const missing = [{ fact: what, add: `run ${benchmark}` }];
  return createFinding('unknown', `${what} was not measured`, { missing });
}

/** What is counted, and which benchmark measures it. */
interface CountedUnit {
  what: string;
  noun: string;
  benchmark: string;
}

const COUNTED_NOUNS: Readonly<Record<TimeName, CountedUnit>> = {
  latency: { what: 'the latency under load', noun: 'request', benchmark: 'a load benchmark' },
  ttft: {
    what: 'the time to the first token under load',
    noun: 'request',
    benchmark: 'a load benchmark against a server that streams its answers',
  },
  tpot: {
    what: 'the time per output token under load',
    noun: 'request',
    benchmark: 'a load benchmark against a server that streams its answers and counts their tokens',
  },
  session: {
    what: 'how long sessions take',
    noun: 'session',
    benchmark: 'a load benchmark with sessions',
  },
};

function judgeLatency(
  evidence: LatencyEvidence | undefined,
  allowed: number,
  limit: number,
  { what, noun, benchmark }: CountedUnit,
): RequirementFinding {
  if (!evidence) return notMeasured(what, benchmark);
  if (evidence.n === 0) return nothingMeasured(what, evidence);
  const { n, misses, unanswered = 0, observed, ci_low, ci_high } = evidence;
  const status = judgeDependentMisses(evidence, allowed);
  // If the answered requests meet the limit, unanswered ones are the reason for the miss.
  const share = status === 'fail' && unanswered > 0 && (observed ?? 0) <= limit ? unanswered / n : null;
  const silent =
    share === null
      ? ''
      : `: ${percent(share)} of the ${noun}s were not ${noun === 'session' ? 'completed' : 'answered'}`;
  const samples_needed = status === 'inconclusive' ? requestsNeededToDecide(evidence, allowed) : null;
  const rule = `${count(misses)} of ${plural(n, noun)} missed the limit${describeDependence(evidence, noun)}${silent}; at most ${formatExact(percent, allowed)} may`;
  const reason =
    rule +
    openEnd(judgeDependentMisses({ ...evidence, left_out: 0 }, allowed), samples_needed, noun) +
    cutShort(evidence) +
    leftOut(evidence, noun);
  return createFinding(status, reason, {
    ...{ observed, ci_low, ci_high, n, samples_needed },
    ...(share !== null && { unanswered_share: share }),
  });
}

function nothingMeasured(
  what: string,
  { refused, left_out = 0 }: Pick<LatencyEvidence, 'refused' | 'left_out'>,
): RequirementFinding {
  if (left_out > 0) {
    const missing = [{ fact: what, add: 'the load again, on a less busy machine or at a lower rate' }];
    const reason = `${what} is not known: ${describeLeftOut(left_out)}`;
    return createFinding('unknown', reason, { missing });
  }
  if (refused === undefined) return notMeasured(what, 'a load benchmark whose requests can be sent');
  const missing = [{ fact: what, add: 'the load again, with an account and a model that are not refused' }];
  return createFinding('unknown', `${what} was not measured: ${refused}`, { missing });
}

function cutShort({
  refused,
  ended_early = false,
}: Pick<LatencyEvidence, 'refused' | 'ended_early'>): string {
  if (refused !== undefined) return `; the rest was refused: ${refused}`;
  return ended_early ? '; the load ended early, because the number of concurrent requests only grew' : '';
}

const describeLeftOut = (left: number, noun = 'request') =>
  `${plural(left, noun)} ${left === 1 ? 'is' : 'are'} left out because this service sent them too late for the limit`;

const leftOut = ({ left_out = 0 }: LatencyEvidence, noun: string) =>
  left_out === 0 ? '' : `; ${describeLeftOut(left_out, noun)}`;

/** Without a miss, the slowest requests below the limit show how requests depend on each other. */
function describeDependence({ n, misses, effective = n }: Misses, noun = 'request'): string {
  if (effective >= n) return '';
  const what = misses === 0 ? 'the slowest' : 'the misses';
  return ` (${what} came in clusters, so they count as ${plural(effective, `independent ${noun}`)})`;
}

function openEnd(status: Status, needed: number | null, noun = 'request'): string {
  if (status !== 'inconclusive') return '';
  if (needed === null) return `; that is too close to the limit for any number of ${noun}s to decide`;
  return `; about ${count(needed)} more would decide`;
}

const RATE_BENCHMARK = 'a load benchmark at the peak, or with subset capacity';

function judgeThroughput(evidence: ObservedCandidate['throughput'], limit: number): RequirementFinding {
  if (!evidence) return notMeasured('the sustained rate', RATE_BENCHMARK);
  const { highest_passed, lowest_failed, accepted_rps, why_open } = evidence;
  const bracket = { observed: highest_passed, ci_low: highest_passed, ci_high: lowest_failed };
  const asked = accepted_rps ?? 0;
  if (highest_passed !== null && asked >= limit && highest_passed <= asked) {
    const reason = `every limit held; ${isRateCarried(asked, evidence)}`;
    return createFinding('pass', reason, { ...bracket, observed: asked, ci_low: asked });
  }
  if (highest_passed !== null && highest_passed >= limit) {
    return createFinding('pass', `every limit held at ${rate(highest_passed)} requests a second`, bracket);
  }
  if (lowest_failed !== null && lowest_failed <= limit) {
    const reason = `a limit was missed at ${rate(lowest_failed)} requests a second${cutShort(evidence)}`;
    return createFinding('fail', reason, bracket);
  }
  if (highest_passed === null && lowest_failed === null) {
    const open = why_open ?? 'the requests do not show whether the limits are met';
    return createFinding('inconclusive', `${open}${sentAndAnswered(evidence)}`);
  }
  const next = why_open ?? suggestedRate(limit);
  return createFinding(
    'inconclusive',
    `${describeKnownRates(highest_passed, lowest_failed)}; ${next}`,
    bracket,
  );
}

/** No rate is shown to hold, but rates were measured. */
function sentAndAnswered({ sent_rps, answered_rps }: NonNullable<ObservedCandidate['throughput']>): string {
  return !sent_rps || answered_rps === undefined
    ? ''
    : `; ${rate(sent_rps)} requests a second were sent and ${rate(answered_rps)} answered`;
}

/**
 * Whether a load counts as the requested rate: the rates of requests and responses may differ from it only by the
 * randomness of arrivals.
 */
function isRateCarried(
  asked: number,
  { sent_rps: sent, answered_rps: answered }: NonNullable<ObservedCandidate['throughput']>,
) {
  const said = `target rate ${rate(asked)} requests a second`;
  return sent === undefined || answered === undefined
    ? said
    : `${said}, sent ${rate(sent)} and answered ${rate(answered)}, a difference that random arrivals explain`;
}

/** States the known rates on one or both sides of the limit, if nothing is known at the limit itself. */
function describeKnownRates(passed: number | null, failed: number | null): string {
  const missed = failed === null ? '' : `a limit was missed at ${rate(failed)} requests a second`;
  if (passed === null) return `${missed}, and the result at every lower rate is undecided`;
  const held = `every limit held at ${rate(passed)} requests a second`;
  return failed === null
    ? `${held}, and the result at every higher rate is undecided`
    : `${held}, and ${missed}`;
}

const suggestedRate = (limit: number) => `measure ${count(limit)} requests a second with more requests`;

const rate = count;

const SUCCESS_RATE = {
  what: 'the success rate',
  noun: 'request',
  benchmark: 'a load or availability benchmark',
  missed: 'failed',
  remark: '; this is the success rate under test load',
};
const COMPLETION_RATE: typeof SUCCESS_RATE = {
  ...{ what: 'how many sessions are completed', noun: 'session', missed: 'were not completed', remark: '' },
  benchmark: COUNTED_NOUNS.session.benchmark,
};

function judgeAvailability(
  evidence: AvailabilityEvidence | undefined,
  target: number,
  { what, noun, benchmark, missed, remark } = SUCCESS_RATE,
): RequirementFinding {
  if (!evidence) return notMeasured(what, benchmark);
  if (evidence.n === 0) return nothingMeasured(what, evidence);
  const { n, misses } = evidence;
  // An availability of 1 allows no miss: no number of requests can show it, and one miss refutes it.
  const allowed = 1 - target;
  const status = allowed > 0 ? judgeDependentMisses(evidence, allowed) : misses > 0 ? 'fail' : 'inconclusive';
  const samples_needed = allowed > 0 ? requestsNeededToDecide(evidence, allowed) : null;
  const range = missesRange(evidence);
  const rule = `${count(misses)} of ${plural(n, noun)} ${missed}${describeDependence(evidence, noun)}; at most ${formatExact(percent, allowed)} may${remark}`;
  const more = {
    observed: 1 - misses / n,
    ci_low: 1 - range.high,
    ci_high: 1 - range.low,
    n,
    samples_needed,
  };
  return createFinding(status, rule + openEnd(status, samples_needed, noun) + cutShort(evidence), more);
}

function judgeCost(cost: Cost | undefined, limit: number, unit: string): RequirementFinding {
  if (!cost) return notMeasured('the cost', 'a cost benchmark');
  if (!cost.known) return unknownFacts(cost.missing);
  const { value, low, high } = cost.value;
  const status = high <= limit ? 'pass' : low > limit ? 'fail' : 'inconclusive';
  const sign = value <= limit ? 'within' : 'above';
  const [said, most] = formatTogether(usd, [value, limit], limit);
  const from = cost.priced_from === undefined ? '' : `; priced from ${cost.priced_from}`;
  const reason = `${said} ${unit} is ${sign} ${most}${from}`;
  return createFinding(status, reason, {
    ...{ observed: value, ci_low: low, ci_high: high },
    ...(cost.is_synthetic && { is_synthetic: true }),
  });
}

function unknownFacts(missing: readonly MissingFact[]): RequirementFinding {
  return createFinding('unknown', `not known: ${missing.map(({ fact }) => fact).join('; ')}`, { missing });
}

function judgeCompliance(result: ComplianceResult | undefined): RequirementFinding {
  if (!result) return notMeasured('the compliance', 'a compliance benchmark');
  if (result.status === 'unknown') return unknownFacts(result.missing);
  const wanted = result.findings.filter(({ status }) => status === result.status);
  return createFinding(
    result.status,
    wanted.map(({ component, evidence }) => `${component}: ${evidence}`).join('; '),
  );
}

function judgeTolerance(lockIn: LockIn | undefined, word: string | null): RequirementFinding {
  const tolerance = vocabulary.vendor_lock_in_tolerance.meaning(word);
  if (!lockIn || !tolerance) return notMeasured('the lock-in', 'a lock_in benchmark');
  const status = judgeLockIn(lockIn, tolerance);
  if (status === 'unknown') return { ...unknownFacts(lockIn.missing), ci_low: lockIn.at_least };
  const { score, at_least } = lockIn;
  const known = score === null ? `at least ${at_least}` : String(score);
  const reason = `a lock-in of ${known}, ${tolerance.max_score} is tolerated${wayOut(lockIn, tolerance, status)}`;
  return createFinding(status, reason, { observed: score, ci_low: at_least, ci_high: score });
}

function wayOut(lockIn: LockIn, tolerance: LockInTolerance, status: string): string {
  const changes = status === 'fail' ? cheapestChange(lockIn, tolerance) : null;
  if (!changes) return '';
  const steps = changes.map(({ component, from, to }) => `${component} from ${from} to ${to}`);
  return `; it would pass with ${steps.join(' and ')}`;
}

function judgeMinimum(
  evidence: QualityEvidence | undefined,
  least: number,
  benchmark: string,
): RequirementFinding {
  const what = `the score on ${scoreName(benchmark)}`;
  if (!evidence) return notMeasured(what, howToMeasure(benchmark));
  const { score, n, items, missing } = evidence;
  if (score === null) {
    const add = `run ${benchmark} again, with a model that responds`;
    return createFinding('unknown', `${what} is unknown: none of ${plural(items, 'item')} has a score`, {
      missing: [{ fact: what, add }],
    });
  }
  const status = judgeQuality(evidence, least);
  const samples_needed = itemsNeededToDecide(evidence, least);
  const { low, high } = qualityRange(evidence);
  const [found, from, to, asked] = formatTogether(percent, [score, low, high, least], least);
  const range = `${from} to ${to} with 5 % of error at each end`;
  const said = `${found} of ${plural(n, 'item')}${itemsWorth(evidence)} (${range}); at least ${asked} is required`;
  const reason =
    said +
    withMissing(missing) +
    (status === 'inconclusive' ? openMinimum(evidence, least, samples_needed) : '');
  return createFinding(status, reason, {
    ...{ observed: score, ci_low: low, ci_high: high, n, samples_needed },
    ...(dependsOnGrader(evidence, least) && { depends_on_grader: true }),
  });
}

/**
 * The effective number of items that depend on each other; omitted if scores merely vary less than right and wrong.
 */
function itemsWorth({ n, worst }: QualityEvidence): string {
  return !worst.isExact && worst.worth < n - 1
    ? `, worth ${count(Math.floor(worst.worth))} independent ones`
    : '';
}

const withMissing = (missing: number) =>
  missing === 0 ? '' : `; ${plural(missing, 'response')} without a score may be right or wrong`;

function openMinimum(evidence: QualityEvidence, least: number, needed: number | null): string {
  const { lenient } = evidence;
  if (lenient !== undefined && dependsOnGrader(evidence, least))
    return `; the outcome depends on the grader: a lenient reading gives ${percent(lenient.score ?? 0)}. See grader_fit for the responses that it scores differently, and choose a suitable grader`;
  const tooFew = hasTooFewItems(evidence) ? '; too few for a decision' : '';
  if (needed !== null) return `${tooFew}; about ${count(needed)} more items would decide`;
  const { worst, best, missing } = evidence;
  if (missing > 0 && worst.score <= least && best.score >= least)
    return '; the missing scores decide, and further items would not help';
  return tooFew || '; that is too close to the minimum for any number of items to decide';
}
