import { Type } from 'typebox';
import type { TextMessage, ToolSpec } from '../../../models/models.ts';
import { isDict, isList, type PythonValue, parsePython, toJson, toolName } from '../../graders/graders.ts';
import type { PublishedBenchmark } from './published.ts';

const AT =
  'https://raw.githubusercontent.com/ShishirPatil/gorilla/main/berkeley-function-call-leaderboard/bfcl_eval/data';

const CATEGORIES = {
  simple: { file: 'BFCL_v4_simple_python', description: 'one function, one call; the default' },
  multiple: { file: 'BFCL_v4_multiple', description: 'several functions, one call' },
  parallel: { file: 'BFCL_v4_parallel', description: 'one function, several calls' },
  parallel_multiple: { file: 'BFCL_v4_parallel_multiple', description: 'several functions, several calls' },
  irrelevance: { file: 'BFCL_v4_irrelevance', description: 'no function fits, so that none may be called' },
} as const;
type Category = keyof typeof CATEGORIES;

const itemsOf = (category: Category) => `${CATEGORIES[category].file}.jsonl`;
const answersOf = (category: Category) =>
  category === 'irrelevance' ? null : `possible_answer/${CATEGORIES[category].file}.jsonl`;

const Parameters = Type.Object({
  properties: Type.Record(Type.String(), Type.Object({ type: Type.String() })),
  required: Type.Optional(Type.Array(Type.String())),
});
const Message = Type.Object({
  role: Type.Union([Type.Literal('system'), Type.Literal('user'), Type.Literal('assistant')]),
  content: Type.String({ minLength: 1 }),
});
const Row = Type.Object({
  id: Type.String({ minLength: 1 }),
  question: Type.Array(Type.Array(Message, { minItems: 1 }), { minItems: 1, maxItems: 1 }),
  function: Type.Array(
    Type.Object({
      name: Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' }),
      description: Type.String(),
      parameters: Parameters,
    }),
    { minItems: 1 },
  ),
  answer_line: Type.Optional(Type.String()),
});

/** The functions that a model calls, with their arguments; single turns in Python of the Berkeley leaderboard. */
export const bfcl: PublishedBenchmark<typeof Row> = {
  type: 'bfcl',
  name: 'Function calling (BFCL)',
  title: 'Berkeley Function Calling',
  measures: 'Calling the right functions with the right arguments in one turn, or none if none fits.',
  doesNotMeasure:
    'Conversations, the use of results, or your own tools: for these, write tasks. The functions are fictional, and nothing is called.',
  licence: 'Apache-2.0',
  size: '1,240 questions in five categories',
  version: '1',
  metric: 'accuracy',
  chanceLevel: null,
  differs:
    'Functions are offered as tools of the provider, as the leaderboard’s "FC" models have them; its prompted form is not here. The leaderboard averages over more categories, of which only the non-live single-turn ones in Python are here.',
  files: (Object.keys(CATEGORIES) as Category[]).flatMap((category) => {
    const optional = category !== 'simple';
    const at = (folder: string) => `${AT}/${folder}${CATEGORIES[category].file}.json`;
    const items = { name: itemsOf(category), address: at(''), sha256: null, optional };
    const answers = answersOf(category);
    if (answers === null) return [items];
    return [items, { name: answers, address: at('possible_answer/'), sha256: null, optional }];
  }),
  subsets: Object.entries(CATEGORIES).map(([name, { description }]) => ({ name, description })),
  row: Row,
  from(subset) {
    const category = (subset ?? 'simple') as Category;
    const answers = answersOf(category);
    return { items: itemsOf(category), ...(answers !== null && { answers }) };
  },
  toItem({ id, question, function: functions, answer_line }, { subset }) {
    const accepted = subset === 'irrelevance' ? [] : acceptedCalls(id, answer_line);
    if (typeof accepted === 'string') return { problem: accepted };
    if (functions.some(({ parameters }) => levelsOf(parameters) > MAX_LEVELS))
      return { problem: `the parameters of ${id} are nested deeper than ${MAX_LEVELS} levels` };
    return {
      input: question[0] as TextMessage[],
      tools: functions.map(toTool),
      expected: toJson(accepted),
      grader: { type: 'function_calls', options: { functions: functions.map(described) } },
      metadata: { id },
    };
  },
};

type Function = { name: string; description: string; parameters: object };

/** A function as the leaderboard offers it to a provider: with the types of JSON Schema instead of those of Python. */
const toTool = ({ name, description, parameters }: Function): ToolSpec => ({
  name: toolName(name),
  description: `${description} Note that the provided function is in Python 3 syntax.`,
  parameters: { ...(toSchema(parameters) as object), type: 'object' },
});

/** Far above the limits of providers. */
const MAX_LEVELS = 50;

/** The nesting depth, counted only up to the limit. */
function levelsOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > MAX_LEVELS) return level;
  return Object.values(value).reduce((most, inner) => Math.max(most, levelsOf(inner, level + 1)), level);
}

const SCHEMA_TYPES: Readonly<Record<string, string>> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: 'string',
};

function toSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSchema);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    name === 'type' && typeof inner === 'string' ? (SCHEMA_TYPES[inner] ?? inner) : toSchema(inner),
  ]);
  const schema = Object.fromEntries(entries);
  const { type, description } = value as { type?: unknown; description?: unknown };
  if (type !== 'float' || typeof description !== 'string') return schema;
  return { ...schema, format: 'float', description: `${description} This is a float type value.` };
}

/** The parts of a function that the grader uses: the types of its arguments. */
function described({ name, parameters }: Function) {
  const { properties, required = [] } = parameters as {
    properties: Record<string, { type: string; items?: { type?: string } }>;
    required?: string[];
  };
  const types = Object.entries(properties).map(([parameter, { type, items }]) => [
    parameter,
    { type, ...(items && { items: { type: items.type } }) },
  ]);
  return { name, parameters: { properties: Object.fromEntries(types), required } };
}

/** The accepted calls in the line of answers that belongs to the row, or what is wrong with it. */
function acceptedCalls(id: string, line?: string): readonly PythonValue[] | string {
  if (line === undefined) return `there is no answer to ${id}`;
  const answer = parsePython(line);
  if (!isDict(answer)) return `the answer to ${id} is not a JSON object`;
  const [asked, calls] = [answer.get('id'), answer.get('ground_truth')];
  if (asked !== id) return `the answer at the place of ${id} is to ${String(asked)}`;
  return isList(calls) ? calls : `the answer to ${id} has no ground_truth`;
}
