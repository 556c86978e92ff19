import type { ColumnMapping } from '../../knowledge/reading/tables/column-mapping.ts';
import type { BenchmarkInfo } from './benchmark-schemas.ts';
import type { Item } from './item.ts';
import type { Passages } from './passages.ts';

/** A file of a public benchmark under its canonical name. */
export interface DataFile {
  name: string;
  /** The address at which its authors publish it. */
  address: string;
  /** SHA-256 of the file in hex if known; a file with another hash is refused. */
  sha256: string | null;
  /** Whether only some subsets need it: worked examples, another split. */
  optional?: boolean;
}

/** An accepted value of `subset`. */
interface Subset {
  name: string;
  description: string;
  /** Whether a short program without a model scores near 1 on it. */
  smokeTest?: true;
}

/** The description of a benchmark, as shown by `GET /benchmarks`. */
export interface BenchmarkDescription {
  /** `benchmark_type` in an evaluation. */
  type: string;
  /** Its name in results; default: its type with spaces. */
  name?: string;
  title: string;
  measures: string;
  /** What a good score does not show. */
  doesNotMeasure: string;
  licence: string;
  /** The number of items, in words. */
  size: string;
  dataFrom: string;
  /** Whether it needs no network, apart from the models. */
  offline: boolean;
  /** Must change whenever the same request could give other items or other grades. */
  version: string;
  /** The name of the score, from 0 to 1; higher is better. */
  metric: string;
  /** The score of guessing; null if there is nothing to choose from. */
  chanceLevel: number | null;
  /** The accepted values of `subset` with their meanings; other values are refused. */
  subsets: readonly Subset[] | 'source';
  /** Whether a short program without a model scores near 1 on the items without a `subset`. */
  smokeTest?: true;
  /** Whether its items are made from all sources of the workspace. */
  ofAllSources?: true;
  /** The conditions under which its items are sent, in addition to the plain one, each with a score of its own. */
  conditions?: BenchmarkInfo['conditions'];
  /** There is no plain condition: `subset` is the source, or the source and a condition to use only that. */
  conditionInSubset?: true;
  /** Metrics with scores in addition to `metric`, by the end of their names. */
  furtherMetrics?: BenchmarkInfo['further_metrics'];
  /** Why its score may differ from published ones; null if none can have been published. */
  differs: string | null;
  /** The files required in the data directory; [] if it needs none. */
  files: readonly DataFile[];
}

/** The properties of a benchmark that its kind of evaluation states. */
export interface BenchmarkKind extends Pick<BenchmarkInfo, 'scored' | 'counts' | 'in_batches' | 'margins'> {
  kind: string;
  needsScenario: boolean;
}

/** A description for measurements of targets without items, by which they are chosen. */
export interface MeasuredBenchmark
  extends Pick<
    BenchmarkInfo,
    'type' | 'title' | 'measures' | 'does_not_measure' | 'size' | 'data_from' | 'version'
  > {
  /** As in `BenchmarkDescription`. */
  name?: string;
  subsets?: Subset[];
}

export interface ItemsRequest {
  /** Null for the whole benchmark. */
  subset: string | null;
  sampleSize: number;
  /** Seed of the sample; the same seed gives the same items on every machine. */
  seed: number;
  /** For a benchmark whose subset is a source: that source. */
  data?: SourceData;
  /** For a benchmark made from the workspace's own sources: their passages. */
  passages?: Passages;
}

/** A source used as data of an evaluation. */
export interface SourceData {
  /** Its title. */
  name: string;
  text: string;
  /** The columns of its table, and the grader of rows that name none, if stated. */
  columns?: ColumnMapping | undefined;
  grader?: unknown;
}

/** What items were read from, for the record. */
export interface ReadData {
  /** The name of a file, or the title of a source. */
  name: string;
  /** Where the file is published; null for a source. */
  address: string | null;
  /** SHA-256 in hex of the file, or of the text of the source in UTF-8. */
  sha256: string;
}

/** An item, and its position among the sampled items. */
export interface SampledItem {
  index: number;
  item: Item;
}

export interface SampledItems {
  /** Number of items; at most as many as requested. */
  count: number;
  /** The items in any order, each position once; memory does not grow with their number. */
  items: AsyncIterable<SampledItem>;
  /** Warnings: input that was accepted but may not mean what you intended. */
  warnings: string[];
  /** The data that they are read from; [] if they are generated. */
  read: readonly ReadData[];
}

/** The interface of benchmarks; one file each, listed in `benchmarks.ts`. */
export interface Benchmark extends BenchmarkDescription {
  /**
   * The items of one evaluation: one seeded random sample, read once, the same for every target. Throws `impossible`
   * (422) for an unknown subset or unusable data.
   */
  sampleItems(request: ItemsRequest): Promise<SampledItems>;
}

/** Whether a short program without a model scores near 1 on this `subset`; null for no subset. */
export function isSmokeTest(
  { smokeTest, subsets }: Pick<BenchmarkDescription, 'smokeTest' | 'subsets'>,
  subset: string | null,
): boolean {
  if (subset === null) return smokeTest === true;
  return subsets !== 'source' && subsets.some((one) => one.name === subset && one.smokeTest === true);
}

/** Wraps items that are already in memory. */
export function toSampledItems(items: readonly Item[]): SampledItems {
  return { count: items.length, items: eachOf(items), warnings: [], read: [] };
}

async function* eachOf(items: readonly Item[]): AsyncGenerator<SampledItem> {
  for (const [index, item] of items.entries()) yield { index, item };
}
