import { AppError } from '../../kernel/errors.ts';
import { arithmetic } from './arithmetic.ts';
import type { Benchmark } from './benchmark.ts';
import { dataset } from './dataset.ts';
import { instructionFollowing } from './instruction-following.ts';
import { jsonExtraction } from './json-extraction.ts';
import { longContextRecall } from './long-context-recall.ts';
import { PLANNED } from './planned.ts';
import { reasoningTables } from './reasoning-tables.ts';

export type { Benchmark, BenchmarkFacts, ItemsRequest, ItemsResult } from './benchmark.ts';
export type { Item } from './item.ts';

/** A benchmark as `GET /benchmarks` shows it; what is not known of a planned one is null. */
export interface BenchmarkInfo {
  type: string;
  title: string;
  available: boolean;
  /** Why it is not available; null when it is. */
  reason: string | null;
  measures: string;
  does_not_measure: string | null;
  licence: string;
  size: string | null;
  data_from: string | null;
  offline: boolean | null;
  version: string | null;
  metric: { name: string; chance_level: number | null } | null;
  /** `source` = the subset names a source of the workspace. */
  subsets: { name: string; description: string }[] | 'source';
}

const BENCHMARKS: readonly Benchmark[] = [
  arithmetic,
  instructionFollowing,
  jsonExtraction,
  longContextRecall,
  reasoningTables,
  dataset,
];

/** Every benchmark the service knows, those it can run first. */
export function listBenchmarks(): BenchmarkInfo[] {
  return [...BENCHMARKS.map(toInfo), ...PLANNED.map(toPlannedInfo)];
}

/** Throws `benchmark_unavailable` (422) with the reason, and with what is available. */
export function getBenchmark(type: string): Benchmark {
  const benchmark = BENCHMARKS.find((b) => b.type === type);
  if (benchmark !== undefined) return benchmark;
  const planned = PLANNED.find((b) => b.type === type);
  const why = planned === undefined ? 'There is no such benchmark.' : planned.reason;
  const available = BENCHMARKS.map((b) => b.type).join(', ');
  throw new AppError(
    'benchmark_unavailable',
    `The benchmark "${type}" cannot be run: ${why} Available: ${available}.`,
  );
}

function toInfo(b: Benchmark): BenchmarkInfo {
  return {
    type: b.type,
    title: b.title,
    available: true,
    reason: null,
    measures: b.measures,
    does_not_measure: b.doesNotMeasure,
    licence: b.licence,
    size: b.size,
    data_from: b.dataFrom,
    offline: b.offline,
    version: b.version,
    metric: { name: b.metric, chance_level: b.chanceLevel },
    subsets: b.subsets,
  };
}

function toPlannedInfo({ type, title, measures, licence, reason }: (typeof PLANNED)[number]): BenchmarkInfo {
  return {
    type,
    title,
    available: false,
    reason,
    measures,
    does_not_measure: null,
    licence,
    size: null,
    data_from: null,
    offline: null,
    version: null,
    metric: null,
    subsets: [],
  };
}
