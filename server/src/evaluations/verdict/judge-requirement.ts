import {
  type ComplianceResult,
  cheapestChange,
  judgeLockIn,
  type LockIn,
  type LockInTolerance,
  type MissingFact,
  vocabulary,
} from '../../catalog/catalog.ts';
import { wilson } from '../statistics/statistics.ts';
import type { Requirement, Requiring } from './bar.ts';
import { judgeMisses, moreRequests } from './miss-rule.ts';
import { type Amount, isMissing, type LatencyEvidence, type Missing, type Observed } from './observed.ts';

export type Status = 'pass' | 'fail' | 'inconclusive' | 'unknown';

/** What was found of one requirement. */
export interface Finding {
  readonly status: Status;
  /** In the unit of the limit; null when it is not known or no number. */
  readonly observed: number | null;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  /** Requests it rests on; null for facts. */
  readonly n: number | null;
  /** About how many more requests would decide; null when decided, or when none would. */
  readonly samples_needed: number | null;
  /** Why, in words. */
  readonly reason: string;
  readonly missing: readonly MissingFact[];
}

const ALLOWED = { p50_latency_ms: 0.5, p95_latency_ms: 0.05, p99_latency_ms: 0.01 } as const;

/** What is known of a candidate, held against one requirement. What was not measured or is not known is `unknown`. */
export function judgeRequirement(requirement: Requirement, scenario: Requiring, observed: Observed): Finding {
  const limit = requirement.limit ?? 0;
  switch (requirement.kind) {
    case 'p50_latency_ms':
      return judgeLatency(observed.p50, ALLOWED.p50_latency_ms);
    case 'p95_latency_ms':
      return judgeLatency(observed.p95, ALLOWED.p95_latency_ms);
    case 'p99_latency_ms':
      return judgeLatency(observed.p99, ALLOWED.p99_latency_ms);
    case 'throughput_rps':
      return judgeThroughput(observed.throughput, limit);
    case 'availability':
      return judgeAvailability(observed.availability, limit);
    case 'monthly_limit_usd':
      return judgeAmount(observed.monthly_usd, limit, 'USD a month');
    case 'cost_per_1k_requests_usd':
      return judgeAmount(observed.per_1k_usd, limit, 'USD for 1,000 requests');
    case 'regions':
      return judgeCompliance(observed.regions);
    case 'certification':
      return judgeCompliance(
        observed.certifications?.[requirement.requirement.slice('certification: '.length)],
      );
    case 'vendor_lock_in_tolerance':
      return judgeTolerance(observed.lock_in, scenario.vendor_lock_in_tolerance);
  }
}

function finding(status: Status, reason: string, more: Partial<Finding> = {}): Finding {
  const nothing = { observed: null, ci_low: null, ci_high: null, n: null, samples_needed: null, missing: [] };
  return { status, reason, ...nothing, ...more };
}

function notMeasured(what: string, benchmark: string): Finding {
  const missing = [{ fact: what, add: benchmark }];
  return finding('unknown', `${what} was not measured: it takes ${benchmark}`, { missing });
}

function judgeLatency(evidence: LatencyEvidence | undefined, allowed: number): Finding {
  if (!evidence || evidence.n === 0) return notMeasured('the latency under load', 'a load benchmark');
  const { n, misses, observed, ci_low, ci_high } = evidence;
  const status = judgeMisses(n, misses, allowed);
  const samples_needed = moreRequests(n, misses, allowed);
  const rule = `${misses} of ${n} requests missed it, ${percent(allowed)} may`;
  return finding(status, rule + openEnd(status, samples_needed), {
    observed,
    ci_low,
    ci_high,
    n,
    samples_needed,
  });
}

function openEnd(status: Status, needed: number | null): string {
  if (status !== 'inconclusive') return '';
  if (needed === null) return '; that is too close to the limit for any number of requests to decide';
  return `; about ${needed} more would decide`;
}

const percent = (share: number) => `${Number((share * 100).toPrecision(6))} %`;

