import { createHash } from 'node:crypto';
import { AppError, impossible } from '../kernel/errors.ts';
import { createYieldToEventLoop } from '../kernel/yield-to-event-loop.ts';
import { createRandom, sampleWithoutReplacement } from '../statistics/statistics.ts';
import type { Benchmark, ItemsRequest, SampledItems } from './benchmark.ts';
import { rowToItem } from './dataset-item.ts';
import type { Row } from './rows/row.ts';
import { datasetRows } from './rows/rows-of-text.ts';
import {
  andMore,
  type ItemRows,
  itemsAt,
  type Problems,
  type Survey,
  surveyRows,
} from './rows/sample-rows.ts';
import { textSlices } from './rows/text-slices.ts';

/**
 * Your own questions: a source of the workspace that holds JSON lines or CSV (with a header line), one
 * item each, with the fields
 *
 * - `input`: the text sent to the model as the user message, as it stands, without a system message;
 *   in JSON lines also a list of `{role, content}` that ends with a user message;
 * - `expected`: the right answer; in JSON lines also a number, or a list; any entry of it is right;
 * - `grader` (optional): a grader's name (default `exact`), or `{"type": …, "options": {…}}`;
 * - `cluster` (optional): a name shared by items that are not independent;
 * - `metadata` (optional): an object, kept with the item.
 *
 * Other fields are named in a warning and left out. A line that cannot be used refuses the whole
 * dataset, and every such line is named: a dataset that shrinks silently would be another one.
 */
export const dataset: Benchmark = {
  type: 'dataset',
  title: 'Your own dataset',
  measures: 'Whatever its questions and expected answers ask, graded by the grader that each names.',
  doesNotMeasure: 'Anything beyond its own questions; a few dozen items show only large differences.',
  licence: 'your own',
  size: 'the lines of the source',
  dataFrom: 'a source of the workspace, named by subset',
  offline: true,
  differs: null,
  files: [],
  version: '2',
  metric: 'accuracy',
  chanceLevel: null,
  subsets: 'source',
  sampleItems,
};

const MAX_BYTES = 64 * 1024 * 1024;
const HASHED_AT_ONCE = 1024 * 1024;

/** Reads the lines once to check them all, and once more for those of the sample. */
async function sampleItems({ data, seed, sampleSize }: ItemsRequest): Promise<SampledItems> {
  if (data === undefined) {
    throw impossible('/subset', 'dataset needs a subset that names a source with JSON lines or CSV.');
  }
  const { name, text } = data;
  if (text.length > MAX_BYTES) {
    throw new AppError('limit_exceeded', `"${name}" is larger than the 64 MB a dataset may have.`);
  }
  const unknown = new Set<string>();
  const rows = rowsToAsk(text, unknown);
  const survey = await surveyRows(rows);
  const { places, problems } = survey;
  if (problems.count > 0) throw unusable(name, problems);
  if (places.length === 0) throw impossible('/subset', `"${name}" holds no items.`);
  const random = createRandom(seed, 'dataset', 'items');
  const order = sampleWithoutReplacement(random, places, sampleSize);
  return {
    count: order.length,
    items: itemsAt(rows, order),
    warnings: warningsOf(name, survey, unknown, sampleSize),
    read: [{ name, address: null, sha256: await sha256Of(text) }],
  };
}

/** Adds the names of fields that mean nothing to `unknown`. */
function rowsToAsk(text: string, unknown: Set<string>): ItemRows {
  return {
    rows: () => placed(datasetRows(text, ['input', 'expected'])),
    toItem: (fields) => rowToItem(fields, unknown),
  };
}

async function* placed(rows: AsyncIterable<Row> | Iterable<Row>): AsyncGenerator<Row & { at: number }> {
  let at = 0;
  for await (const row of rows) yield { ...row, at: at++ };
}

async function sha256Of(text: string): Promise<string> {
  const yieldToEventLoop = createYieldToEventLoop();
  const hash = createHash('sha256');
  for (const slice of textSlices(text, HASHED_AT_ONCE)) {
    hash.update(slice);
    await yieldToEventLoop();
  }
  return hash.digest('hex');
}

function warningsOf(
  name: string,
  { places, repeated }: Survey,
  unknown: ReadonlySet<string>,
  sampleSize: number,
): string[] {
  const warnings: string[] = [];
  if (repeated > 0)
    warnings.push(`${repeated} repeated ${repeated === 1 ? 'item is' : 'items are'} used once.`);
  if (unknown.size > 0) warnings.push(`Fields that mean nothing here: ${[...unknown].join(', ')}.`);
  if (places.length < sampleSize)
    warnings.push(`"${name}" has ${places.length} different items; all are used.`);
  return warnings;
}

function unusable(name: string, problems: Problems): AppError {
  const { count, named } = problems;
  const detail = `"${name}" cannot be used as a dataset: ${named[0]}`;
  return new AppError(
    'impossible',
    `${detail}${count > 1 ? ` (${count} problems).` : '.'}${andMore(problems)}`,
    {
      errors: named.map((problem) => ({ pointer: '/subset', detail: problem })),
    },
  );
}
