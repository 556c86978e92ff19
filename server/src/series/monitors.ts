import type { Observations, ObservedBenchmark, ObservedScores } from '../evaluations/evaluations.ts';
import {
  addLook,
  addQuantileLook,
  evidenceNeeded,
  limitOfMean,
  limitOfQuantile,
  type MeanMonitor,
  type MonitoredRun,
  mean,
  meanEvidence,
  meanSequence,
  nearestRankOf,
  type QuantileMonitor,
  quantileEvidence,
  startMeanMonitor,
  startQuantileMonitor,
} from '../statistics/statistics.ts';
import type { Finding, SeriesMargins } from './series-schemas.ts';

/** The chance of any false alarm in the whole life of a series, over all of its targets and measures. */
export const FALSE_ALARMS = 0.05;

/** What is followed of one target on one benchmark, as it is kept. */
export interface Monitor {
  readonly target_label: string;
  readonly benchmark: string;
  readonly measure: 'score' | 'coverage' | 'latency_p95' | 'cost_p50';
  readonly margin: number;
  readonly reference: number;
  readonly level: number;
  /** The items that are looked at, where they are not all; null = all. */
  readonly items: readonly number[] | null;
  readonly cusum: number | null;
  /** The first look from which on there is an alarm. */
  readonly alarmed: boolean;
  readonly state: { readonly mean: MeanMonitor } | { readonly quantile: StoredQuantile };
}

/** JSON holds no infinite numbers: where there is no bound it is null. */
type StoredQuantile = Omit<QuantileMonitor, 'ceiling'> & { readonly ceiling: number | null };

const QUANTILES = {
  latency_p95: { perMille: 950, above: 0.05 },
  cost_p50: { perMille: 500, above: 0.5 },
} as const;

/** Begins to follow whatever the margins name, with an even share of the level for each. Empty where nothing can be followed. */
export function startMonitors(
  { benchmarks, targets }: Observations,
  margins: SeriesMargins,
  items: MeanMonitor['items'],
): Monitor[] {
  const begun = benchmarks.flatMap((benchmark) =>
    targets.flatMap(({ label }, at) => {
      const seen = benchmark.targets[at] as ObservedScores;
      const of = (
        measure: Monitor['measure'],
        margin: number | undefined,
        begin: (level: number) => Begun | null,
      ) =>
        margin === undefined
          ? []
          : [{ target_label: label, benchmark: benchmark.key, measure, margin, begin }];
      return [
        ...of('score', margins.score, (alpha) =>
          beginMean(benchmark, scored(seen), { items, margin: margins.score ?? 0, alpha }),
        ),
        ...of('coverage', margins.coverage, (alpha) =>
          beginMean(benchmark, covered(seen), { items, margin: margins.coverage ?? 0, alpha }),
        ),
        ...of('latency_p95', margins.latency_ratio, (alpha) =>
          beginQuantile('latency_p95', seen.latencies, margins.latency_ratio ?? 1, alpha),
        ),
        ...of('cost_p50', margins.cost_ratio, (alpha) =>
          beginQuantile('cost_p50', seen.costs, margins.cost_ratio ?? 1, alpha),
        ),
      ];
    }),
  );
  const level = FALSE_ALARMS / begun.length;
  return begun.flatMap(({ begin, ...named }) => {
    const found = begin(level);
    return found === null ? [] : [{ ...named, level, cusum: null, alarmed: false, ...found }];
  });
}

type Begun = Pick<Monitor, 'reference' | 'items' | 'state'>;
type ByItem = readonly (number | null)[];

const scored = ({ scores }: ObservedScores): ByItem => scores;
const covered = ({ scores }: ObservedScores): ByItem => scores.map((score) => Number(score !== null));

/** Of the items that have a value. */
function beginMean(
  benchmark: ObservedBenchmark,
  values: ByItem,
  settings: Pick<MeanMonitor, 'items' | 'margin' | 'alpha'>,
): Begun | null {
  const kept = values.flatMap((value, item) => (value === null ? [] : [item]));
  if (kept.length === 0) return null;
  const run = unitsOf(benchmark, values, kept);
  const items = settings.items === 'fresh' || kept.length === values.length ? null : kept;
  return { reference: meanOf(run), items, state: { mean: startMeanMonitor(run, settings) } };
}

/** By clusters where items share them, in the order in which they begin. What has no value counts as right. */
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