function judgeThroughput(evidence: Observed['throughput'], limit: number): Finding {
  if (!evidence)
    return notMeasured('the rate it holds', 'a load benchmark at the peak, or with subset capacity');
  const { highest_passed, lowest_failed } = evidence;
  const bracket = { observed: highest_passed, ci_low: highest_passed, ci_high: lowest_failed };
  if (highest_passed !== null && highest_passed >= limit) {
    return finding('pass', `every limit held at ${highest_passed} requests a second`, bracket);
  }
  if (lowest_failed !== null && lowest_failed <= limit) {
    return finding('fail', `a limit was missed at ${lowest_failed} requests a second`, bracket);
  }
  const tried = [highest_passed ?? 'none', lowest_failed ?? 'none'];
  if (highest_passed === null && lowest_failed === null) {
    return finding(
      'inconclusive',
      'at the rate that was sent the limits are neither shown to hold nor missed',
    );
  }
  return finding(
    'inconclusive',
    `held at ${tried[0]}, missed at ${tried[1]} requests a second; try ${limit}`,
    bracket,
  );
}

function judgeAvailability(evidence: Observed['availability'], target: number): Finding {
  if (!evidence || evidence.attempted === 0)
    return notMeasured('the success rate', 'a load or availability benchmark');
  const { attempted: n, succeeded } = evidence;
  // An availability of 1 allows no miss at all: no number of requests can show it, and one miss refutes it.
  const allowed = 1 - target;
  const misses = n - succeeded;
  const status = allowed > 0 ? judgeMisses(n, misses, allowed) : misses > 0 ? 'fail' : 'inconclusive';
  const samples_needed = allowed > 0 ? moreRequests(n, misses, allowed) : null;
  const { low, high } = wilson(succeeded, n, 0.95);
  const rule = `${misses} of ${n} requests failed, ${percent(allowed)} may; this is the success rate under test load`;
  const more = { observed: succeeded / n, ci_low: low, ci_high: high, n, samples_needed };
  return finding(status, rule + openEnd(status, samples_needed), more);
}

function judgeAmount(amount: Amount | Missing | undefined, limit: number, unit: string): Finding {
  if (!amount) return notMeasured('the cost', 'a cost benchmark');
  if (isMissing(amount)) return unknownFacts(amount.missing);
  const { value, low, high } = amount;
  const status = high <= limit ? 'pass' : low > limit ? 'fail' : 'inconclusive';
  const sign = value <= limit ? 'within' : 'above';
  const reason = `${Number(value.toPrecision(6))} ${unit} is ${sign} ${limit}`;
  return finding(status, reason, { observed: value, ci_low: low, ci_high: high });
}

function unknownFacts(missing: readonly MissingFact[]): Finding {
  const facts = missing.map(({ fact, add }) => `${fact} (add it: ${add})`);
  return finding('unknown', `not known: ${facts.join('; ')}`, { missing });
}

function judgeCompliance(result: ComplianceResult | undefined): Finding {
  if (!result) return notMeasured('the compliance', 'a compliance benchmark');
  if (result.status === 'unknown') return unknownFacts(result.missing);
  const wanted = result.findings.filter(({ status }) => status === result.status);
  return finding(
    result.status,
    wanted.map(({ component, evidence }) => `${component}: ${evidence}`).join('; '),
  );
}

function judgeTolerance(lockIn: LockIn | undefined, word: string | null): Finding {
  const tolerance = vocabulary.vendor_lock_in_tolerance.meaning(word);
  if (!lockIn || !tolerance) return notMeasured('the lock-in', 'a lock_in benchmark');
  const status = judgeLockIn(lockIn, tolerance);
  if (status === 'unknown') return { ...unknownFacts(lockIn.missing), ci_low: lockIn.at_least };
  const { score, at_least } = lockIn;
  const known = score === null ? `at least ${at_least}` : String(score);
  const reason = `a lock-in of ${known}, ${tolerance.max_score} is tolerated${wayOut(lockIn, tolerance, status)}`;
  return finding(status, reason, { observed: score, ci_low: at_least, ci_high: score });
}

function wayOut(lockIn: LockIn, tolerance: LockInTolerance, status: string): string {
  const changes = status === 'fail' ? cheapestChange(lockIn, tolerance) : null;
  if (!changes) return '';
  const steps = changes.map(({ component, from, to }) => `${component} from ${from} to ${to}`);
  return `; it would pass with ${steps.join(' and ')}`;
}
