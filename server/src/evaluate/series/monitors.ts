import {
  addMeanLook,
  addQuantileLook,
  effectiveSizeOfUnits,
  evidenceNeeded,
  type MeanMonitor,
  type MonitoredRun,
  type MonitoredValues,
  mean,
  meanEvidence,
  meanLimit,
  meanSequence,
  nearestRank,
  type QuantileMonitor,
  quantileEvidence,
  quantileLimit,
  startMeanMonitor,
  startQuantileMonitor,
} from '../../measure/statistics/statistics.ts';
import type {
  Observations,
  ObservedBenchmark,
  ObservedLoad,
  ObservedScores,
} from '../evaluations/evaluations.ts';
import type { MeasureFinding, SeriesMargins } from './series-schemas.ts';

/** The probability of any false alarm in the life of a series, over all its targets and measures. */
export const FALSE_ALARM_PROBABILITY = 0.05;

/** The stored monitor of one target on one benchmark. */
export interface Monitor {
  readonly target_label: string;
  readonly benchmark: string;
  readonly measure: 'score' | 'coverage' | 'latency_p95' | 'load_p95' | 'cost_p50';
  readonly margin: number;
  readonly reference: number;
  readonly level: number;
  /** The monitored items; null = all. */
  readonly items: readonly number[] | null;
  readonly cusum: number | null;
  /** Whether any interim analysis has raised an alarm. */
  readonly alarmed: boolean;
  readonly state: { readonly mean: MeanMonitor } | { readonly quantile: StoredQuantile };
}

/** JSON has no infinite numbers, so a missing bound is null. */
type StoredQuantile = Omit<QuantileMonitor, 'ceiling'> & { readonly ceiling: number | null };

const QUANTILES = {
  latency_p95: { perMille: 950, above: 0.05 },
  load_p95: { perMille: 950, above: 0.05 },
  cost_p50: { perMille: 500, above: 0.5 },
} as const;

/**
 * Starts a monitor for each target and measure that the margins name, with an equal share of the level. Empty if
 * nothing can be monitored.
 */
export function startMonitors(
  { benchmarks, loads, targets }: Observations,
  margins: SeriesMargins,
  items: MeanMonitor['items'],
): Monitor[] {
  const { latency_ratio = 1, cost_ratio = 1 } = margins;
  const ofItems = benchmarks.flatMap((benchmark) =>
    targets.flatMap(({ label }, at) => {
      const seen = benchmark.targets[at] as ObservedScores;
      const of = (
        measure: Monitor['measure'],
        margin: number | undefined,
        begin: (level: number) => StartedMonitor | null,
      ) =>
        margin === undefined
          ? []
          : [{ target_label: label, benchmark: benchmark.key, measure, margin, begin }];
      return [
        ...of('score', margins.score, (alpha) =>
          beginMean(benchmark, scoredItems(seen), { items, margin: margins.score ?? 0, alpha }),
        ),
        ...of('coverage', margins.coverage, (alpha) =>
          beginMean(benchmark, coveredItems(seen), { items, margin: margins.coverage ?? 0, alpha }),
        ),
        ...of('latency_p95', margins.latency_ratio, (alpha) =>
          beginQuantile('latency_p95', callsOf(benchmark, seen.latencies), { ratio: latency_ratio, alpha }),
        ),
        ...of('cost_p50', margins.cost_ratio, (alpha) =>
          beginQuantile('cost_p50', callsOf(benchmark, seen.costs), { ratio: cost_ratio, alpha }),
        ),
      ];
    }),
  );
  const ofLoads = loads.flatMap(({ key, targets: loaded }) =>
    margins.latency_ratio === undefined
      ? []
      : loaded.map((load) => ({
          target_label: targets[load.target]?.label ?? '',
          benchmark: key,
          measure: 'load_p95' as const,
          margin: latency_ratio,
          begin: (alpha: number) =>
            beginQuantile('load_p95', windowsOf(load), { ratio: latency_ratio, alpha }, load.worth),
        })),
  );
  const begun = [...ofItems, ...ofLoads];
  const level = FALSE_ALARM_PROBABILITY / begun.length;
  return begun.flatMap(({ begin, ...named }) => {
    const found = begin(level);
    return found === null ? [] : [{ ...named, level, cusum: null, alarmed: false, ...found }];
  });
}

