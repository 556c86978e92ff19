import { count, ms, percent, type Unit, usd } from './figures.ts';

/*
 * The percentiles and limits of requirements, for server, report and console alike. A percentile is added only here.
 * What else a limit affects: docs/architecture.md#a-new-limit.
 */

/** The percentiles of times, ascending, each with the number of 1,000 values at or below it. */
export const PER_MILLE_BY_PERCENTILE = { p50: 500, p90: 900, p95: 950, p99: 990 } as const;

export type Percentile = keyof typeof PER_MILLE_BY_PERCENTILE;

/** The percentiles that every stored result has. Others are only in results of versions after their addition. */
const FIRST_PERCENTILES = ['p50', 'p95', 'p99'] as const satisfies readonly Percentile[];

export type LaterPercentile = Exclude<Percentile, (typeof FIRST_PERCENTILES)[number]>;

/** The percentiles of times, ascending. */
export const PERCENTILES = Object.keys(PER_MILLE_BY_PERCENTILE) as readonly Percentile[];

/** A value for each percentile, in ascending order. */
export function perPercentile<T>(of: (percentile: Percentile) => T): Record<Percentile, T> {
  return Object.fromEntries(PERCENTILES.map((percentile) => [percentile, of(percentile)])) as Record<
    Percentile,
    T
  >;
}

/** A value for each percentile that was added later. */
export function perLaterPercentile<T>(of: (percentile: LaterPercentile) => T): Record<LaterPercentile, T> {
  const isFirst = (percentile: Percentile) =>
    (FIRST_PERCENTILES as readonly Percentile[]).includes(percentile);
  return Object.fromEntries(
    PERCENTILES.filter((percentile): percentile is LaterPercentile => !isFirst(percentile)).map(
      (percentile) => [percentile, of(percentile)],
    ),
  ) as Record<LaterPercentile, T>;
}

/** The latency measures under load by their names in the API: `latency_p95` is the p95 latency. */
export const LATENCY_MEASURES: Readonly<Record<string, string>> = Object.fromEntries(
  PERCENTILES.map((percentile) => [`latency_${percentile}`, `${percentile} latency`]),
);

/** The share of values that may be above a percentile: 0.05 for p95. */
export const shareAbove = (percentile: Percentile): number =>
  (1000 - PER_MILLE_BY_PERCENTILE[percentile]) / 1000;

/** The share of values at or below a percentile, in words: `95 of 100`. */
export const shareInWords = (percentile: Percentile): string =>
  `${PER_MILLE_BY_PERCENTILE[percentile] / 10} of 100`;

/** A time that a scenario can limit. */
interface LimitedTime {
  /** The field of a scenario that contains its limits. */
  readonly field: 'slo_requirements' | 'session_requirements';
  readonly counts: 'requests' | 'sessions';
  /** The noun of the time in sentences: `latency`. */
  readonly noun: string;
  /** Precedes the percentile in a column head; empty for the latency. */
  readonly head: string;
  /** The noun of what is within the limit: 95 of 100 *answers*. */
  readonly of: string;
  /** The start and end of the time in ms. */
  readonly measured: string;
}

const TIME_TABLE = {
  latency: {
    field: 'slo_requirements',
    counts: 'requests',
    noun: 'latency',
    head: '',
    of: 'responses',
    measured: 'from the intended send to the last token',
  },
  ttft: {
    field: 'slo_requirements',
    counts: 'requests',
    noun: 'time to the first token',
    head: 'First token ',
    of: 'first tokens',
    measured: 'from the intended send to the first token that a user sees',
  },
  tpot: {
    field: 'slo_requirements',
    counts: 'requests',
    noun: 'time per output token',
    head: 'Per token ',
    of: 'mean times per output token',
    measured: 'as the mean time per token of a response after its first',
  },
  session: {
    field: 'session_requirements',
    counts: 'sessions',
    noun: 'session time',
    head: 'Session ',
    of: 'sessions',
    measured: 'from the arrival of a session to its last response, including pauses',
  },
} as const satisfies Record<string, LimitedTime>;

/** The name of a time in its limits: `ttft` in `p95_ttft_ms`. */
export type TimeName = keyof typeof TIME_TABLE;
/** A time that every request has. */
export type RequestTime = Exclude<TimeName, 'session'>;

/** The times that a scenario can limit, by their names. */
export const LIMITED_TIMES: Readonly<Record<TimeName, LimitedTime>> = TIME_TABLE;
export const LIMITED_TIME_NAMES = Object.keys(LIMITED_TIMES) as readonly TimeName[];
export const REQUEST_TIMES = LIMITED_TIME_NAMES.filter(
  (time): time is RequestTime => LIMITED_TIMES[time].counts === 'requests',
);

