import { isObject, parseJson } from '../../../kernel/json.ts';
import { formatOf } from '../formats/formats.ts';

/** A position between two records of a file; small, and stored with the records. */
export interface Place {
  /** Number of bytes read: the start of the next record. */
  at: number;
  /** The line of that position, from 1. */
  line: number;
  /** Number of records so far. */
  records: number;
  /** The layout of the file; null = not known yet. */
  layout: 'lines' | 'document' | null;
  /** In a document: what contains the next value. */
  inside: 'top' | 'list' | 'object_list' | 'rest';
}

export const START_OF_FILE: Place = { at: 0, line: 1, records: 0, layout: null, inside: 'top' };

/** A record in the file. */
export interface RawRecord {
  bytes: Buffer;
  /** "line 7", or "record 512 (line 1)". */
  where: string;
  /** The position after it. */
  after: Place;
}

/** Maximum size of a record; no model call is larger. */
const MOST_RECORD_BYTES = 8 * 1024 * 1024;
/** Fields whose lists may contain a whole export: a page of an API, or OTLP. */
const LISTS = ['data', 'resourceSpans', 'resourceLogs'];

/** A file that cannot be read further: where, and why. */
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
 * The whole records at the start of `bytes`, which are at `place` in the file. A file is JSON lines or one JSON
 * document: a list, an object with a list of records, or several records. A record that is cut off at the end is left
 * for the next call; with `isLast` it is an error. Throws `UnreadableFile`.
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
  /** Null for an empty line or a bracket, which is no record. */
  bytes: Buffer | null;
  where: string;
  after: Place;
}

function skipMark(bytes: Buffer, place: Place): Place {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isMarked ? { ...place, at: 3 } : place;
}

/** Lines if the first line is a complete record; null while that is unknown. */
function layoutOf(bytes: Buffer, isLast: boolean): 'lines' | 'document' | null {
  let at = 0;
  while (isSpace(bytes[at])) at++;
  if (at === bytes.length) return isLast ? 'lines' : null;
  if (bytes[at] === OPEN_LIST) return 'document';
  const newline = bytes.indexOf(NEWLINE, at);
  if (newline === -1 && !isLast) return bytes.length > MOST_RECORD_BYTES / 2 ? 'document' : null;
  const end = newline === -1 ? bytes.length : newline;
  // A line this long is no record, but it may contain a list of records.
  if (end - at > MOST_RECORD_BYTES) return beginningOfList(bytes, at) === -1 ? 'lines' : 'document';
  const first = parseJson(bytes.toString('utf8', at, end));
  if (first !== undefined) return holdsRecords(first) ? 'document' : 'lines';
  // A broken line is still a line; only a value that continues on the next line is a document.
  return newline === -1 || isBalanced(bytes.subarray(at, end)) ? 'lines' : 'document';
}

/**
 * Whether this is no record of a known format, but contains a list of records: a whole document without a line break.
 */
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
    // What follows the list in its object, such as `"has_more": false}`, contains no calls.
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

/** The position after the bracket or quote that ends the value at `from`; -1 if it does not end. */
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

/** The position of the quote that ends the text at `from`; -1 if it does not end. */
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

/**
 * The position after the bracket that opens a list of records in the object at `from`; -1 if it has none, or none
 * yet.
 */
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

/** The position after the `[` of `: [`. */
function listAfter(bytes: Buffer, from: number): number {
  let at = from;
  while (isSpace(bytes[at])) at++;
  if (bytes[at] !== COLON) return -1;
  at++;
  while (isSpace(bytes[at])) at++;
  return bytes[at] === OPEN_LIST ? at + 1 : -1;
}

/** The position after the bracket that closes a partly read object. */
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
