import { count, formatExact, ms, percent, usd } from '@touchstone/report/figures';
import {
  LIMITS,
  type LimitName,
  PERCENTILES,
  type Percentile,
  REQUEST_TIMES,
  type RequestTime,
  type TimeLimits,
  type TimeName,
} from '@touchstone/report/limits';
import { vocabulary } from '../../models/catalog/catalog.ts';

/** The parts of a scenario that contain requirements. */
export interface StatedRequirements {
  readonly slo_requirements: TimeLimits<RequestTime> & {
    /** The peak rate, also if the scenario states it per minute. */
    readonly throughput_rps?: number;
    readonly availability?: number;
  };
  readonly budget: { readonly monthly_limit_usd?: number; readonly cost_per_1k_requests_usd?: number };
  readonly compliance: { readonly regions?: readonly string[]; readonly certifications?: readonly string[] };
  readonly vendor_lock_in_tolerance: string | null;
  /** Absent if there are none, and in old plans. */
  readonly quality?: readonly QualityMinimum[];
  readonly session_requirements?: TimeLimits<'session'> & {
    /** From 0 to 1. */
    readonly completed_share?: number;
  };
}

/** The minimum score on a benchmark. */
export interface QualityMinimum {
  readonly benchmark: string;
  readonly subset?: string;
  /** For a custom evaluation: the criterion or `overall`; for `rag`: the measure. */
  readonly metric?: string;
  /** From 0 to 1. */
  readonly min: number;
}

/** The key of the score in results: `gsm8k`, `mmlu/anatomy`, `custom/overall`. */
export function scoreKeyOf({ benchmark, subset, metric = 'overall' }: QualityMinimum): string {
  if (benchmark === 'custom') return `custom/${metric}`;
  const key = subset === undefined ? benchmark : `${benchmark}/${subset}`;
  // Measures of retrieval and citations are separate benchmarks below it.
  return benchmark === 'rag' && !['overall', 'accuracy'].includes(metric) ? `${key}/${metric}` : key;
}

/** The k of a minimum on pass^k; 1 for the score itself. */
export function runsThatPass({ benchmark, metric = '' }: QualityMinimum): number {
  return benchmark === 'custom' ? 1 : Number(/^pass\^([1-9]\d?)$/.exec(metric)?.[1] ?? 1);
}

/** Identifies a minimum: the score's key, with pass^k if it is on that. */
export function minimumKeyOf(minimum: QualityMinimum): string {
  const k = runsThatPass(minimum);
  return k === 1 ? scoreKeyOf(minimum) : `${scoreKeyOf(minimum)} pass^${k}`;
}

/** The benchmark that measures a score, in words. */
export function howToMeasure(key: string): string {
  const [, benchmark = key, k] = /^(.*) pass\^(\d+)$/s.exec(key) ?? [];
  if (k !== undefined) return `${howToMeasure(benchmark)}, in at least ${k} epochs`;
  const [type, ...rest] = benchmark.split('/');
  if (type === 'custom')
    return rest.join('/') === 'overall'
      ? 'a custom evaluation'
      : `a custom evaluation with the criterion ${rest.join('/')}`;
  return rest.length === 0 ? `the benchmark ${type}` : `the benchmark ${type} with subset ${rest.join('/')}`;
}

/** One requirement of a scenario. */
export interface Requirement {
  readonly kind: LimitName;
  /** Unique in the scenario: the kind, with the name for certifications and the score's key for minimum scores. */
  readonly requirement: string;
  /** The limit in the metric's unit; null if it is not a number. */
  readonly limit: number | null;
  /** Which side of the limit is good. */
  readonly direction: 'lower' | 'higher';
  /** The metric on which candidates and scenario are compared. */
  readonly metric: string;
  /** The limit in words. */
  readonly says: string;
  /** The name of a certification, as in the scenario. */
  readonly certificate?: string;
  /** For a quality requirement: the key of the score in the results. */
  readonly benchmark?: string;
}

/** The name of a requirement in sentences: `p95 latency`. */
export function nounOfRequirement({ kind, certificate, benchmark, requirement }: Requirement): string {
  if (kind === 'certification')
    return `certificate ${certificate ?? requirement.replace('certification: ', '')}`;
  const { noun } = LIMITS[kind];
  return kind === 'quality' ? `${noun} on ${scoreName(benchmark ?? '')}` : noun;
}

