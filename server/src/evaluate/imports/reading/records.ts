import { isObject, parseJson } from '../../../kernel/json.ts';
import { formatOf } from '../formats/formats.ts';

/** Where the reading of a file stands between two records; a few bytes, kept with what was read. */
export interface Place {
  /** Bytes read: the beginning of the next record. */
  at: number;
  /** The line there, from 1. */
  line: number;
  /** Records so far. */
  records: number;
  /** How the file is written; null = nothing was seen yet. */
  layout: 'lines' | 'document' | null;
  /** Of a document: what its next value is part of. */
  inside: 'top' | 'list' | 'object_list' | 'rest';
}

export const BEGINNING: Place = { at: 0, line: 1, records: 0, layout: null, inside: 'top' };

/** A record as it stands in the file. */
export interface RawRecord {
  bytes: Buffer;
  /** "line 7", or "record 512 (line 1)". */
  where: string;
  /** Where the reading stands after it. */
  after: Place;
}

/** The longest record; what is longer is no call of a model. */
const MOST_RECORD_BYTES = 8 * 1024 * 1024;
/** Lists that may hold a whole export: of a page of an API, and of OTLP. */
const LISTS = ['data', 'resourceSpans', 'resourceLogs'];

/** A file that cannot be read on: where, and what is wrong. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

const [NEWLINE, QUOTE, BACKSLASH, COMMA, COLON] = Buffer.from('\n"\\,:') as unknown as number[] as [
  number,
  number,
  number,
  number,
  number,
];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = Buffer.from('{}[]') as unknown as number[] as [
  number,
  number,
  number,
  number,
];
const isSpace = (byte: number | undefined) => byte === 32 || byte === 9 || byte === 10 || byte === 13;

/**
 * The whole records at the beginning of `bytes`, which stand at `place` in the file. A file is JSON lines, or one JSON
 * document: a list, an object with a list of records, or records one after the other. What is cut off at the end is left
 * for the next call, unless nothing follows (`isLast`): then it is an error. Throws `UnreadableFile`.
 */
export function* splitRecords(bytes: Buffer, place: Place, isLast: boolean): Generator<RawRecord, Place> {
  let here = place.at === 0 ? skipMark(bytes, place) : place;
  const layout = here.layout ?? layoutOf(bytes.subarray(here.at - place.at), isLast);
  if (layout === null) return here;
  here = { ...here, layout };
  const from = (at: Place) => bytes.subarray(at.at - place.at);
  for (;;) {
    const next =
      layout === 'lines' ? nextLine(from(here), here, isLast) : nextValue(from(here), here, isLast);
    if (next === null) return here;
    here = next.after;
    if (next.bytes !== null) yield { bytes: next.bytes, where: next.where, after: here };
  }
}

interface Next {
  /** Null for what is no record: an empty line, a bracket. */
  bytes: Buffer | null;
  where: string;
  after: Place;
}

function skipMark(bytes: Buffer, place: Place): Place {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? { ...place, at: 3 } : place;
}

/** Lines where the first one is a record by itself. Null while that is not known. */
function layoutOf(bytes: Buffer, isLast: boolean): 'lines' | 'document' | null {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  if (at === bytes.length) return isLast ? 'lines' : null;
  if (bytes[at] === OPEN_LIST) return 'document';
  const newline = bytes.indexOf(NEWLINE, at);
  if (newline === -1 && !isLast) return bytes.length > MOST_RECORD_BYTES / 2 ? 'document' : null;
  const end = newline === -1 ? bytes.length : newline;
  // Such a line is no record in any case, but it may hold a list of them.
  if (end - at > MOST_RECORD_BYTES) return beginningOfList(bytes, at) === -1 ? 'lines' : 'document';
  const first = parseJson(bytes.toString('utf8', at, end));
  if (first !== undefined) return holdsRecords(first) ? 'document' : 'lines';
  // Broken lines are lines too: only what goes on in the next line is a document.
  return newline === -1 || isBalanced(bytes.subarray(at, end)) ? 'lines' : 'document';
}

/** Whether this is no record of a known format, and has a list of some: a whole document without a line break. */
function holdsRecords(value: unknown): boolean {
  return isObject(value) && formatOf(value) === null && LISTS.some((name) => Array.isArray(value[name]));
}

function isBalanced(line: Buffer): boolean {
  return line[0] !== OPEN_OBJECT || endOfValue(line, 0) !== -1;
}

