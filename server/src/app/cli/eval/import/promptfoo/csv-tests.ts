import { isObject } from '../../../../../kernel/json.ts';
import { isAssertionType } from './assertions.ts';

/** A test as a table writes it: columns that begin with `__` say how it is graded, all others are variables. */
export function testOfRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const vars: Record<string, unknown> = {};
  const options: Record<string, unknown> = {};
  const metadata: Record<string, unknown> = {};
  const asserts = new Map<number, Record<string, unknown>>();
  const settings: { at: number; field: string; value: unknown }[] = [];
  const test: Record<string, unknown> = {};
  for (const [column, given] of Object.entries(row)) {
    const text = given === null || given === undefined ? '' : String(given).trim();
    const [, at] = /^__expected(\d*)$/.exec(column) ?? [];
    const [, of = '', field] = /^__config:__expected(\d*):(\w+)$/.exec(column) ?? [];
    const [, key] = /^__metadata:(.+?)(?:\[\])?$/.exec(column) ?? [];
    if (at !== undefined) {
      if (text !== '') asserts.set(Number(at || 1), assertionOf(String(given)));
    } else if (field !== undefined) {
      if (text !== '') settings.push({ at: Number(of || 1), field, value: numberOr(text) });
    } else if (key !== undefined) {
      if (text !== '') metadata[key] = text;
    } else if (column === '__prefix' || column === '__suffix') options[column.slice(2)] = String(given ?? '');
    else if (column === '__description') test.description = text;
    else if (column === '__threshold') {
      if (text !== '') test.threshold = Number.parseFloat(text);
    } else if (column === '__metric') {
      if (text !== '') test.metric = text;
    } else if (column.startsWith('__')) test[column] = given;
    else vars[column] = typeof given === 'string' || given === undefined ? (given ?? '') : String(given);
  }
  const { metric, ...rest } = test;
  for (const { at, field, value } of settings) {
    for (const assertion of at === 0 ? asserts.values() : [asserts.get(at)])
      if (assertion !== undefined) assertion[field] = value;
  }
  const ordered = [...asserts].toSorted(([a], [b]) => a - b).map(([, assertion]) => assertion);
  return {
    ...rest,
    vars,
    assert: ordered.map((assertion) => (metric === undefined ? assertion : { ...assertion, metric })),
    ...(Object.keys(options).length > 0 && { options }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}

const numberOr = (text: string): unknown => (Number.isNaN(Number(text)) ? text : Number(text));

const SHORT = /^(not-)?([a-z]+(?:-[a-z]+)*)(?:\((\d+(?:\.\d+)?)\))?(?::([\s\S]*))?$/;
const CODE = /^(?:javascript|fn|eval|python):|^file:\/\/.*\.(?:py|js|ts|mjs|cjs)(?::|$)/;
const LISTED = ['contains-all', 'contains-any', 'icontains-all', 'icontains-any'];
/** What a cell means without brackets. */
const MARKS: Readonly<Record<string, number>> = { similar: 0.8 };
const MARKED = [
  ...[
    'answer-relevance',
    'classifier',
    'context-faithfulness',
    'context-recall',
    'context-relevance',
    'cost',
  ],
  ...['latency', 'levenshtein', 'perplexity-score', 'perplexity', 'rouge-n', 'similar', 'starts-with'],
];

/** An assertion as a cell writes it: `contains:x`, `not-similar(0.8):x`, or a text that the response equals. */
function assertionOf(cell: string): Record<string, unknown> {
  if (CODE.test(cell))
    return { type: cell.includes('.py') || cell.startsWith('python') ? 'python' : 'javascript', value: cell };
  if (cell.startsWith('grade:')) return { type: 'llm-rubric', value: cell.slice('grade:'.length) };
  const [, not = '', type = '', mark, value] = SHORT.exec(cell) ?? [];
  if (!isAssertionType(type)) return { type: 'equals', value: cell };
  const threshold =
    mark === undefined ? (MARKED.includes(type) ? (MARKS[type] ?? 0.75) : undefined) : Number(mark);
  return {
    type: `${not}${type}`,
    ...(value !== undefined && {
      value: LISTED.includes(type) ? value.split(',').map((one) => one.trim()) : value,
    }),
    ...(threshold !== undefined && { threshold }),
  };
}

/** Whether a value is a test as written in JSON or YAML, not a table row. */
export const isTest = (value: unknown): boolean =>
  isObject(value) &&
  ['vars', 'assert', 'options', 'providerOutput', 'provider'].some((field) => field in value);
