import { isObject, parseJson } from '../../kernel/json.ts';
import { isBlank } from '../../knowledge/reading/tables/tables.ts';
import type { TextMessage } from '../../models/models.ts';
import {
  expectsNothing,
  type GraderChooser,
  type GraderSpec,
  graderProblems,
  graderSpecProblems,
  readsCalls,
} from '../graders/graders.ts';
import { type Item, toItem } from './item.ts';

const KNOWN = new Set(['input', 'expected', 'grader', 'cluster', 'id', 'metadata']);
const ROLES = ['system', 'user', 'assistant'];

type ReadItem = { item: Item } | { problems: string[] };

/**
 * Makes an item from a row's fields, or returns everything that is wrong with them. Adds names to `unknown`; `chooser`
 * chooses the grader of a row that names none.
 */
export function rowToItem(
  fields: Record<string, unknown>,
  unknown: Set<string>,
  chooser: GraderChooser,
): ReadItem {
  for (const name of Object.keys(fields)) if (!KNOWN.has(name)) unknown.add(name);
  const problems: string[] = [];
  const input = readInput(fields.input, problems);
  const named = readGrader(fields.grader, problems);
  const isLeftOut = named !== null && expectsNothing(named) && (fields.expected ?? '') === '';
  const expected = isLeftOut ? '' : readExpected(fields.expected, problems);
  const cluster = readCluster(fields.cluster, problems);
  const given = readMetadata(fields.metadata, problems);
  const metadata = isBlank(fields.id) ? given : { id: fields.id, ...given };
  if (named !== null && readsCalls(named))
    problems.push(
      `grader ${named.type} grades tool calls, which a row cannot have; write it as a task (docs/how-to/tasks-and-agents.md#measure-tasks-with-tools)`,
    );
  if (problems.length > 0) return { problems };
  const grader = named ?? chooser.choose(expected, input.at(-1)?.content ?? '');
  problems.push(...graderProblems(grader, expected));
  if (problems.length > 0) return { problems };
  const extras = {
    ...(cluster === undefined ? {} : { cluster }),
    ...(metadata === undefined ? {} : { metadata }),
  };
  return { item: toItem({ input, expected, grader, ...extras }) };
}

export function readInput(value: unknown, problems: string[]): TextMessage[] {
  if (typeof value === 'string' && value.trim() !== '') return [{ role: 'user', content: value }];
  if (isPlainValue(value)) return [{ role: 'user', content: String(value) }];
  if (isMessages(value)) return value.map(({ role, content }) => ({ role, content }));
  problems.push(
    value === undefined || value === ''
      ? 'input is missing'
      : 'input must be a text, a number up to 2^53, true or false, or a list of {role, content} with texts that ends with a user message',
  );
  return [];
}

function isMessages(value: unknown): value is TextMessage[] {
  if (!Array.isArray(value) || !value.every(isMessage)) return false;
  return value.at(-1)?.role === 'user';
}

function isMessage(value: unknown): value is TextMessage {
  if (!isObject(value) || !hasOnly(value, 'role', 'content')) return false;
  return ROLES.includes(String(value.role)) && typeof value.content === 'string' && value.content !== '';
}

export function readExpected(value: unknown, problems: string[]): string | string[] {
  if (Array.isArray(value) && value.every(isAnswer)) return value.map(String);
  if (isAnswer(value)) return String(value);
  const missing = value === undefined || value === '' || value === null;
  problems.push(
    missing
      ? 'expected is missing'
      : 'expected must be a text, a number up to 2^53, true or false, or a list of them',
  );
  return [];
}

function isAnswer(value: unknown): boolean {
  return isPlainValue(value) || (typeof value === 'string' && value !== '');
}

/**
 * A number or boolean, as cells of a workbook may be; both are used as their text. A whole number beyond 2⁵³ has
 * already lost digits when JSON was parsed; it must be written as a text.
 */
function isPlainValue(value: unknown): value is number | boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Null if none is named. */
export function readGrader(value: unknown, problems: string[]): GraderSpec | null {
  if (value === undefined || value === '' || value === null) return null;
  if (typeof value === 'string' && !value.trimStart().startsWith('{')) return { type: value, options: {} };
  const spec = typeof value === 'string' ? parseJson(value) : value;
  const options = isObject(spec) ? (spec.options ?? {}) : undefined;
  if (
    isObject(spec) &&
    typeof spec.type === 'string' &&
    isObject(options) &&
    hasOnly(spec, 'type', 'options')
  ) {
    return { type: spec.type, options };
  }
  problems.push('grader must be a name or {"type": …, "options": {…}}');
  return null;
}

/** The problems of a dataset's grader, checked before its rows are read. */
export function datasetGraderProblems(value: unknown): string[] {
  const problems: string[] = [];
  const spec = readGrader(value, problems);
  return spec === null ? problems : graderSpecProblems(spec);
}

export function readCluster(value: unknown, problems: string[]): string | undefined {
  if (value === undefined || value === '' || value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  problems.push('cluster must be a text or a number');
  return undefined;
}

export function readMetadata(value: unknown, problems: string[]): Record<string, unknown> | undefined {
  if (value === undefined || value === '' || value === null) return undefined;
  const object = typeof value === 'string' ? parseJson(value) : value;
  if (isObject(object)) return object;
  problems.push('metadata must be a JSON object');
  return undefined;
}

function hasOnly(object: Record<string, unknown>, ...names: string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}
