import { createHash, createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isObject, parseJson } from '../../../kernel/json.ts';
import { isNestedDeeperThan } from '../../../kernel/nesting.ts';
import type { Call, CallMessage } from '../formats/call.ts';
import { type FileContext, type FormatName, type Json, UnusableRecord } from '../formats/format.ts';
import { ACCEPTED, formatOf, readRecord } from '../formats/formats.ts';
import { MOST_LEVELS } from '../formats/values.ts';
import { createRedactor, type Findings, type Redactor } from '../redaction/redact.ts';
import { fileEncoding, toUtf8 } from './file-encoding.ts';
import { foreignFileProblem } from './foreign-file.ts';
import { joinCall, joinContent, redactUnjoined, type UnjoinedParts } from './join-contents.ts';
import { type Place, type RawRecord, START_OF_FILE, splitRecords, UnreadableFile } from './records.ts';

/** How a file is read; the same for all of its parts. */
export interface ReadSettings {
  format: FormatName | 'auto';
  redacts: boolean;
  /** Country of telephone numbers without a country code. */
  region: string;
  /** Salt of session pseudonyms; deleted when the import is complete. */
  salt: string;
}

/** The position and counts so far: everything that the next part of the file needs. */
export interface ReadState {
  place: Place;
  /** Null until a non-ASCII byte was read. */
  encoding?: string | null;
  format: FormatName | null;
  context: FileContext;
  /** Absent if nothing waits. */
  held?: UnjoinedParts;
  calls: number;
  skipped: Record<string, number>;
  found: Findings;
}

export const NOTHING_READ: ReadState = {
  place: START_OF_FILE,
  format: null,
  context: {},
  calls: 0,
  skipped: {},
  found: {},
};

/** A call as it is stored: redacted, with the values by which it is compared and grouped. */
export interface CallRow {
  ordinal: number;
  /** SHA-256 in hex of the request, to find equal requests. Empty if the trace does not contain the request. */
  hash: string;
  /** A pseudonym of the session; a call without one has its own. */
  session: string;
  hasSession: boolean;
  model: string | null;
  route: string | null;
  atUs: number | null;
  durationUs: number | null;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  characters: number;
  failed: boolean;
  /** Short hashes of the messages and the response, which show that a request begins with an earlier one. */
  chain: string[];
  answer: string | null;
  content: Pick<Call, 'messages' | 'output' | 'offersTools' | 'expected' | 'grader' | 'attributes'>;
}

export interface BlockRead {
  rows: CallRow[];
  state: ReadState;
  /** Problems by line; if there are any, nothing of the block is stored. */
  problems: string[];
}

const MOST_PROBLEMS = 20;

/** Reads the whole records at the start of `bytes`, from the position in `state`. */
export async function readBlock(
  bytes: Buffer,
  state: ReadState,
  settings: ReadSettings,
  isLast: boolean,
): Promise<BlockRead> {
  const next: ReadState & { held: UnjoinedParts } = {
    held: { calls: [], contents: [] },
    ...structuredClone(state),
  };
  const calls: Call[] = [];
  const problems: string[] = [];
  next.encoding = state.encoding ?? fileEncoding(bytes, isLast);
  try {
    requireKnown(bytes, state);
    const { utf8, bytesOf } = toUtf8(bytes, next.encoding ?? 'utf-8', isLast);
    requireKnown(utf8, state);
    const records = splitRecords(utf8, state.place, isLast);
    for (let step = records.next(); ; step = records.next()) {
      next.place = step.done ? step.value : step.value.after;
      if (step.done || problems.length >= MOST_PROBLEMS) break;
      readOne(step.value, next, settings, calls, problems);
    }
    if (isLast) {
      calls.push(...next.held.calls.splice(0));
      countSkipped(next, UNJOINED, next.held.contents.splice(0).length);
    }
    const { at } = state.place;
    next.place = { ...next.place, at: at + bytesOf(next.place.at - at) };
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    problems.push(error.message);
  }
  if (problems.length > 0) return { rows: [], state, problems };
  const redactor = settings.redacts ? createRedactor(settings.region as never) : null;
  const rows = await toRows(calls, next, redactor);
  // The graders of a file are kept for later parts, so secrets in them are redacted too.
  if (redactor && next.context.eval && !isDeepStrictEqual(next.context, state.context)) {
    const { values, found } = await redactor.redact([next.context]);
    next.context = values[0] ?? {};
    countFound(next, found);
  }
  if (redactor) countFound(next, await redactUnjoined(next.held, redactor));
  next.calls += calls.length;
  return { rows, state: next, problems };
}

function requireKnown(bytes: Buffer, { place }: ReadState): void {
  const foreign = place.at === 0 ? foreignFileProblem(bytes) : null;
  if (foreign !== null) throw new UnreadableFile(foreign);
}

