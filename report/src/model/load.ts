import type { Schemas } from '@touchstone/client';

type Results = Schemas['Results'];
type LoadReport = NonNullable<Results['load']>[number];

/** One benchmark under load, with a row for each target. */
export interface LoadSection {
  readonly benchmark: string;
  /** What was sent, in words. */
  readonly sent: string;
  readonly rows: readonly (LoadReport & { readonly answered: number })[];
  /** The limits of the scenario on latencies, for a picture. */
  readonly limits: readonly LatencyLimit[];
}

/** A limit of a scenario on a latency. */
export interface LatencyLimit {
  /** p50, p95, p99. */
  readonly percentile: string;
  readonly ms: number;
}

export function loadSections({ load = [], requirements = [] }: Results): LoadSection[] {
  const byBenchmark = Map.groupBy(load, ({ benchmark }) => benchmark);
  return [...byBenchmark].map(([benchmark, own]) => ({
    benchmark,
    sent: own[0]?.sent ?? '',
    rows: own.map((one) => ({ ...one, answered: answeredOf(one.outcomes) })),
    limits: limitsOf(requirements, benchmark),
  }));
}

function limitsOf(requirements: NonNullable<Results['requirements']>, benchmark: string): LatencyLimit[] {
  const limits = requirements.flatMap(({ kind, limit, scenario_label }): [string, number][] => {
    const percentile = PERCENTILES[kind];
    const isOwn = benchmark === `load/${scenario_label}`;
    return percentile !== undefined && limit !== null && isOwn ? [[percentile, limit]] : [];
  });
  return [...new Map(limits)].map(([percentile, ms]) => ({ percentile, ms }));
}

/** The percentile that a kind of requirement limits. */
const PERCENTILES: Readonly<Record<string, string>> = {
  p50_latency_ms: 'p50',
  p95_latency_ms: 'p95',
  p99_latency_ms: 'p99',
};

const answeredOf = ({ answered = 0, truncated = 0 }: Record<string, number>) => answered + truncated;