type StartedMonitor = Pick<Monitor, 'reference' | 'items' | 'state'>;
type ByItem = readonly (number | null)[];

const scoredItems = ({ scores }: ObservedScores): ByItem => scores;
const coveredItems = ({ scores }: ObservedScores): ByItem => scores.map((score) => Number(score !== null));

/** Starts a monitor of the mean over the items that have a value. */
function beginMean(
  benchmark: ObservedBenchmark,
  values: ByItem,
  settings: Pick<MeanMonitor, 'items' | 'margin' | 'alpha'>,
): StartedMonitor | null {
  const kept = values.flatMap((value, item) => (value === null ? [] : [item]));
  if (kept.length === 0) return null;
  const run = unitsOf(benchmark, values, kept);
  const items = settings.items === 'fresh' || kept.length === values.length ? null : kept;
  return { reference: meanOf(run), items, state: { mean: startMeanMonitor(run, settings) } };
}

/** Values by cluster if items share clusters, in order of appearance. A missing value counts as right. */
function unitsOf({ clusters }: ObservedBenchmark, values: ByItem, items: readonly number[]): MonitoredRun {
  const units = new Map<number, { total: number; size: number }>();
  for (const item of items) {
    const key = clusters?.[item] ?? item;
    const unit = units.get(key) ?? { total: 0, size: 0 };
    units.set(key, { total: unit.total + (values[item] ?? 1), size: unit.size + 1 });
  }
  const all = [...units.values()];
  return { totals: all.map(({ total }) => total), sizes: all.map(({ size }) => size) };
}

const meanOf = ({ totals, sizes }: MonitoredRun) =>
  (mean(totals) * totals.length) / (mean(sizes) * sizes.length);

/** Values by cluster if items share clusters, because what makes one item slow or expensive may affect the others. */
function callsOf({ clusters }: ObservedBenchmark, values: MonitoredValues | null): number[][] {
  const byUnit = Map.groupBy((values ?? []).keys(), (item) => clusters?.[item] ?? item);
  return [...byUnit.values()]
    .map((items) => items.flatMap((item) => values?.[item] ?? []))
    .filter(({ length }) => length > 0);
}

/** Requests of a window wait for each other, so a window is one unit. */
const windowsOf = ({ windows }: ObservedLoad): number[][] =>
  windows.map((window) => Array.from(window)).filter(({ length }) => length > 0);

function beginQuantile(
  measure: keyof typeof QUANTILES,
  units: MonitoredValues,
  settings: { ratio: number; alpha: number },
  worth = effectiveSizeOfUnits(units),
): StartedMonitor | null {
  const sorted = units.flat().toSorted((a, b) => a - b);
  const { perMille, above } = QUANTILES[measure];
  const reference = sorted[nearestRank(sorted.length, perMille) - 1];
  if (reference === undefined || !Number.isFinite(reference) || reference === 0) return null;
  return {
    reference,
    items: null,
    state: { quantile: storeMonitor(startQuantileMonitor({ sorted, worth }, { above, ...settings })) },
  };
}

const storeMonitor = (monitor: QuantileMonitor): StoredQuantile => ({
  ...monitor,
  ceiling: Number.isFinite(monitor.ceiling) ? monitor.ceiling : null,
});
const restoreMonitor = (monitor: StoredQuantile): QuantileMonitor => ({
  ...monitor,
  ceiling: monitor.ceiling ?? Number.POSITIVE_INFINITY,
});

/**
 * Adds an interim analysis to each monitor, and reports what it and all before show. A monitor without new values is
 * unchanged.
 */
