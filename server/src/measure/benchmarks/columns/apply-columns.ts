import { isObject, parseJson } from '../../../kernel/json.ts';
import type { ColumnMapping } from '../../../knowledge/reading/tables/column-mapping.ts';
import { isBlank } from '../../../knowledge/reading/tables/tables.ts';

const ROLE_OF_SPEAKER: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  bot: 'assistant',
  model: 'assistant',
};

/**
 * Renames the fields of a row to those of a dataset: by the mapping if there is one, and with the grader for rows that
 * name none.
 */
export function datasetFields(
  row: Record<string, unknown>,
  { columns, grader }: { columns: ColumnMapping | null; grader?: unknown },
): Record<string, unknown> {
  const fields = columns === null ? row : applyColumns(row, columns);
  return grader === undefined || !isBlank(fields.grader) ? fields : { ...fields, grader };
}

function applyColumns(fields: Record<string, unknown>, mapping: ColumnMapping): Record<string, unknown> {
  const fieldOf = (column: string | undefined) => (column === undefined ? undefined : fields[column]);
  const expectedColumns = [mapping.expected ?? []].flat();
  const given = readMessages(fieldOf(mapping.messages ?? mapping.input));
  const isAnswered = expectedColumns.length === 0 && given?.at(-1)?.role === 'assistant';
  const messages = isAnswered ? given.slice(0, -1) : given;
  const input = withContext(messages ?? textOf(fieldOf(mapping.input)), fieldOf(mapping.context));
  return {
    input: withSystem(input, fieldOf(mapping.system)),
    expected: isAnswered ? given.at(-1)?.content : expectedOf(expectedColumns.map(fieldOf)),
    ...(mapping.grader !== undefined && { grader: fieldOf(mapping.grader) }),
    ...(mapping.cluster !== undefined && { cluster: fieldOf(mapping.cluster) }),
    ...metadataOf(fields, mapping),
  };
}

/**
 * Converts lists of messages in the form of stored chats: `role` and `content`, or `from` and `value`. Null for
 * anything else.
 */
function readMessages(value: unknown): { role: string; content: string }[] | null {
  const list = typeof value === 'string' && /^\s*\[\s*\{/.test(value) ? parseJson(value) : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  const messages = list.map((one) => {
    if (!isObject(one)) return null;
    const speaker = String(one.role ?? one.from ?? '');
    const content = one.content ?? one.value;
    return typeof content === 'string' ? { role: ROLE_OF_SPEAKER[speaker] ?? speaker, content } : null;
  });
  return messages.every((one) => one !== null) ? messages : null;
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

type Input = { role: string; content: string }[] | unknown;

function withContext(input: Input, context: unknown): Input {
  if (isBlank(context)) return input;
  const text = Array.isArray(context)
    ? context.filter((one) => typeof one === 'string').join('\n\n')
    : String(context);
  if (typeof input === 'string') return input.trim() === '' ? input : `${text}\n\n${input}`;
  if (!Array.isArray(input)) return input;
  const [last, ...before] = input.toReversed();
  return [...before.toReversed(), { ...last, content: `${text}\n\n${last.content}` }];
}

function withSystem(input: Input, system: unknown): Input {
  if (isBlank(system) || isBlank(input)) return input;
  const first = { role: 'system', content: String(system) };
  return Array.isArray(input) ? [first, ...input] : [first, { role: 'user', content: input }];
}

function expectedOf(values: readonly unknown[]): unknown {
  const answers = values.flatMap(answersIn).filter((one) => !isBlank(one));
  return answers.length === 1 ? answers[0] : answers.length === 0 ? undefined : [...new Set(answers)];
}

/** Unpacks answers that data sets nest: a list, or an object with the list in `text`, `value` or `aliases`. */
function answersIn(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(answersIn);
  if (!isObject(value)) return [value];
  const named = [value.text, value.value, value.aliases, value.answer].filter((one) => one !== undefined);
  return named.length === 0 ? [value] : named.flatMap(answersIn);
}

function metadataOf(
  fields: Record<string, unknown>,
  mapping: ColumnMapping,
): { metadata?: Record<string, unknown> } {
  const { id, tags, weight, metadata: kept, ...roles } = mapping;
  const used = new Set(Object.values(roles).flat());
  const metadata: Record<string, unknown> = {};
  for (const [role, column] of [
    ['id', id],
    ['weight', weight],
  ] as const)
    if (column !== undefined && !isBlank(fields[column])) metadata[role] = fields[column];
  if (tags !== undefined && !isBlank(fields[tags])) metadata.tags = tagsOf(fields[tags]);
  const named = new Set([id, tags, weight]);
  for (const [column, value] of Object.entries(fields)) {
    const isKept = kept === undefined ? !used.has(column) && !named.has(column) : kept.includes(column);
    if (isKept && !isBlank(value) && !(value instanceof Uint8Array)) metadata[column] = value;
  }
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}

const tagsOf = (value: unknown) =>
  typeof value === 'string'
    ? value
        .split(/[,;|]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '')
    : value;
