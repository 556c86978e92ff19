import type { Schemas } from '@touchstone/client';
import { count, ms } from '../figures/figures.ts';
import { LIMITS, type Percentile } from '../figures/limits.ts';

type Results = Schemas['Results'];
type LoadReport = NonNullable<Results['load']>[number];

/** One benchmark under load, with a row for each target. */
export interface LoadSection {
  readonly benchmark: string;
  /** A description of the requests. */
  readonly sent: string;
  readonly rows: readonly (LoadReport & { readonly answered: number })[];
  /** The scenario's limits on latencies, for a plot. */
  readonly limits: readonly LatencyLimit[];
  /** Notes on the figures: the rate that they apply to, and each process that sent requests. */
  readonly notes: readonly string[];
}

/** A scenario's limit on a latency. */
export interface LatencyLimit {
  readonly percentile: Percentile;
  readonly ms: number;
}

export function loadSections({ load = [], requirements = [] }: Results): LoadSection[] {
  const byBenchmark = Map.groupBy(load, ({ benchmark }) => benchmark);
  return [...byBenchmark].map(([benchmark, own]) => ({
    benchmark,
    sent: own[0]?.sent ?? '',
    rows: own.map((one) => ({ ...one, answered: countAnswered(one.outcomes) })),
    limits: latencyLimitsOfScenario(requirements, (scenario) => benchmark === `load/${scenario}`),
    notes: [...own.flatMap((one) => impliedRateSentence(one, requirements)), ...own.flatMap(generatorRows)],
  }));
}

/**
 * States which rate the figures count for, if random arrivals explain why responses fell short of the requested rate.
 */
function impliedRateSentence(
  { benchmark, target_label, throughput_rps }: LoadReport,
  requirements: NonNullable<Results['requirements']>,
): string[] {
  const met = requirements.find(
    (one) =>
      one.kind === 'throughput_rps' &&
      one.status === 'pass' &&
      one.target_label === target_label &&
      benchmark === `load/${one.scenario_label}`,
  );
  if (met?.observed == null || throughput_rps === null || count(met.observed) === count(throughput_rps))
    return [];
  return met.observed < throughput_rps
    ? []
    : [
        `${target_label}: ${count(throughput_rps)} requests per second were answered, at a target rate of ${count(met.observed)}. Random arrivals explain the difference, so the load counts as ${count(met.observed)}.`,
      ];
}

/** The warnings of results that concern load. */
export const loadWarnings = (warnings: readonly string[]) =>
  warnings.filter((one) => one.startsWith('Under '));

/** A sentence for each process that sent the load of a target. */
function generatorRows({ target_label, generators = [] }: LoadReport): string[] {
  return generators.map(({ requests, lag_p99_ms, clock_offset_ms, clock_uncertainty_ms }, i) => {
    const late = lag_p99_ms === null ? '' : `, at most ${ms(lag_p99_ms)} late (p99 of the worst window)`;
    return `${target_label}: generator ${i + 1} of ${generators.length} sent ${count(requests)} requests${late}; its clock differs from the database's by ${ms(clock_offset_ms)} ± ${ms(clock_uncertainty_ms)}.`;
  });
}

/** Progress of one load benchmark: a row for each target that has begun. */
export interface LoadProgress {
  readonly benchmark: string;
  readonly planned: number;
  readonly slices: ReadonlyMap<string, number>;
}

/**
 * Progress of load. In the progress of an evaluation a window is one unit, however many requests it sends, so the
 * last percent may take minutes.
 */
export function loadProgress({ load = [] }: Results): LoadProgress[] {
  return [...Map.groupBy(load, ({ benchmark }) => benchmark)].flatMap(([benchmark, own]) => {
    const planned = Math.max(0, ...own.map(({ planned_slices = 0 }) => planned_slices));
    const slices = new Map(own.map((one) => [one.target_label, one.slices]));
    return planned === 0 ? [] : [{ benchmark, planned, slices }];
  });
}

/**
 * Describes the remaining load; candidates alternate window by window. Null before the first window and after the
 * last.
 */
export function describeRemainingLoad(results: Results): string | null {
  const asked = results.coverage.map(({ target_label }) => target_label);
  const left = loadProgress(results).flatMap(({ benchmark, planned, slices }) => {
    const labels = [...new Set([...asked, ...slices.keys()])];
    const done = Math.min(...labels.map((label) => slices.get(label) ?? 0));
    const behind = labels.filter((label) => (slices.get(label) ?? 0) === done);
    if (done >= planned) return [];
    return [`${benchmark}, slice ${done + 1} of ${planned} of ${behind.join(', ')}`];
  });
  return left.length === 0 ? null : left.join('; ');
}

/** The limits on latencies of the given scenario. */
export function latencyLimitsOfScenario(
  requirements: NonNullable<Results['requirements']>,
  isMeant: (scenario: string) => boolean,
): LatencyLimit[] {
  const limits = requirements.flatMap(({ kind, limit, scenario_label }): [Percentile, number][] => {
    const { topic, percentile } = LIMITS[kind];
    return topic === 'latency' && percentile !== undefined && limit !== null && isMeant(scenario_label)
      ? [[percentile, limit]]
      : [];
  });
  return [...new Map(limits)].map(([percentile, ms]) => ({ percentile, ms }));
}

const countAnswered = ({ answered = 0, truncated = 0 }: Record<string, number>) => answered + truncated;
