import { readJsonLines } from '../../knowledge/reading/tables/tables.ts';
import type { ResponseFormat } from '../../models/models.ts';
import { type FieldRules, type Route, ruleProblems, schemaBounds, unfitRules } from '../graders/graders.ts';
import type { Benchmark } from './benchmark.ts';
import { readCluster, readInput, readMetadata } from './dataset-item.ts';
import { type Item, toItem } from './item.ts';
import { FROM_SOURCE, itemsOfSource, type SourceFormat } from './items-of-source.ts';

const FORMAT: SourceFormat = {
  type: 'structured_output',
  holds: 'JSON Lines, each a question with a schema and the expected value',
  rowsOf: readJsonLines,
  toItem: rowToItem,
};

/** Your own questions whose answers are JSON of a schema, as docs/reference/graders.md#structured-output describes them. */
export const structuredOutput: Benchmark = {
  ...FROM_SOURCE,
  type: 'structured_output',
  title: 'Structured output',
  measures:
    'Whether responses are JSON of a schema, and which fields are right, with response_format and with the schema in the prompt.',
  doesNotMeasure:
    'The quality of text within a field: fields are compared with the expected value. Formats such as date-time are not checked.',
  size: 'the lines of the source, each in two conditions',
  dataFrom:
    'a source of the workspace, named by subset; with /response_format or /prompt behind it in that condition alone',
  version: '1',
  metric: 'right',
  conditions: [
    { name: 'response_format', label: 'by response format' },
    { name: 'prompt', label: 'schema in the prompt' },
  ] satisfies readonly { name: Route; label: string }[],
  conditionInSubset: true,
  sampleItems: (request) => itemsOfSource(FORMAT, request),
};

const KNOWN = ['input', 'schema', 'expected', 'fields', 'name', 'strict', 'cluster', 'metadata'];
/** The limits of providers. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_EXPECTED = 64 * 1024;
const MAX_LEVELS = 64;

/** An item that requests its form by the provider's own means; `itemInRoute` makes those of each condition. */
function rowToItem(
  row: Record<string, unknown>,
  unknown: Set<string>,
): { item: Item } | { problems: string[] } {
  for (const field of Object.keys(row)) if (!KNOWN.includes(field)) unknown.add(field);
  const { schema, expected, fields = {}, name, strict } = row;
  const problems: string[] = [];
  const input = readInput(row.input, problems);
  const cluster = readCluster(row.cluster, problems);
  const metadata = readMetadata(row.metadata, problems);
  if (schema === undefined) problems.push('schema is missing: a JSON Schema for the response');
  else problems.push(...schemaBounds(schema).map(({ pointer, detail }) => `/schema${pointer} ${detail}`));
  const unheld =
    expected === undefined ? 'is missing: the value of a right response' : valueProblem(expected, 0);
  if (unheld) problems.push(`/expected ${unheld}`);
  if (name !== undefined && !(typeof name === 'string' && NAME.test(name)))
    problems.push('/name must be 1 to 64 letters, digits, "_" and "-"');
  if (strict !== undefined && typeof strict !== 'boolean') problems.push('/strict must be true or false');
  const held = valueProblem(fields, 0);
  const unfit = held ? [{ pointer: '', detail: held }] : ruleProblems(fields);
  if (unfit.length === 0 && !unheld) unfit.push(...unfitRules(fields as FieldRules, expected, schema));
  problems.push(...unfit.map(({ pointer, detail }) => `/fields${pointer} ${detail}`));
  if (problems.length > 0) return { problems };
  const responseFormat: ResponseFormat = {
    type: 'json_schema',
    schema: schema as Record<string, unknown>,
    ...(typeof name === 'string' && { name }),
    ...(typeof strict === 'boolean' && { strict }),
  };
  const hasRules = Object.keys(fields as object).length > 0;
  return {
    item: toItem({
      input,
      expected: JSON.stringify(expected),
      grader: { type: 'structured_output', options: { schema, ...(hasRules && { fields }) } },
      responseFormat,
      ...(cluster !== undefined && { cluster }),
      ...(metadata !== undefined && { metadata }),
    }),
  };
}

/** Why a value cannot be compared with a response; null if it can. */
function valueProblem(value: unknown, level: number): string | null {
  if (level > MAX_LEVELS) return `must be nested at most ${MAX_LEVELS} levels deep`;
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'must have no whole number beyond 2^53 − 1, which JSON does not hold exactly: write it as a text';
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const problem = valueProblem(inner, level + 1);
    if (problem !== null) return problem;
  }
  if (level === 0 && JSON.stringify(value).length > MAX_EXPECTED) return 'must have at most 64 KiB as JSON';
  return null;
}

/** The item in one condition: with `response_format`, or with the schema in the prompt only. */
export function itemInRoute({ id: _, ...item }: Item, route: Route): Item {
  const grader = { ...item.grader, options: { ...item.grader.options, route } };
  if (route === 'response_format') return toItem({ ...item, grader });
  const schema = JSON.stringify(item.grader.options.schema);
  const [last, ...before] = item.input.toReversed();
  const content = `${last?.content}\n\nAnswer with one JSON value that is valid against this JSON Schema, and with nothing else:\n${schema}`;
  return toItem({
    ...item,
    grader,
    input: [...before.toReversed(), { role: 'user', content }],
    responseFormat: null,
  });
}
