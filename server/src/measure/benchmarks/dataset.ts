import { type Row, textTable } from '../../knowledge/reading/tables/tables.ts';
import { createGraderChooser } from '../graders/graders.ts';
import type { Benchmark, ItemsRequest, SampledItems } from './benchmark.ts';
import { datasetFields } from './columns/apply-columns.ts';
import { chooseColumns } from './columns/choose-columns.ts';
import { leftOutSentences } from './columns/left-out.ts';
import { rowToItem } from './dataset-item.ts';
import { FROM_SOURCE, itemsOfSource, type SourceFormat } from './items-of-source.ts';

async function datasetItems(request: ItemsRequest): Promise<SampledItems> {
  const { text = '', columns, grader } = request.data ?? {};
  const table = await textTable(text);
  const { mapping, warnings, problem } = await chooseColumns(table, columns ?? null, { isGraded: true });
  const chooser = createGraderChooser();
  const refused: Row[] | null = problem === null ? null : [{ line: 1, problem }];
  const format: SourceFormat = {
    type: 'dataset',
    holds: 'a table (CSV, JSON, JSON lines or Markdown)',
    rowsOf: () => refused ?? table.rows(),
    toItem: (fields, unknown) =>
      rowToItem(datasetFields(fields, { columns: mapping, grader }), unknown, chooser),
    chooser,
  };
  const sampled = await itemsOfSource(format, request);
  return { ...sampled, warnings: [...warnings, ...leftOutSentences(table), ...sampled.warnings] };
}

/**
 * Your own questions: a source of the workspace that holds a table, one item each row. A table with the columns `input`
 * and `expected` has these fields:
 *
 * - `input`: the text sent to the model as the user message, as it stands, without a system message;
 *   in JSON also a list of `{role, content}` that ends with a user message;
 * - `expected`: the right answer; in JSON also a number, true or false, or a list; any entry of it is right;
 * - `grader` (optional): a grader's name, or `{"type": …, "options": {…}}`; without it one is chosen by
 *   what is expected, and a warning says which and why;
 * - `cluster` (optional): a name shared by items that are not independent;
 * - `id` (optional): kept with the item; tells which items a later version of the table has changed;
 * - `metadata` (optional): an object, kept with the item.
 *
 * Its other fields are named in a warning and left out. Of any other table the columns are guessed, a warning says how,
 * and those without a role are kept as metadata. A row that cannot be used refuses the whole dataset, and every such row
 * is named: a dataset that shrinks silently would be another one.
 */
export const dataset: Benchmark = {
  ...FROM_SOURCE,
  type: 'dataset',
  title: 'Your own dataset',
  measures:
    'Your own questions with expected answers, each graded by the grader that it names or by one chosen from the expected answer.',
  doesNotMeasure: 'Anything beyond these questions; a few dozen items show only large differences.',
  version: '3',
  metric: 'accuracy',
  sampleItems: datasetItems,
};
