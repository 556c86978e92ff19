import { createGraderChooser } from '../graders/graders.ts';
import type { Benchmark } from './benchmark.ts';
import { rowToItem } from './dataset-item.ts';
import { itemsOfSource, type SourceFormat } from './items-of-source.ts';
import { datasetRows } from './rows/rows-of-text.ts';

function datasetFormat(): SourceFormat {
  const chooser = createGraderChooser();
  return {
    type: 'dataset',
    holds: 'JSON lines or CSV',
    rowsOf: (text) => datasetRows(text, ['input', 'expected']),
    toItem: (fields, unknown) => rowToItem(fields, unknown, chooser),
    chooser,
  };
}

/**
 * Your own questions: a source of the workspace that holds JSON lines or CSV (with a header line), one
 * item each, with the fields
 *
 * - `input`: the text sent to the model as the user message, as it stands, without a system message;
 *   in JSON lines also a list of `{role, content}` that ends with a user message;
 * - `expected`: the right answer; in JSON lines also a number, or a list; any entry of it is right;
 * - `grader` (optional): a grader's name, or `{"type": …, "options": {…}}`; without it one is chosen by
 *   what is expected, and a warning says which and why;
 * - `cluster` (optional): a name shared by items that are not independent;
 * - `metadata` (optional): an object, kept with the item.
 *
 * Other fields are named in a warning and left out. A line that cannot be used refuses the whole
 * dataset, and every such line is named: a dataset that shrinks silently would be another one.
 */
export const dataset: Benchmark = {
  type: 'dataset',
  title: 'Your own dataset',
  measures:
    'Whatever its questions and expected answers ask, graded by the grader that each names, or by one that fits what is expected.',
  doesNotMeasure: 'Anything beyond its own questions; a few dozen items show only large differences.',
  licence: 'your own',
  size: 'the lines of the source',
  dataFrom: 'a source of the workspace, named by subset',
  offline: true,
  differs: null,
  files: [],
  version: '3',
  metric: 'accuracy',
  chanceLevel: null,
  subsets: 'source',
  sampleItems: (request) => itemsOfSource(datasetFormat(), request),
};
