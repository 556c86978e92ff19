import { isObject, parseJson } from '../../../kernel/json.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { jsonRow } from './json-line-rows.ts';
import type { Row } from './row.ts';

/** One JSON document whose rows are the objects of a list; `from` is the position of that list. */
export interface JsonList {
  from: number;
}

/**
 * The list of a JSON document: the document itself, or its only list of objects. Null for JSON lines, which also begin
 * with a brace; a single line with the field names of a dataset is one row, whatever else it contains.
 */
export async function jsonList(text: string): Promise<JsonList | null> {
  const start = text.search(/[^\s\uFEFF]/);
  if (text[start] === '[') return { from: start };
  const firstLine = text.slice(start, lineEnd(text, start));
  const isSpread = /^\{\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*(?:[[{]\s*)*)?$/.test(firstLine.trimEnd());
  if (!isSpread && text.slice(lineEnd(text, start)).trim() !== '') return null;
  const lists = await listsWithin(text, start);
  return lists.length === 1 ? (lists[0] as JsonList) : null;
}

const lineEnd = (text: string, from: number) => {
  const at = text.indexOf('\n', from);
  return at === -1 ? text.length : at;
};

/** The number of brackets and commas after which the event loop gets a turn. */
const LOOKED_AT_ONCE = 10_000;

/**
 * Lists of objects that are direct values of the document's keys. Messages of a conversation are not rows, and a
 * document with the field names of a dataset has none.
 */
async function listsWithin(text: string, start: number): Promise<JsonList[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const lists: JsonList[] = [];
  const ownNames = new Set<string>();
  let depth = 0;
  let seen = 0;
  for (const { at, character } of structure(text, start)) {
    seen += 1;
    if (seen % LOOKED_AT_ONCE === 0) await yieldToEventLoop();
    if (character === '{' || character === '[') {
      if (character === '[' && depth === 1) {
        const beginning = text.slice(at, at + 200);
        if (/^\[\s*\{/.test(beginning) && !/^\[\s*\{\s*"(?:role|from|content)"/.test(beginning))
          lists.push({ from: at });
      }
      depth += 1;
    } else if (character === '}' || character === ']') depth -= 1;
    if (depth !== 1 || (character !== '{' && character !== ',')) continue;
    const name = ownNameAt(text, at + 1);
    if (name !== null) ownNames.add(name);
    if (ownNames.size === 2) return [];
  }
  return lists;
}

/** The key at this position, if it is a field name of a dataset. */
function ownNameAt(text: string, at: number): string | null {
  const key = /\s*"(input|expected)"\s*:/y;
  key.lastIndex = at;
  return key.exec(text)?.[1] ?? null;
}

/** The objects of a list with their lines, or with their indices if the text is one line. */
export function* readJsonList(text: string, list: JsonList): Generator<Row> {
  if (text.trimEnd().includes('\n')) return yield* listRows(text, list);
  let line = 0;
  for (const row of listRows(text, list)) {
    line += 1;
    yield { ...row, line, isOneLine: true };
  }
}

/** Parses each object alone: a document of 64 MB would block the process for a second. */
function* listRows(text: string, { from }: JsonList): Generator<Row> {
  let depth = 0;
  let begin = -1;
  let line = 1;
  // Searched once, because a list of a million entries may be on one line.
  let lineBreak = text.indexOf('\n');
  const lineOf = (at: number) => {
    while (lineBreak !== -1 && lineBreak < at) {
      line += 1;
      lineBreak = text.indexOf('\n', lineBreak + 1);
    }
    return line;
  };
  for (const { at, character } of structure(text, from)) {
    if (character === '{' || character === '[') {
      depth += 1;
      if (depth === 1) begin = at + 1;
    } else if (character === '}' || character === ']') depth -= 1;
    const ends = (depth === 1 && character === ',') || depth === 0;
    if (!ends) continue;
    const entry = text.slice(begin, at);
    const first = entry.search(/\S/);
    if (first !== -1) yield jsonRow(entry.trim(), lineOf(begin + first));
    else if (character === ',') yield { line: lineOf(at), problem: 'there is no value before this comma' };
    begin = at + 1;
    if (depth === 0) return;
  }
  yield {
    line: lineOf(text.length),
    problem: 'the JSON ends before its list does; the file may be truncated',
  };
}

/** Larger documents are read only if their rows are objects of a list. */
const MOST_PARSED = 16 * 1024 * 1024;

/**
 * The rows of one JSON document without a list of objects: in a document of equally long lists, each list is a column.
 * Null if the text is not a single document, such as JSON lines.
 */
export function jsonColumns(text: string): Row[] | null {
  if (text.length > MOST_PARSED) return null;
  const bare = text.replace(/^\uFEFF/, '').trim();
  const firstLine = bare.slice(0, lineEnd(bare, 0));
  // One line is parsed as a row.
  if (firstLine === bare || parseJson(firstLine) !== undefined) return null;
  const document = parseJson(bare);
  if (!isObject(document)) return null;
  const lists = Object.entries(document).filter((entry): entry is [string, unknown[]] =>
    Array.isArray(entry[1]),
  );
  const length = lists[0]?.[1].length ?? 0;
  if (lists.length < 2 || lists.some(([, list]) => list.length !== length))
    return [{ line: 1, problem: 'this JSON document contains no list of rows; provide a list of objects' }];
  return Array.from({ length }, (_, at) => ({
    line: at + 1,
    fields: Object.fromEntries(lists.map(([name, list]) => [name, list[at]])),
  }));
}

/** Brackets, braces and commas outside of strings. */
function* structure(text: string, from: number): Generator<{ at: number; character: string }> {
  const next = /["[\]{},]/g;
  const stringEnd = /["\\]/g;
  next.lastIndex = from;
  for (let found = next.exec(text); found !== null; found = next.exec(text)) {
    const at = found.index;
    if (found[0] !== '"') {
      yield { at, character: found[0] };
      continue;
    }
    stringEnd.lastIndex = at + 1;
    let end = stringEnd.exec(text);
    while (end !== null && end[0] === '\\') {
      stringEnd.lastIndex = end.index + 2;
      end = stringEnd.exec(text);
    }
    if (end === null) return;
    next.lastIndex = end.index + 1;
  }
}

/** Whether a value is a list of messages, or can be converted to one. */
export function isMessageList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) => isObject(one) && ('role' in one || 'from' in one) && ('content' in one || 'value' in one),
    )
  );
}