/** The topic of a limit. */
export type LimitTopic =
  | TimeName
  | 'throughput'
  | 'availability'
  | 'completed sessions'
  | 'cost'
  | 'regions'
  | 'certification'
  | 'lock-in'
  | 'quality';

interface Limit {
  readonly topic: LimitTopic;
  /** The noun in sentences. Certificates and minimum scores are named by their requirement. */
  readonly noun: string;
  /** The column head, with the unit of its figures. */
  readonly head: string;
  /** Which side of the limit is good. */
  readonly better: 'lower' | 'higher';
  /** The unit of its figures. */
  readonly unit: Unit;
  /** The sampled unit; absent for facts and costs. */
  readonly counts?: 'requests' | 'sessions' | 'items';
  /** Present for a limit on a time. */
  readonly percentile?: Percentile;
}

interface TimeLimit extends Limit {
  readonly topic: TimeName;
  readonly percentile: Percentile;
}

/** The limits on times by their names in the API: `p95_latency_ms`. */
export type TimeLimitName<Time extends TimeName = TimeName> = `${Percentile}_${Time}_ms`;

/** Limits in ms on percentiles of times, as a scenario states them. */
export type TimeLimits<Time extends TimeName> = Partial<Record<TimeLimitName<Time>, number>>;

/** A value for the limit on each percentile of some times, by its name in the API. */
export function perTimeLimit<Time extends TimeName, T>(
  times: readonly Time[],
  of: (percentile: Percentile, time: Time) => T,
): Record<TimeLimitName<Time>, T> {
  return Object.fromEntries(
    times.flatMap((time) =>
      PERCENTILES.map((percentile) => [`${percentile}_${time}_ms`, of(percentile, time)]),
    ),
  ) as Record<TimeLimitName<Time>, T>;
}

const timeLimit = (percentile: Percentile, time: TimeName): TimeLimit => ({
  topic: time,
  noun: `${percentile} ${LIMITED_TIMES[time].noun}`,
  head: `${LIMITED_TIMES[time].head}${percentile}, ms`,
  better: 'lower',
  unit: ms,
  counts: LIMITED_TIMES[time].counts,
  percentile,
});
/** The peak rate of a scenario in requests per second, not rounded; undefined if it states none. */
export function peakRpsOf({ throughput_rps, throughput_rpm }: PeakRates): number | undefined {
  const perSecond = throughput_rpm == null ? null : throughput_rpm / 60;
  const stated = [throughput_rps, perSecond].filter((rate) => rate != null);
  return stated.length === 0 ? undefined : Math.max(...stated);
}

/** The peak rate as stated: per second, per minute, or both. */
export interface PeakRates {
  readonly throughput_rps?: number | null;
  readonly throughput_rpm?: number | null;
}

const isShare = { better: 'higher', unit: percent } as const;
const isUsd = { topic: 'cost', better: 'lower', unit: usd } as const;

const LIMIT_TABLE = {
  ...perTimeLimit(REQUEST_TIMES, timeLimit),
  throughput_rps: {
    topic: 'throughput',
    noun: 'throughput',
    head: 'Requests/s',
    better: 'higher',
    unit: count,
    counts: 'requests',
  },
  availability: {
    topic: 'availability',
    noun: 'availability',
    head: 'Availability, %',
    ...isShare,
    counts: 'requests',
  },
  ...perTimeLimit(['session'], timeLimit),
  sessions_completed: {
    topic: 'completed sessions',
    noun: 'completed sessions',
    head: 'Sessions completed, %',
    ...isShare,
    counts: 'sessions',
  },
  monthly_limit_usd: { ...isUsd, noun: 'cost of a month', head: '$/month' },
  cost_per_1k_requests_usd: { ...isUsd, noun: 'cost of 1,000 requests', head: '$/1,000' },
  regions: { topic: 'regions', noun: 'regions', head: 'Regions', better: 'higher', unit: count },
  certification: {
    topic: 'certification',
    noun: 'certificate',
    head: 'Certificate',
    better: 'higher',
    unit: count,
  },
  vendor_lock_in_tolerance: {
    topic: 'lock-in',
    noun: 'lock-in',
    head: 'Lock-in',
    better: 'lower',
    unit: count,
  },
  quality: { topic: 'quality', noun: 'quality', head: 'Quality', ...isShare, counts: 'items' },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMIT_TABLE;

/** Every limit that a scenario can state, by its name in the API, in display order. */
export const LIMITS: Readonly<Record<LimitName, Limit>> & Readonly<Record<TimeLimitName, TimeLimit>> =
  LIMIT_TABLE;

/** The names of all limits. */
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

export const isTimeLimit = (name: LimitName): name is TimeLimitName => LIMITS[name].percentile !== undefined;
