import { type Actor, requireRole } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Downloader } from '../../knowledge/reading/reading.ts';
import { requirePermission } from '../../platform/access/operations.ts';
import { adherence } from './adherence.ts';
import {
  type Benchmark,
  type BenchmarkDescription,
  type BenchmarkKind,
  type DataFile,
  isSmokeTest,
  type MeasuredBenchmark,
} from './benchmark.ts';
import type { BenchmarkFacts, BenchmarkInfo } from './benchmark-schemas.ts';
import { dataset } from './dataset.ts';
import { arithmetic } from './generated/arithmetic.ts';
import { instructionFollowing } from './generated/instruction-following.ts';
import { jsonExtraction } from './generated/json-extraction.ts';
import { longContextRecall } from './generated/long-context-recall.ts';
import { reasoningTables } from './generated/reasoning-tables.ts';
import { groundedQa } from './grounded/grounded-qa.ts';
import { refusalOfUnknown } from './grounded/refusal-of-unknown.ts';
import { PLANNED_BENCHMARKS } from './planned.ts';
import { arcChallenge } from './published/arc-challenge.ts';
import { bfcl } from './published/bfcl.ts';
import { createDataDirectory } from './published/data-directory.ts';
import { drop } from './published/drop.ts';
import { downloadAddress, type FetchedFile, fetchFiles } from './published/fetch-files.ts';
import { gsm8k } from './published/gsm8k.ts';
import { hellaswag } from './published/hellaswag.ts';
import { ifeval } from './published/ifeval.ts';
import { mmlu } from './published/mmlu.ts';
import { mmluPro } from './published/mmlu-pro.ts';
import { createPublishedBenchmark } from './published/published.ts';
import { squad } from './published/squad.ts';
import { truthfulqa } from './published/truthfulqa.ts';
import { rag } from './rag.ts';
import { structuredOutput } from './structured-output.ts';
import { tasks } from './tasks.ts';

export { gradersOfItem, rulesOfItem } from './adherence.ts';
export type {
  Benchmark,
  BenchmarkKind,
  MeasuredBenchmark,
  ReadData,
  SampledItem,
  SampledItems,
  SourceData,
} from './benchmark.ts';
export { isSmokeTest, toSampledItems } from './benchmark.ts';
export { datasetFields } from './columns/apply-columns.ts';
export { columnsProblem } from './columns/choose-columns.ts';
export { datasetText } from './columns/dataset-text.ts';
export { shortName } from './columns/first-names.ts';
export { inspectTable } from './columns/inspect-table.ts';
export { createInspectUpload, type InspectUpload } from './columns/inspect-upload.ts';
export type { TableInspection } from './columns/inspection-schemas.ts';
export { datasetGraderProblems } from './dataset-item.ts';
export { createPassages } from './grounded/workspace-passages.ts';
export { type Item, sentCharacters, toItem } from './item.ts';
export { readSource } from './items-of-source.ts';
export type { Passages, Retrieval } from './passages.ts';
export { itemInRoute } from './structured-output.ts';

export type Benchmarks = ReturnType<typeof createBenchmarks>;

/** The files that a fetch downloads, and their addresses. */
export interface BenchmarkFiles {
  title: string;
  files: { name: string; address: string; sha256: string | null }[];
}

export interface BenchmarksOptions {
  /** The directory with the files of public benchmarks, in a folder for each. */
  directory: string;
  mirror: URL | null;
  skipMalformed: boolean;
  downloader: Downloader;
  /** Benchmarks without items, as described by the kinds that measure them. */
  measured: readonly MeasuredBenchmark[];
  /** The properties of a benchmark type that its kind states. */
  kindOf: (type: string) => BenchmarkKind;
}

