import { createHash } from 'node:crypto';
import { plural } from '@touchstone/report/figures';
import { AppError, impossibleField } from '../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import type { Row } from '../../knowledge/reading/tables/tables.ts';
import { textSlices } from '../../knowledge/reading/tables/tables.ts';
import type { GraderChooser } from '../graders/graders.ts';
import { createRandom, sampleWithoutReplacement } from '../statistics/statistics.ts';
import type { Benchmark, ItemsRequest, ReadData, SampledItems, SourceData } from './benchmark.ts';
import {
  andMoreText,
  type ItemRows,
  type Problems,
  readItemsAtPositions,
  type Survey,
  surveyRows,
} from './rows/sample-rows.ts';

/** How a source contains the items of a benchmark. */
export interface SourceFormat {
  /** The benchmark's type, and what its source must contain, in words. */
  type: string;
  holds: string;
  rowsOf(text: string): AsyncIterable<Row> | Iterable<Row>;
  /** Adds the names of unknown fields to `unknown`. */
  toItem(fields: Record<string, unknown>, unknown: Set<string>): ReturnType<ItemRows['toItem']>;
  /** Has chosen the graders of rows that name none. */
  chooser?: GraderChooser;
}

/** Facts about every benchmark whose items are the lines of a source. */
export const FROM_SOURCE = {
  licence: 'your own',
  size: 'the lines of the source',
  dataFrom: 'a source of the workspace, named by subset',
  offline: true,
  differs: null,
  files: [],
  chanceLevel: null,
  subsets: 'source',
} as const satisfies Partial<Benchmark>;

const MAX_BYTES = 64 * 1024 * 1024;
const HASHED_AT_ONCE = 1024 * 1024;

/** Reads the lines once to check them all, and once more for those of the sample. */
export async function itemsOfSource(
  format: SourceFormat,
  { data, seed, sampleSize }: ItemsRequest,
): Promise<SampledItems> {
  const { type, holds } = format;
  if (data === undefined) {
    throw impossibleField('/subset', `${type} needs a subset that names a source with ${holds}.`);
  }
  const { name, text } = data;
  if (text.length > MAX_BYTES) {
    throw new AppError('limit_exceeded', `"${name}" exceeds the limit of 64 MB for a dataset.`);
  }
  const unknown = new Set<string>();
  const rows: ItemRows = {
    rows: () => withPlaces(format.rowsOf(text)),
    toItem: (fields) => format.toItem(fields, unknown),
  };
  const survey = await surveyRows(rows);
  const { places, problems } = survey;
  if (problems.count > 0) throw unusableSource(type, name, problems);
  if (places.length === 0) throw impossibleField('/subset', `"${name}" has no items.`);
  format.chooser?.settle();
  const chosen = format.chooser?.sentence() ?? null;
  const random = createRandom(seed, type, 'items');
  const order = sampleWithoutReplacement(random, places, sampleSize);
  return {
    count: order.length,
    items: readItemsAtPositions(rows, order),
    warnings: [...warningsOf(survey, unknown, sampleSize), ...(chosen === null ? [] : [chosen])],
    read: [await readSource(data)],
  };
}

async function* withPlaces(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row & { at: number }> {
  let at = 0;
  for await (const row of rows) yield { ...row, at: at++ };
}

/** The record of a source: its hash identifies the version of the dataset. */
export async function readSource({ name, text }: Pick<SourceData, 'name' | 'text'>): Promise<ReadData> {
  const yieldToEventLoop = createYieldToEventLoop();
  const hash = createHash('sha256');
  for (const slice of textSlices(text, HASHED_AT_ONCE)) {
    hash.update(slice);
    await yieldToEventLoop();
  }
  return { name, address: null, sha256: hash.digest('hex') };
}

function warningsOf(
  { places, repeated }: Survey,
  unknown: ReadonlySet<string>,
  sampleSize: number,
): string[] {
  const warnings: string[] = [];
  if (repeated > 0) warnings.push(`${plural(repeated, 'repeated item is', 'repeated items are')} used once.`);
  if (unknown.size > 0) warnings.push(`Fields without effect: ${[...unknown].join(', ')}.`);
  if (places.length < sampleSize) warnings.push(`There are ${places.length} distinct items; all are used.`);
  return warnings;
}

function unusableSource(type: string, name: string, problems: Problems): AppError {
  const { count, named } = problems;
  const detail = `"${name}" cannot be used as ${type === 'dataset' ? 'a dataset' : type}: ${named[0]}`;
  return new AppError(
    'impossible',
    `${detail}${count > 1 ? ` (${count} problems).` : '.'}${andMoreText(problems)}`,
    {
      errors: named.map((problem) => ({ pointer: '/subset', detail: problem })),
    },
  );
}
