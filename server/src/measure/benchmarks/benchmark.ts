import type { ColumnMapping } from '../../knowledge/reading/tables/column-mapping.ts';
import type { BenchmarkInfo } from './benchmark-schemas.ts';
import type { Item } from './item.ts';
import type { Passages } from './passages.ts';

/** A file of a public benchmark under its canonical name. */
export interface DataFile {
  name: string;
  /** Where its authors publish it. */
  address: string;
  /** SHA-256 of the file in hex if known; a file with another hash is refused. */
  sha256: string | null;
  /** Only what names it needs it: worked examples, another split. */
  optional?: boolean;
}

/** An accepted value of `subset`. */
interface Subset {
  name: string;
  description: string;
  /** Whether a short program without a model scores near 1 on it. */
  smokeTest?: true;
}

/** What a benchmark says about itself; `GET /benchmarks` shows it. */
export interface BenchmarkDescription {
  /** `benchmark_type` in an evaluation. */
  type: string;
  /** What people call it in results; absent = its type, with spaces. */
  name?: string;
  title: string;
  measures: string;
  /** What a good score must not be taken for. */
  doesNotMeasure: string;
  licence: string;
  /** How many items there are, in words. */
  size: string;
  dataFrom: string;
  /** Whether it runs without a network, apart from the models it asks. */
  offline: boolean;
  /** Changes whenever the same request could give other items or another grade. */
  version: string;
  /** The name of the score, 0 to 1, higher is better. */
  metric: string;
  /** What guessing scores; null where there is nothing to guess among. */
  chanceLevel: number | null;
  /** The accepted values of `subset`, and what each means; a `subset` outside them is refused. */
  subsets: readonly Subset[] | 'source';
  /** Whether a short program without a model scores near 1 on what is asked without a `subset`. */
  smokeTest?: true;
  /** Its items are made of all sources of the workspace. */
  ofAllSources?: true;
  /** The ways in which its items are asked beside the plain one, each with a score of its own. */
  conditions?: BenchmarkInfo['conditions'];
  /** There is no plain one: the source with the name of a condition behind it is asked in that alone. */
  conditionInSubset?: true;
  /** What has a score beside that of its metric, behind its name. */
  furtherMetrics?: BenchmarkInfo['further_metrics'];
  /** Why its score may differ from one that was published; null where none can have been. */
  differs: string | null;
  /** What must be in the data directory; [] for what needs none. */
  files: readonly DataFile[];
}

/** What the kind of evaluation that asks a benchmark says of it. */
export interface BenchmarkKind extends Pick<BenchmarkInfo, 'scored' | 'counts' | 'in_batches' | 'margins'> {
  kind: string;
  needsScenario: boolean;
}

/** What a way to measure targets without items says of a benchmark by which it is chosen. */
export interface MeasuredBenchmark
  extends Pick<
    BenchmarkInfo,
    'type' | 'title' | 'measures' | 'does_not_measure' | 'size' | 'data_from' | 'version'
  > {
  /** As of those with items. */
  name?: string;
  subsets?: Subset[];
}

export interface ItemsRequest {
  /** Null = the whole benchmark. */
  subset: string | null;
  sampleSize: number;
  /** Seed of the sample; the same seed gives the same items on every machine. */
  seed: number;
  /** For a benchmark whose subset is a source: that source. */
  data?: SourceData;
  /** For a benchmark made of the workspace's own sources: what they say. */
  passages?: Passages;
}

/** A source as data of an evaluation. */
export interface SourceData {
  /** Its title. */
  name: string;
  text: string;
  /** Which column of its table is what, and the grader of rows that name none, where that is said. */
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

/** An item, and its place among those that are asked. */
export interface SampledItem {
  index: number;
  item: Item;
}

export interface SampledItems {
  /** How many items will come; at most as many as were asked for. */
  count: number;
  /** Different ones, each place once, in whatever order they are found: memory does not grow with how many there are. */
  items: AsyncIterable<SampledItem>;
  /** Warnings: input that was accepted but may not mean what you intended. */
  warnings: string[];
  /** What they are read from; [] where they are generated. */
  read: readonly ReadData[];
}

/** What every benchmark implements; one file each, listed in `benchmarks.ts`. */
export interface Benchmark extends BenchmarkDescription {
  /**
   * The items of one evaluation: one seeded random sample, read once, the same for every target.
   * Throws `impossible` (422) for a subset it does not have or data it cannot use.
   */
  sampleItems(request: ItemsRequest): Promise<SampledItems>;
}

/** Whether a short program without a model scores near 1 on what this `subset` asks; null = no subset. */
export function isSmokeTest(
  { smokeTest, subsets }: Pick<BenchmarkDescription, 'smokeTest' | 'subsets'>,
  subset: string | null,
): boolean {
  if (subset === null) return smokeTest === true;
  return subsets !== 'source' && subsets.some((one) => one.name === subset && one.smokeTest === true);
}

/** Items that are at hand already. */
export function toSampledItems(items: readonly Item[]): SampledItems {
  return { count: items.length, items: eachOf(items), warnings: [], read: [] };
}

async function* eachOf(items: readonly Item[]): AsyncGenerator<SampledItem> {
  for (const [index, item] of items.entries()) yield { index, item };
}
