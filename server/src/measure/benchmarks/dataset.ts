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
 * Your own questions: a source of the workspace with a table, one item per row. A table with the columns `input` and
 * `expected` has these fields:
 *
 * - `input`: the text sent to the model as the user message, unchanged, without a system message; in JSON also a list
 *   of `{role, content}` that ends with a user message;
 * - `expected`: the right answer; in JSON also a number, a boolean, or a list of which any entry is right;
 * - `grader` (optional): a grader's name, or `{"type": …, "options": {…}}`; otherwise one is chosen by what is
 *   expected, and a warning names it with the reason;
 * - `cluster` (optional): a name shared by items that are not independent;
 * - `id` (optional): kept with the item; shows which items a later version of the table has changed;
 * - `metadata` (optional): an object, kept with the item.
 *
 * Other fields are ignored with a warning. The columns of any other table are guessed with a warning, and those without
 * a role are kept as metadata. An unusable row makes the whole dataset unusable, and every such row is named: a
 * silently reduced dataset would be a different one.
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