export function createBenchmarks({
  directory,
  mirror,
  skipMalformed,
  downloader,
  measured,
  kindOf,
}: BenchmarksOptions) {
  const data = createDataDirectory(directory);
  const from = { data, skipMalformed };
  const benchmarks: readonly Benchmark[] = [
    arithmetic,
    instructionFollowing,
    jsonExtraction,
    longContextRecall,
    reasoningTables,
    groundedQa,
    refusalOfUnknown,
    dataset,
    structuredOutput,
    adherence,
    tasks,
    rag,
    createPublishedBenchmark(gsm8k, from),
    createPublishedBenchmark(mmlu, from),
    createPublishedBenchmark(mmluPro, from),
    createPublishedBenchmark(arcChallenge, from),
    createPublishedBenchmark(hellaswag, from),
    createPublishedBenchmark(truthfulqa, from),
    createPublishedBenchmark(ifeval, from),
    createPublishedBenchmark(squad, from),
    createPublishedBenchmark(drop, from),
    createPublishedBenchmark(bfcl, from),
  ];

  function get(type: string): Benchmark {
    const benchmark = benchmarks.find((b) => b.type === type);
    if (benchmark !== undefined) return benchmark;
    const planned = PLANNED_BENCHMARKS.find((b) => b.type === type);
    const why = planned === undefined ? 'There is no such benchmark.' : planned.reason;
    const available = [...benchmarks, ...measured].map((b) => b.type).join(', ');
    throw new AppError(
      'benchmark_unavailable',
      `The benchmark "${type}" cannot be run: ${why} Available: ${available}.`,
    );
  }

  function dataOf(type: string): readonly DataFile[] {
    const files = measured.some((one) => one.type === type) ? [] : get(type).files;
    if (files.length > 0) return files;
    throw new AppError('benchmark_unavailable', `The benchmark "${type}" needs no files.`);
  }

  return {
    /** Every known benchmark, the available ones first. */
    list: (): BenchmarkInfo[] => [
      ...benchmarks.map((one) => ({ ...toInfo(one), ...kindFields(kindOf(one.type), one) })),
      ...measured.map((one) => ({
        ...toMeasuredInfo(one),
        ...kindFields(kindOf(one.type), one),
      })),
      ...PLANNED_BENCHMARKS.map(toPlannedInfo),
    ],
    /** Throws `benchmark_unavailable` (422) with the reason and the available benchmarks. */
    get,
    /** Downloads the files of a public benchmark. For admins; throws `benchmark_unavailable` with the reason. */
    async fetch(actor: Actor, type: string, signal: AbortSignal): Promise<FetchedFile[]> {
      requirePermission(actor, 'fetchBenchmark');
      requireRole(actor, 'admin');
      return await fetchFiles({ data, downloader, mirror }, type, dataOf(type), signal);
    },
    /** The files of a public benchmark that a fetch downloads. Throws `benchmark_unavailable` with the reason. */
    files: (type: string): BenchmarkFiles => ({
      files: dataOf(type).map((file) => ({
        name: file.name,
        address: downloadAddress(mirror, type, file),
        sha256: file.sha256,
      })),
      title: get(type).title,
    }),
  };
}

type KindFields = Pick<BenchmarkInfo, keyof typeof BenchmarkFacts>;

/** The properties of a benchmark that its kind states, and those of its own name and items. */
function kindFields(
  { needsScenario, ...ofKind }: BenchmarkKind,
  {
    type,
    name = type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' '),
    subsets,
    ofAllSources,
    conditions = [],
    conditionInSubset,
    furtherMetrics = [],
  }: Pick<BenchmarkDescription, 'type'> &
    Partial<Omit<BenchmarkDescription, keyof MeasuredBenchmark>> &
    Pick<MeasuredBenchmark, 'name'> & { subsets?: BenchmarkDescription['subsets'] },
): KindFields {
  const source = subsets === 'source' ? 'one' : ofAllSources ? 'many' : 'none';
  return {
    name,
    ...ofKind,
    needs: { scenario: needsScenario, source },
    conditions,
    condition_in_subset: conditionInSubset === true,
    further_metrics: furtherMetrics,
  };
}

function toInfo(b: Benchmark): Omit<BenchmarkInfo, keyof KindFields> {
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
    differs_from_published: b.differs,
    files: b.files.map(({ name, address, sha256, optional = false }) => ({
      name,
      address,
      sha256,
      optional,
    })),
    version: b.version,
    metric: { name: b.metric, chance_level: b.chanceLevel },
    smoke_test: isSmokeTest(b, null),
    subsets: subsetsOf(b.subsets),
    subset_is_source: b.subsets === 'source',
  };
}

/** The accepted subsets; none if `subset` names a source of the workspace. */
const subsetsOf = (subsets: BenchmarkDescription['subsets']) =>
  (subsets === 'source' ? [] : subsets).map(({ name, description, smokeTest = false }) => ({
    name,
    description,
    smoke_test: smokeTest,
  }));

function toMeasuredInfo(measured: MeasuredBenchmark): Omit<BenchmarkInfo, keyof KindFields> {
  return {
    ...measured,
    smoke_test: false,
    subsets: subsetsOf(measured.subsets ?? []),
    subset_is_source: false,
    available: true,
    reason: null,
    licence: 'measured; no licence needed',
    offline: true,
    differs_from_published: null,
    files: [],
    metric: null,
  };
}

function toPlannedInfo(planned: (typeof PLANNED_BENCHMARKS)[number]): BenchmarkInfo {
  return {
    ...planned,
    available: false,
    does_not_measure: null,
    size: null,
    data_from: null,
    offline: null,
    differs_from_published: null,
    files: [],
    version: null,
    metric: null,
    smoke_test: false,
    subsets: [],
    subset_is_source: false,
    name: planned.title,
    kind: null,
    scored: false,
    counts: null,
    in_batches: false,
    needs: { scenario: false, source: 'none' },
    margins: [],
    conditions: [],
    condition_in_subset: false,
    further_metrics: [],
  };
}