function readOne(
  { bytes, where }: RawRecord,
  state: ReadState & { held: UnjoinedParts },
  settings: ReadSettings,
  calls: Call[],
  problems: string[],
): void {
  const record = parse(bytes);
  if (typeof record === 'string') return void problems.push(`${where}: ${record}`);
  state.format ??= settings.format === 'auto' ? formatOf(record) : settings.format;
  if (state.format === null)
    return void problems.push(`${where}: the format is unknown. Known formats: ${ACCEPTED}`);
  try {
    const reading = readRecord(state.format, record, state.context, settings.format !== 'auto');
    for (const [what, count] of Object.entries(reading.skipped ?? {})) countSkipped(state, what, count);
    for (const content of reading.contents ?? []) {
      const left = joinContent(state.held, content);
      calls.push(...left.calls);
      countSkipped(state, UNJOINED, left.givenUp);
    }
    for (const call of reading.calls) {
      const session = call.session === null ? null : pseudonym(call.session, settings.salt);
      calls.push(...joinCall(state.held, { ...call, session }));
    }
  } catch (error) {
    if (!(error instanceof UnusableRecord)) throw error;
    problems.push(`${where}: ${error.message}`);
  }
}

const UNJOINED = 'log records that joined no call';
const MOST_SKIPPED_NAMES = 50;

/** Names of skipped records come from the file, so only words are kept, and few of them. */
function countSkipped({ skipped }: ReadState, what: string, count: number): void {
  if (count === 0) return;
  const isName = /^[\w. -]{1,60}$/.test(what) && !/\d{5}/.test(what);
  const hasRoom = what in skipped || Object.keys(skipped).length < MOST_SKIPPED_NAMES;
  const name = isName && hasRoom ? what : 'other records';
  skipped[name] = (skipped[name] ?? 0) + count;
}

/** The object, or why there is none, without the contents of the line. */
function parse(bytes: Buffer): Json | string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'it is not UTF-8 text';
  }
  const value = parseJson(text);
  if (value === undefined)
    return 'it is not valid JSON; a record is one JSON object on its own line or in a JSON list';
  if (!isObject(value)) return 'it is not a JSON object';
  return isNestedDeeperThan(value, MOST_LEVELS) ? `it is nested deeper than ${MOST_LEVELS} levels` : value;
}

async function toRows(
  calls: readonly Call[],
  state: ReadState,
  redactor: Redactor | null,
): Promise<CallRow[]> {
  const texts = calls.map(
    ({ model, route, messages, output, offersTools, expected, grader, attributes }) => ({
      model,
      route,
      content: {
        messages,
        output,
        ...(offersTools && { offersTools }),
        ...(expected !== undefined && { expected }),
        ...(grader && { grader }),
        attributes,
      },
    }),
  );
  const { values, found } = redactor ? await redactor.redact(texts) : { values: texts, found: {} };
  countFound(state, found);
  return calls.map((call, i) => {
    const { model, route, content } = values[i] as (typeof texts)[number];
    const ordinal = state.calls + i;
    const messages = content.messages ?? [];
    return {
      ordinal,
      hash: content.messages === null ? '' : requestHash(messages),
      session: call.session ?? `-${ordinal}`,
      hasSession: call.session !== null,
      model: nameOf(model),
      route: nameOf(route),
      atUs: call.atUs,
      durationUs: call.durationUs,
      inputTokens: call.inputTokens,
      outputTokens: call.outputTokens,
      cachedTokens: call.cachedTokens,
      characters: messages.reduce((sum, message) => sum + message.content.length, 0),
      failed: call.failed,
      chain: messages.map(shortHash),
      answer: content.output === null ? null : shortHash({ role: 'assistant', content: content.output }),
      content,
    };
  });
}

function countFound({ found }: ReadState, added: Findings): void {
  for (const [kind, count] of Object.entries(added) as [keyof Findings, number][])
    found[kind] = (found[kind] ?? 0) + count;
}

const MOST_NAME = 200;

/** A name for a database column, which accepts neither NUL nor half a character. */
function nameOf(name: string | null): string | null {
  return name === null
    ? null
    : name.toWellFormed().replaceAll('\u0000', '').slice(0, MOST_NAME).toWellFormed() || null;
}

const pseudonym = (session: string, salt: string) =>
  createHmac('sha256', salt).update(session).digest('base64url').slice(0, 22);

/** Requests that differ only in Unicode form or white space have the same hash. */
function requestHash(messages: readonly CallMessage[]): string {
  const hash = createHash('sha256');
  for (const { role, content } of messages)
    hash.update(`${role}\n${content.normalize('NFC').replace(/\s+/g, ' ').trim()}\n\u0000`);
  return hash.digest('hex');
}

const shortHash = ({ role, content }: CallMessage) =>
  createHash('sha256').update(`${role}\n${content}`).digest('base64url').slice(0, 11);