/** The name of a score in sentences: datasets and custom evaluations by their own names. */
export const scoreName = (key: string) =>
  key.replace(/^(?:dataset|custom|imported)\//, '').replaceAll('_', ' ');

/** A limit on a percentile of a time. */
export interface StatedTimeLimit<Time extends TimeName = TimeName> {
  readonly time: Time;
  readonly percentile: Percentile;
  readonly ms: number;
}

/** The limits of a scenario on some times. */
export function timeLimitsOf<Time extends TimeName>(
  scenario: Pick<StatedRequirements, 'slo_requirements' | 'session_requirements'>,
  times: readonly Time[],
): StatedTimeLimit<Time>[] {
  const stated: TimeLimits<TimeName> = { ...scenario.slo_requirements, ...scenario.session_requirements };
  return times.flatMap((time) =>
    PERCENTILES.flatMap((percentile) => {
      const ms = stated[`${percentile}_${time}_ms`];
      return ms === undefined ? [] : [{ time, percentile, ms }];
    }),
  );
}

/** An availability above 1 is a percentage: 99.9 is 0.999. */
function availabilityShare(given: number): number {
  return given > 1 ? Number((given / 100).toPrecision(15)) : given;
}

/** All requirements of a scenario, in the order of its fields. */
export function requirementsOf(scenario: StatedRequirements, label: string): Requirement[] {
  const { slo_requirements: slo, budget, compliance } = scenario;
  const found: Requirement[] = [];
  const add = (kind: LimitName, limit: number | null | undefined, metric: string, says: string) => {
    const direction = LIMITS[kind].better;
    if (limit !== undefined) found.push({ kind, requirement: kind, limit, direction, metric, says });
  };
  const addTimes = (times: readonly TimeName[]) => {
    for (const { time, percentile: p, ms: limit } of timeLimitsOf(scenario, times)) {
      const kind = `${p}_${time}_ms` as const;
      add(
        kind,
        limit,
        `load/${label}/${time}_${p}_ms`,
        `${LIMITS[kind].noun} of at most ${formatExact(ms, limit)}`,
      );
    }
  };
  addTimes(REQUEST_TIMES);
  const { throughput_rps, availability } = slo;
  add(
    'throughput_rps',
    throughput_rps,
    `load/${label}/throughput_rps`,
    `${formatExact(count, throughput_rps ?? 0)} requests a second`,
  );
  const share = availability === undefined ? undefined : availabilityShare(availability);
  add(
    'availability',
    share,
    `availability/${label}/success_rate`,
    `an availability of ${formatExact(percent, share ?? 0)}`,
  );
  addTimes(['session']);
  const completed = scenario.session_requirements?.completed_share;
  add(
    'sessions_completed',
    completed,
    `load/${label}/sessions_completed_share`,
    `${formatExact(percent, completed ?? 0)} of sessions completed`,
  );
  const { monthly_limit_usd: monthly, cost_per_1k_requests_usd: per1k } = budget;
  add(
    'monthly_limit_usd',
    monthly,
    `cost/${label}/monthly_usd`,
    `at most ${formatExact(usd, monthly ?? 0)} a month`,
  );
  add(
    'cost_per_1k_requests_usd',
    per1k,
    `cost/${label}/per_1k_requests_usd`,
    `at most ${formatExact(usd, per1k ?? 0)} for 1,000 requests`,
  );
  const regions = [...new Set(compliance.regions ?? [])];
  if (regions.length > 0) {
    add('regions', null, `compliance/${label}/regions`, `prompts only in ${regions.join(', ')}`);
  }
  for (const name of new Set(compliance.certifications ?? [])) {
    found.push({
      kind: 'certification',
      requirement: `certification: ${name}`,
      limit: null,
      direction: 'higher',
      metric: `compliance/${label}/${name}`,
      says: `the certificate ${name}`,
      certificate: name,
    });
  }
  const tolerance = vocabulary.vendor_lock_in_tolerance.meaning(scenario.vendor_lock_in_tolerance);
  if (tolerance) {
    const { word, max_score } = tolerance;
    const says = `a lock-in of at most ${max_score} (${word})`;
    add('vendor_lock_in_tolerance', max_score, 'lock_in/score', says);
  }
  return [...found, ...(scenario.quality ?? []).map((one) => minimumOf(one, label))];
}

function minimumOf(minimum: QualityMinimum, label: string): Requirement {
  const benchmark = minimumKeyOf(minimum);
  return {
    kind: 'quality',
    requirement: `quality: ${benchmark}`,
    limit: minimum.min,
    direction: 'higher',
    metric: `quality/${label}/${benchmark}`,
    says: `at least ${formatExact(percent, minimum.min)} on ${scoreName(benchmark)}`,
    benchmark,
  };
}

/** The limits of a scenario as metrics, with which candidates are compared. */
export function limitMetrics(scenario: StatedRequirements, label: string): Record<string, number> {
  return Object.fromEntries(
    requirementsOf(scenario, label).flatMap(({ metric, limit }) => (limit === null ? [] : [[metric, limit]])),
  );
}