function nextLine(bytes: Buffer, place: Place, isLast: boolean): Next | null {
  const newline = bytes.indexOf(NEWLINE);
  if (newline === -1 && bytes.length > MOST_RECORD_BYTES) throw tooLong(`line ${place.line}`);
  if (newline > MOST_RECORD_BYTES) throw tooLong(`line ${place.line}`);
  if (newline === -1 && (!isLast || bytes.length === 0)) return null;
  const end = newline === -1 ? bytes.length : newline;
  const line = bytes.subarray(0, end);
  const isEmpty = line.every(isSpace);
  const read = newline === -1 ? end : end + 1;
  const after = {
    ...place,
    at: place.at + read,
    line: place.line + (newline === -1 ? 0 : 1),
    records: place.records + (isEmpty ? 0 : 1),
  };
  return { bytes: isEmpty ? null : line, where: `line ${place.line}`, after };
}

function tooLong(where: string): UnreadableFile {
  return new UnreadableFile(`${where}: a record has at most ${MOST_RECORD_BYTES / 1024 / 1024} MB`);
}

/** The next value of a document, or the brackets and commas before it. */
function nextValue(bytes: Buffer, place: Place, isLast: boolean): Next | null {
  let at = 0;
  while (isSpace(bytes[at]) || (bytes[at] === COMMA && place.inside !== 'rest')) at++;
  const line = place.line + newlines(bytes, 0, at);
  const where = `record ${place.records + 1} (line ${line})`;
  const step = (length: number, inside: Place['inside'], record: Buffer | null = null): Next => ({
    bytes: record,
    where,
    after: {
      ...place,
      at: place.at + length,
      line: place.line + newlines(bytes, 0, length),
      records: place.records + (record === null ? 0 : 1),
      inside,
    },
  });
  if (at === bytes.length) {
    if (isLast && place.inside !== 'top') throw cutOff(where);
    return isLast && at > 0 ? step(at, place.inside) : null;
  }
  const byte = bytes[at];
  if (place.inside === 'list' || place.inside === 'object_list') {
    if (byte === CLOSE_LIST) return step(at + 1, place.inside === 'list' ? 'top' : 'rest');
  } else if (place.inside === 'top' && byte === OPEN_LIST) return step(at + 1, 'list');
  else if (place.inside === 'rest') {
    // What stands after the list in its object (`"has_more": false}`) says nothing of calls.
    const end = endOfRest(bytes);
    if (end !== -1) return step(end, 'top');
    return unfinished(bytes, where, isLast);
  }
  if (byte !== OPEN_OBJECT) throw new UnreadableFile(`${where}: expected a JSON object here`);
  if (place.inside === 'top') {
    const list = beginningOfList(bytes, at);
    if (list !== -1) return step(list, 'object_list');
  }
  const end = endOfValue(bytes, at);
  if (end === -1) return unfinished(bytes, where, isLast);
  return step(end, place.inside, bytes.subarray(at, end));
}

function unfinished(bytes: Buffer, where: string, isLast: boolean): null {
  if (bytes.length > MOST_RECORD_BYTES) throw tooLong(where);
  if (isLast) throw cutOff(where);
  return null;
}

function cutOff(where: string): UnreadableFile {
  return new UnreadableFile(`${where}: the file ends within this record; export it again, or send the rest`);
}

/** After the bracket or quote that ends the value at `from`; -1 where it does not end. */
function endOfValue(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      if (at === -1) return -1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      if (depth <= 0) return at + 1;
    }
  }
  return -1;
}

/** The quote that ends the text whose quote stands at `from`; -1 where it does not end. */
function endOfText(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(QUOTE, at + 1);
    if (at === -1) return -1;
    let slashes = 0;
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

/** After the bracket that opens a list of records in the object at `from`; -1 where it has none, or none yet. */
function beginningOfList(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      if (depth === 0) return -1;
    } else if (byte === QUOTE) {
      const end = endOfText(bytes, at);
      if (end === -1) return -1;
      const opens = depth === 1 ? listAfter(bytes, end + 1) : -1;
      if (opens !== -1 && LISTS.includes(bytes.toString('utf8', at + 1, end))) return opens;
      at = end;
    }
  }
  return -1;
}

/** After the `[` of `: [`. */
function listAfter(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== COLON) return -1;
  at++;
  while (isSpace(bytes[at])) at++;
  return bytes[at] === OPEN_LIST ? at + 1 : -1;
}

/** After the bracket that closes an object, of which some was read. */
function endOfRest(bytes: Buffer): number {
  let depth = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      if (at === -1) return -1;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function newlines(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let at = bytes.indexOf(NEWLINE, from); at !== -1 && at < to; at = bytes.indexOf(NEWLINE, at + 1))
    count++;
  return count;
}