export function addObservations(
  monitors: readonly Monitor[],
  { benchmarks, loads, targets }: Observations,
): { monitors: Monitor[]; findings: MeasureFinding[] } {
  const followed = monitors.map((monitor) => {
    const at = targets.findIndex(({ label }) => label === monitor.target_label);
    const load = loads
      .find(({ key }) => key === monitor.benchmark)
      ?.targets.find(({ target }) => target === at);
    if (load && 'quantile' in monitor.state)
      return describeMonitor(monitor, followQuantile(monitor, monitor.state.quantile, windowsOf(load)));
    const benchmark = benchmarks.find(({ key }) => key === monitor.benchmark);
    const seen = benchmark?.targets[at];
    return describeMonitor(monitor, benchmark && seen ? followMeasure(monitor, benchmark, seen) : null);
  });
  return {
    monitors: followed.map(({ monitor }) => monitor),
    findings: followed.flatMap(({ finding }) => (finding === null ? [] : [finding])),
  };
}

const MAX_SHOWN = 1e12;

type FollowedMeasure = ReturnType<typeof followMean> | ReturnType<typeof followQuantile>;

function followMeasure(
  monitor: Monitor,
  benchmark: ObservedBenchmark,
  seen: ObservedScores,
): FollowedMeasure {
  if ('mean' in monitor.state) return followMean(monitor, monitor.state.mean, benchmark, seen);
  const values = monitor.measure === 'latency_p95' ? seen.latencies : seen.costs;
  return followQuantile(monitor, monitor.state.quantile, callsOf(benchmark, values));
}

function describeMonitor(
  monitor: Monitor,
  shown: FollowedMeasure,
): { monitor: Monitor; finding: MeasureFinding | null } {
  if (shown === null) return { monitor, finding: null };
  const { state, evidence, cusum, ...figures } = shown;
  const alarm = evidence >= evidenceNeeded(monitor.level);
  const { target_label, measure, margin, reference } = monitor;
  return {
    monitor: { ...monitor, state, cusum, alarmed: monitor.alarmed || alarm },
    finding: {
      ...{ target_label, benchmark: monitor.benchmark, measure, margin, reference },
      ...figures,
      evidence: Math.min(MAX_SHOWN, Math.exp(evidence)),
      evidence_needed: Math.exp(evidenceNeeded(monitor.level)),
      cusum,
      alarm,
    },
  };
}

function followMean(
  monitor: Monitor,
  before: MeanMonitor,
  benchmark: ObservedBenchmark,
  seen: ObservedScores,
) {
  const values = monitor.measure === 'coverage' ? coveredItems(seen) : scoredItems(seen);
  const isFresh = before.items === 'fresh';
  const items = monitor.items ?? values.map((_, item) => item);
  // With fresh items, a missing value counts as right; the coverage reports that it is missing.
  const run = unitsOf(benchmark, values, items);
  if (run.totals.length === 0 || (!isFresh && run.totals.length !== before.reference.totals.length))
    return null;
  const after = addMeanLook(before, run);
  const value = meanOf(run);
  const fallen = monitor.reference - value - monitor.margin / 2;
  return {
    state: { mean: after },
    evidence: meanEvidence(after),
    value,
    limit: meanLimit(after),
    ...(meanSequence(after) ?? { low: null, high: null }),
    cusum: Math.max(0, (monitor.cusum ?? 0) + fallen),
  };
}

function followQuantile(monitor: Monitor, before: StoredQuantile, units: MonitoredValues) {
  const measure = monitor.measure as keyof typeof QUANTILES;
  if (units.length === 0) return null;
  const sorted = units.flat().toSorted((a, b) => a - b);
  const value = sorted[nearestRank(sorted.length, QUANTILES[measure].perMille) - 1] as number;
  const after = addQuantileLook(restoreMonitor(before), units);
  const limit = quantileLimit(after);
  const risen = value / monitor.reference - (1 + monitor.margin) / 2;
  const isKnown = Number.isFinite(value);
  return {
    state: { quantile: storeMonitor(after) },
    evidence: quantileEvidence(after),
    value: isKnown ? value : null,
    limit: Number.isFinite(limit) ? limit : null,
    low: null,
    high: null,
    // A missing value adds nothing, because it has no number.
    cusum: Math.max(0, (monitor.cusum ?? 0) + (isKnown ? risen : 0)),
  };
}