function beginQuantile(
  measure: keyof typeof QUANTILES,
  values: ObservedScores['costs'] | null,
  ratio: number,
  alpha: number,
): Begun | null {
  const sorted = (values ?? []).flat().toSorted((a, b) => a - b);
  const { perMille, above } = QUANTILES[measure];
  const reference = sorted[nearestRankOf(sorted.length, perMille) - 1];
  if (reference === undefined || !Number.isFinite(reference) || reference === 0) return null;
  // Repeats of an item depend on each other: there are as many as items.
  const worth = (values ?? []).filter(({ length }) => length > 0).length;
  return {
    reference,
    items: null,
    state: { quantile: stored(startQuantileMonitor({ sorted, worth }, { above, ratio, alpha })) },
  };
}

const stored = (monitor: QuantileMonitor): StoredQuantile => ({
  ...monitor,
  ceiling: Number.isFinite(monitor.ceiling) ? monitor.ceiling : null,
});
const restored = (monitor: StoredQuantile): QuantileMonitor => ({
  ...monitor,
  ceiling: monitor.ceiling ?? Number.POSITIVE_INFINITY,
});

/** Adds a look to each, and says what it and all before it show. One that has nothing of it stays as it was. */
export function addObservations(
  monitors: readonly Monitor[],
  { benchmarks, targets }: Observations,
): { monitors: Monitor[]; findings: Finding[] } {
  const followed = monitors.map((monitor) => {
    const benchmark = benchmarks.find(({ key }) => key === monitor.benchmark);
    const seen = benchmark?.targets[targets.findIndex(({ label }) => label === monitor.target_label)];
    return benchmark && seen ? follow(monitor, benchmark, seen) : { monitor, finding: null };
  });
  return {
    monitors: followed.map(({ monitor }) => monitor),
    findings: followed.flatMap(({ finding }) => (finding === null ? [] : [finding])),
  };
}

const MOST_SHOWN = 1e12;

function follow(
  monitor: Monitor,
  benchmark: ObservedBenchmark,
  seen: ObservedScores,
): { monitor: Monitor; finding: Finding | null } {
  const shown =
    'mean' in monitor.state
      ? followMean(monitor, monitor.state.mean, benchmark, seen)
      : followQuantile(monitor, monitor.state.quantile, seen);
  if (shown === null) return { monitor, finding: null };
  const { state, evidence, cusum, ...figures } = shown;
  const alarm = evidence >= evidenceNeeded(monitor.level);
  const { target_label, measure, margin, reference } = monitor;
  return {
    monitor: { ...monitor, state, cusum, alarmed: monitor.alarmed || alarm },
    finding: {
      ...{ target_label, benchmark: monitor.benchmark, measure, margin, reference },
      ...figures,
      evidence: Math.min(MOST_SHOWN, Math.exp(evidence)),
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
  const values = monitor.measure === 'coverage' ? covered(seen) : scored(seen);
  const isFresh = before.items === 'fresh';
  const items = monitor.items ?? values.map((_, item) => item);
  // Of fresh items too what has no value counts as right: that it is missing is told by the coverage.
  const run = unitsOf(benchmark, values, items);
  if (run.totals.length === 0 || (!isFresh && run.totals.length !== before.reference.totals.length))
    return null;
  const after = addLook(before, run);
  const value = meanOf(run);
  const fallen = monitor.reference - value - monitor.margin / 2;
  return {
    state: { mean: after },
    evidence: meanEvidence(after),
    value,
    limit: limitOfMean(after),
    ...(meanSequence(after) ?? { low: null, high: null }),
    cusum: Math.max(0, (monitor.cusum ?? 0) + fallen),
  };
}

function followQuantile(monitor: Monitor, before: StoredQuantile, seen: ObservedScores) {
  const measure = monitor.measure as keyof typeof QUANTILES;
  const values = (measure === 'latency_p95' ? seen.latencies : seen.costs) ?? [];
  const units = values.filter(({ length }) => length > 0);
  if (units.length === 0) return null;
  const sorted = units.flat().toSorted((a, b) => a - b);
  const value = sorted[nearestRankOf(sorted.length, QUANTILES[measure].perMille) - 1] as number;
  const after = addQuantileLook(restored(before), units);
  const limit = limitOfQuantile(after);
  return {
    state: { quantile: stored(after) },
    evidence: quantileEvidence(after),
    value: Number.isFinite(value) ? value : null,
    limit: Number.isFinite(limit) ? limit : null,
    low: null,
    high: null,
    cusum: null,
  };
}
