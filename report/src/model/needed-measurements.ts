import type { Schemas } from '@touchstone/client';
import {
  PER_MILLE_BY_PERCENTILE,
  PERCENTILES,
  peakRpsOf,
  REQUEST_TIMES,
  type TimeLimits,
  type TimeName,
} from '../figures/limits.ts';
import { availabilityPercent, scoreKeyOfMinimum } from './demands.ts';

type Scenario = Pick<
  Schemas['Scenario'],
  | 'id'
  | 'name'
  | 'traffic_profile'
  | 'slo_requirements'
  | 'budget'
  | 'compliance'
  | 'vendor_lock_in_tolerance'
  | 'quality'
  | 'session_requirements'
>;
type Stack = Pick<Schemas['Stack'], 'hardware'>;

/** A benchmark that is needed to decide limits of requirements. */
export interface NeededMeasurement {
  /** A type such as `load` or `cost`, or a benchmark with a score. */
  benchmark_type: string;
  subset?: string;
  /** Present if it sends questions instead of load. */
  asks?: true;
  /** Number of requests or items for each candidate; absent if nothing is sent. */
  num_samples?: number;
  /** The minimum number with which the strictest limit can be shown to hold. */
  least?: number;
  /** The limits that need it, in words. */
  because: string;
  /** Present if requests follow a trace, which must be given. */
  needsTrace?: true;
  /** Present if load is sent in sessions, which limits on sessions need; `num_samples` counts sessions. */
  inSessions?: true;
}

/** Limits that nothing can measure, because the requirements are incomplete. */
export interface MeasurementGap {
  scenario_id: string;
  says: string;
  /** Present if a custom evaluation can measure them. */
  isCustom?: true;
}

export interface NeededMeasurements {
  measurements: NeededMeasurement[];
  gaps: MeasurementGap[];
}

/** Factor on the minimum number of requests, so that the limit still holds if a few requests miss it. */
const REQUESTS_FACTOR = 3.3;
const MIN_REQUESTS = 100;
/** Maximum number of requests in one load window. */
const MAX_WINDOW_REQUESTS = 10_000;
const ALPHA = 0.05;
/** Number of requests at each rate of a capacity search. */
const REQUESTS_PER_SEARCHED_RATE = 300;

/**
 * The benchmarks that these requirements need to get a verdict. Load is sent for each scenario of an evaluation, and
 * refused for one without a rate. A limit on a share p needs at least ln 0.05 / ln p requests: with fewer, not even a
 * run without a miss shows that it holds (`docs/explanation/verdict.md`).
 */
export function neededMeasurements(
  scenarios: readonly Scenario[],
  stacks: readonly Stack[],
): NeededMeasurements {
  const { load, gaps } = neededLoad(scenarios);
  return {
    gaps: [...gaps, ...customGaps(scenarios)],
    measurements: [
      ...neededScores(scenarios),
      ...load,
      ...neededAvailability(scenarios, load.length > 0),
      ...neededCapacity(scenarios, stacks, load.length > 0),
      ...neededFacts(scenarios),
    ],
  };
}

/** Default number of items, which decides most minimums if a candidate is a few points above or below. */
const DEFAULT_ITEMS = 200;

/**
 * The benchmarks whose scores have a minimum; of several minimums for one score, the strictest determines the number
 * of items.
 */
function neededScores(scenarios: readonly Scenario[]): NeededMeasurement[] {
  const wanted = scenarios.flatMap(({ quality }) =>
    quality.filter(({ benchmark }) => benchmark !== 'custom'),
  );
  return [...Map.groupBy(wanted, scoreKeyOfMinimum)].flatMap(([key, minimums]) => {
    const [first] = minimums;
    if (first === undefined) return [];
    const { benchmark, subset } = first;
    const most = Math.max(...minimums.map(({ min }) => min));
    const least = Math.max(1, Math.ceil(Math.log(ALPHA) / Math.log(Math.min(most, 0.9999))));
    return [
      {
        benchmark_type: benchmark,
        ...(subset !== undefined && { subset }),
        asks: true,
        num_samples: Math.max(DEFAULT_ITEMS, Math.ceil((REQUESTS_FACTOR * least) / 100) * 100),
        least,
        because: `at least ${availabilityPercent(most)} on ${key}`,
      },
    ];
  });
}

/** A minimum of a custom evaluation needs that evaluation, which only the user can write. */
function customGaps(scenarios: readonly Scenario[]): MeasurementGap[] {
  return scenarios.flatMap(({ id, name, quality }) => {
    const custom = quality.filter(({ benchmark }) => benchmark === 'custom');
    if (custom.length === 0) return [];
    const criteria = custom.flatMap(({ metric = 'overall' }) => (metric === 'overall' ? [] : [metric]));
    const by = criteria.length === 0 ? '' : ` with the criterion ${joined(criteria)}`;
    return [
      {
        scenario_id: id,
        says: `${name} has a minimum score for custom questions. Add custom questions${by} below, or the requirement stays unknown.`,
        isCustom: true,
      },
    ];
  });
}

const rateOf = ({ slo_requirements }: Scenario) => peakRpsOf(slo_requirements);
const hasLatency = ({ slo_requirements }: Scenario) => timeShares(slo_requirements).length > 0;
const hasSessionLimits = ({ session_requirements }: Scenario) => Object.keys(session_requirements).length > 0;
const isPriced = ({ budget }: Scenario) => Object.keys(budget).length > 0;

