import { AppError, impossible } from '../../kernel/errors.ts';
import { createRandom, sampleWithoutReplacement } from '../statistics/statistics.ts';
import { type Benchmark, drawingOf, type ItemsRequest, type ItemsResult } from './benchmark.ts';
import { rowToItem } from './dataset-row.ts';
import { datasetRows } from './dataset-rows.ts';
import type { Item } from './item.ts';

/**
 * Your own questions: a source of the workspace that holds JSON lines or CSV (with a header line), one
 * item each, with the fields
 *
 * - `input`: the text sent to the model as the user message, as it stands, without a system message;
 *   in JSON lines also a list of `{role, content}` that ends with a user message;
 * - `expected`: the right answer; in JSON lines also a number, or a list of which any one is right;
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
  version: '1',
  metric: 'accuracy',
  chanceLevel: null,
  subsets: 'source',
  items: readItems,
  draw: async (request) => drawingOf(await readItems(request)),
};

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_NAMED = 20;
/** Lines handled before other work of the process gets its turn; about a millisecond. */
const TURN = 200;

async function readItems(request: ItemsRequest): Promise<ItemsResult> {
  const { data } = request;
  if (data === undefined) {
    throw impossible('/subset', 'dataset needs a subset that names a source with JSON lines or CSV.');
  }
  if (data.text.length > MAX_BYTES) {
    throw new AppError('limit_exceeded', `"${data.name}" is larger than the 64 MB a dataset may have.`);
  }
  const { items, problems, warnings } = await readRows(data.text);
  if (problems.length > 0) throw unusable(data.name, problems);
  if (items.length === 0) throw impossible('/subset', `"${data.name}" holds no items.`);
  const random = createRandom(request.seed, 'dataset', 'items');
  if (items.length < request.sampleSize) {
    warnings.push(`"${data.name}" has ${items.length} different items; all are used.`);
  }
  return { items: sampleWithoutReplacement(random, items, request.sampleSize), warnings };
}

interface Reading {
  items: Item[];
  problems: string[];
  warnings: string[];
}

async function readRows(text: string): Promise<Reading> {
  const items = new Map<string, Item>();
  const problems: string[] = [];
  const unknown = new Set<string>();
  let repeated = 0;
  let turn = 0;
  for await (const row of datasetRows(text, ['input', 'expected'])) {
    if (++turn % TURN === 0) await new Promise(setImmediate);
    const read = 'problem' in row ? { problems: [row.problem] } : rowToItem(row.fields, unknown);
    if (read.problems !== undefined) problems.push(...read.problems.map((p) => `line ${row.line}: ${p}`));
    else if (items.has(read.item.id)) repeated += 1;
    else items.set(read.item.id, read.item);
  }
  const warnings: string[] = [];
  if (repeated > 0)
    warnings.push(`${repeated} repeated ${repeated === 1 ? 'item is' : 'items are'} used once.`);
  if (unknown.size > 0) warnings.push(`Fields that mean nothing here: ${[...unknown].join(', ')}.`);
  return { items: [...items.values()], problems, warnings };
}

function unusable(name: string, problems: string[]): AppError {
  const named = problems.slice(0, MAX_NAMED);
  const more = problems.length > named.length ? ` And ${problems.length - named.length} more.` : '';
  const detail = `"${name}" cannot be used as a dataset: ${named[0]}`;
  return new AppError(
    'impossible',
    `${detail}${problems.length > 1 ? ` (${problems.length} problems).` : '.'}${more}`,
    {
      errors: named.map((problem) => ({ pointer: '/subset', detail: problem })),
    },
  );
}