function neededLoad(scenarios: readonly Scenario[]): { load: NeededMeasurement[]; gaps: MeasurementGap[] } {
  const wanting = scenarios.filter(
    (one) => hasLatency(one) || hasSessionLimits(one) || rateOf(one) !== undefined,
  );
  if (wanting.length === 0) return { load: [], gaps: [] };
  const silent = scenarios.filter((one) => rateOf(one) === undefined);
  if (silent.length > 0) {
    const gaps = silent.map((one) => ({
      scenario_id: one.id,
      says: hasLatency(one)
        ? `${one.name} limits latency but has no peak rate. Latency is measured under load, so enter the requests per second in the requirements.`
        : `${one.name} has no peak rate, so load cannot be sent. Enter the requests per second in the requirements, or leave it out.`,
    }));
    return { load: [], gaps };
  }
  const shares = scenarios.flatMap(({ slo_requirements: slo, session_requirements }) => [
    ...timeShares(slo),
    ...availabilityShare(slo),
    ...sessionShares(session_requirements),
  ]);
  const because = joined([
    ...(scenarios.some(hasLatency) ? ['latency'] : []),
    ...(scenarios.some(hasSessionLimits) ? ['sessions'] : []),
    'rate',
    ...(scenarios.some((one) => availabilityShare(one.slo_requirements).length > 0) ? ['availability'] : []),
  ]);
  const needsTrace = scenarios.some(({ traffic_profile }) => traffic_profile === 'replay');
  return {
    load: [
      {
        benchmark_type: 'load',
        ...requestsFor(shares),
        because: `the ${because} at the peak rate`,
        ...(needsTrace && { needsTrace }),
        ...(scenarios.some(hasSessionLimits) && !needsTrace && { inSessions: true as const }),
      },
    ],
    gaps: [],
  };
}

function neededAvailability(scenarios: readonly Scenario[], isUnderLoad: boolean): NeededMeasurement[] {
  const shares = scenarios.flatMap(({ slo_requirements: slo }) => availabilityShare(slo));
  if (shares.length === 0 || isUnderLoad) return [];
  return [
    {
      benchmark_type: 'availability',
      ...requestsFor(shares),
      because: 'the availability, because no load is sent',
    },
  ];
}

/**
 * Hosting without a stated number of replicas is priced by the capacity of one, which needs a search and therefore
 * limits.
 */
function neededCapacity(
  scenarios: readonly Scenario[],
  stacks: readonly Stack[],
  isUnderLoad: boolean,
): NeededMeasurement[] {
  const isSearchable = scenarios.every((one) => hasLatency(one) && one.traffic_profile !== 'replay');
  if (!isUnderLoad || !isSearchable || !scenarios.some(isPriced) || !stacks.some(isPricedByCapacity))
    return [];
  return [
    {
      benchmark_type: 'load',
      subset: 'capacity',
      num_samples: REQUESTS_PER_SEARCHED_RATE,
      because: 'the budget: the cost of hosting depends on the capacity of a replica',
    },
  ];
}

function neededFacts(scenarios: readonly Scenario[]): NeededMeasurement[] {
  const asksCompliance = ({ compliance: { regions = [], certifications = [] } }: Scenario) =>
    regions.length + certifications.length > 0;
  return [
    ...(scenarios.some(isPriced) ? [{ benchmark_type: 'cost' as const, because: 'the budget' }] : []),
    ...(scenarios.some(asksCompliance)
      ? [{ benchmark_type: 'compliance' as const, because: 'regions and certificates' }]
      : []),
    ...(scenarios.some((one) => one.vendor_lock_in_tolerance !== null)
      ? [{ benchmark_type: 'lock_in' as const, because: 'the maximum lock-in' }]
      : []),
  ];
}

/** Whether the number of replicas of a self-hosted stack follows from the capacity of one. */
function isPricedByCapacity({ hardware }: Stack): boolean {
  const { gpu_type, instance_family, replicas } = hardware;
  return (gpu_type !== undefined || instance_family !== undefined) && replicas === undefined;
}

/** The shares of requests or sessions that the limits on some times apply to. */
function timeShares(limits: TimeLimits<TimeName>, times: readonly TimeName[] = REQUEST_TIMES): number[] {
  return times.flatMap((time) =>
    PERCENTILES.flatMap((p) =>
      limits[`${p}_${time}_ms`] === undefined ? [] : [PER_MILLE_BY_PERCENTILE[p] / 1000],
    ),
  );
}

/** 100 % can never be shown to hold; it counts as the strictest share that can. */
function sessionShares(limits: Scenario['session_requirements']): number[] {
  const { completed_share: completed } = limits;
  return [
    ...timeShares(limits, ['session']),
    ...(completed === undefined ? [] : [Math.min(completed, 0.9999)]),
  ];
}

/** A number above 1 is a percentage. 100 % can never be shown to hold; it counts as the strictest share that can. */
function availabilityShare({ availability }: Scenario['slo_requirements']): number[] {
  if (availability === undefined) return [];
  const share = availability > 1 ? availability / 100 : availability;
  return [Math.min(share, 0.9999)];
}

function requestsFor(shares: readonly number[]): { num_samples: number; least?: number } {
  if (shares.length === 0) return { num_samples: MIN_REQUESTS };
  const least = Math.max(...shares.map((share) => Math.ceil(Math.log(ALPHA) / Math.log(share))));
  const usual = Math.ceil((REQUESTS_FACTOR * least) / 100) * 100;
  return {
    num_samples: Math.max(least, Math.min(MAX_WINDOW_REQUESTS, Math.max(MIN_REQUESTS, usual))),
    least,
  };
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
