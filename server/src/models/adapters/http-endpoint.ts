import { hash, randomUUID } from 'node:crypto';
import { hostAndPort } from '../../kernel/address-guard.ts';
import { parseJson } from '../../kernel/json.ts';

import type { Call, CallOptions, ChatAnswer, ChatRequest } from '../contract/chat.ts';
import type { CallFailure } from '../contract/failure.ts';
import { type TokenChunk, toStreamTimings } from '../contract/stream-timings.ts';
import {
  type Admission,
  addressRulesFor,
  type CompiledAddress,
  type CompiledEndpoint,
} from '../endpoint/compile-endpoint.ts';
import { describeJson } from '../endpoint/json-path.ts';
import { missingFieldsFailure, placeholderValues } from '../endpoint/placeholders.ts';
import {
  createStreamedAnswer,
  errorReportedIn,
  type ReadAnswer,
  readWholeAnswer,
  toChatOutcome,
} from '../endpoint/read-answer.ts';
import { attemptCall } from './http/attempt.ts';
import { attemptChat } from './http/attempt-chat.ts';
import type { Deadline } from './http/deadline.ts';
import { errorInEvent } from './http/event-stream.ts';
import { FailedStreamEvent } from './http/failed-stream-event.ts';
import type { WireFailure } from './http/failures.ts';
import { createRedaction, type Redaction } from './http/redaction.ts';
import { readStream } from './http/stream-body.ts';
import { type HttpPost, openTransport, type Transport } from './http/transport.ts';
import { isAnswered, readWholeBody } from './http/whole-body.ts';

/** Maximum response of an application: responses with passages are far smaller, and many calls can be in flight. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_EVENTS = 50_000;
const WHO = 'The application';

/** The request and response on the wire, for people who configure an endpoint; contains no secret. */
export interface Exchange {
  request: { method: string; url: string; headers: Readonly<Record<string, string>>; body: unknown };
  /** The HTTP status; null if no response arrived. */
  status: number | null;
  /** The beginning of the body, or of the data of the events, one per line. Null if nothing arrived. */
  body: string | null;
  /** The value that each path found, by the JSON pointer of its field. */
  found: readonly ({ pointer: string; path: string } & ({ value: unknown } | { missing: string }))[];
}

/**
 * Calls applications over HTTP, each by its own template and paths. Every connection is guarded, and redirects are not
 * followed.
 */
export function createEndpoints(admission: Admission) {
  const transports = new Map<string, Promise<Transport>>();
  /** One transport per host, whose rules allow only this address. */
  const transportOf = (pair: string) => {
    const rules = addressRulesFor(pair, admission);
    if (rules === null) return null;
    const opened = transports.get(pair) ?? openTransport({ guard: rules, mostBytes: MAX_BYTES });
    transports.set(pair, opened);
    return opened;
  };
  return {
    /** `model` replaces `{{model}}`. `watch` receives the exchange of each call at its end. */
    connect: (compiled: CompiledEndpoint, model: string | null, watch?: (exchange: Exchange) => void): Call =>
      connect(transportOf, compiled, model, watch),
    /** Posts JSON once and reads JSON; `who` is the subject of messages about failures. */
    postJson: (address: CompiledAddress, body: string, options: CallOptions, who: string) =>
      postJson(transportOf, address, body, options, who),
    async stop(): Promise<void> {
      await Promise.all([...transports.values()].map(async (transport) => (await transport).stop()));
    },
  };
}

function connect(
  transportOf: (pair: string) => Promise<Transport> | null,
  compiled: CompiledEndpoint,
  model: string | null,
  watch?: (exchange: Exchange) => void,
): Call {
  const { endpoint, url, secrets } = compiled;
  const pair = hostAndPort(url);
  const redact = createRedaction(secrets);
  return async (request, options) => {
    const http = await transportOf(pair);
    const filled = fill(compiled, model, request, options);
    const explains = watch !== undefined;
    const seen = { status: null as number | null, lines: [] as string[], characters: 0 };
    const keep = (line: string) => {
      if (watch === undefined || seen.characters > SHOWN) return;
      seen.characters += line.length;
      seen.lines.push(line);
    };
    let read: ReadAnswer | null = null;
    const ended = await attemptChat(
      options,
      redact,
      async (deadline, calledAt) => {
        if ('unexpected' in filled) return filled;
        if (http === null) return { unexpected: notAllowed(pair) };
        const asked: AskedEndpoint = {
          http,
          compiled,
          redact,
          post: filled.post,
          deadline,
          calledAt,
          keep,
          onFirstToken: options.onFirstToken,
          explains,
        };
        const result = await (endpoint.stream ? askStreamed(asked) : askWhole(asked)).catch(unreadable);
        if ('read' in result) read = result.read;
        seen.status = ('status' in result ? result.status : null) ?? null;
        if (!('read' in result)) {
          if (!result.body) return result;
          const body = redact.text(result.body);
          keep(body);
          return { ...result, body };
        }
        return toOutcome(result, filled, calledAt);
      },
      { who: WHO },
    );
    watch?.({
      request: {
        method: endpoint.method ?? 'POST',
        url: url.href,
        headers: compiled.shownHeaders,
        body: 'body' in filled ? filled.body : null,
      },
      status: seen.status,
      body:
        seen.lines.length === 0
          ? null
          : (read as ReadAnswer | null)?.joinsSecret
            ? JOINED
            : seen.lines.join('\n').slice(0, SHOWN),
      found: [...((read as ReadAnswer | null)?.found ?? [])].map(([pointer, at]) => ({
        pointer,
        path: compiled.paths.get(pointer)?.text ?? '',
        ...at,
      })),
    });
    if (!ended.ok) return ended;
    if (ended.text !== '') options.onText?.(ended.text);
    return ended;
  };
}

async function postJson(
  transportOf: (pair: string) => Promise<Transport> | null,
  { url, headers, secrets }: CompiledAddress,
  body: string,
  options: CallOptions,
  who: string,
): Promise<{ ok: true; value: unknown } | CallFailure> {
  const pair = hostAndPort(url);
  const http = await transportOf(pair);
  const redact = createRedaction(secrets);
  return attemptCall<{ ok: true; value: unknown }>(
    options,
    redact,
    async ({ signal }) => {
      if (http === null) return { unexpected: notAllowed(pair) };
      const post = {
        origin: url.origin,
        path: url.pathname + url.search,
        headers: { ...BASE_HEADERS, accept: JSON_TYPE, 'content-type': JSON_TYPE, ...headers },
        body,
      };
      const result = await readWholeBody(http, post, signal);
      if (!isAnswered(result)) return result;
      const value = parseJson(result.body);
      if (value === undefined) return { ...result, unreadable: 'it is not JSON' };
      return { ok: true, value: redact.json(value) };
    },
    { who },
  );
}

const JSON_TYPE = 'application/json';
const notAllowed = (pair: string) => `${pair} is no longer allowed (TARGET_ALLOW_HOSTS).`;

const SHOWN = 20_000;
const JOINED = '[redacted: the parts of this response together contain a secret]';

/** A response that cannot be read fails only its own call. */
function unreadable(error: unknown): WireFailure {
  return {
    unexpected: `The response could not be read: ${error instanceof Error ? error.message : 'unknown'}.`,
  };
}

interface FilledRequest {
  post: HttpPost;
  body: unknown;
  session: string | undefined;
}

/** The request for one item, or the fields that the item lacks. */
function fill(
  { endpoint, url, headers, template }: CompiledEndpoint,
  model: string | null,
  request: ChatRequest,
  { requestId = randomUUID() }: CallOptions,
): FilledRequest | { unexpected: string } {
  // An id of ours exists from the first request on, an id of the application from its first response on.
  const isOurs = endpoint.session !== undefined && endpoint.session.id === undefined;
  const session = request.session ?? (isOurs ? randomUUID() : undefined);
  const missing = new Set<string>();
  const body = template.fill(placeholderValues(request, { model, session, requestId }, missing));
  if (missing.size > 0) return { unexpected: missingFieldsFailure(missing, request.fields ?? {}) };
  const { method = 'POST' } = endpoint;
  const sent = { method, origin: url.origin, headers: { ...BASE_HEADERS, ...headers } };
  if (method === 'GET') {
    const query = new URLSearchParams(url.search);
    for (const [name, value] of Object.entries(body as object))
      query.append(name, typeof value === 'string' ? value : JSON.stringify(value));
    return { post: { ...sent, path: `${url.pathname}?${query}`, body: null }, body, session };
  }
  const text = JSON.stringify(body ?? null);
  const typed = { 'content-type': 'application/json', ...sent.headers };
  return { post: { ...sent, headers: typed, path: url.pathname + url.search, body: text }, body, session };
}

const BASE_HEADERS = { accept: 'application/json, text/event-stream, */*', 'accept-encoding': 'identity' };

interface AskedEndpoint {
  http: Transport;
  compiled: CompiledEndpoint;
  redact: Redaction;
  post: HttpPost;
  deadline: Deadline;
  calledAt: number;
  keep(line: string): void;
  onFirstToken: CallOptions['onFirstToken'];
  /** Whether the values that each path found are recorded. */
  explains: boolean;
}

type ReadResponse = { status: number; read: ReadAnswer; timings?: NonNullable<ChatAnswer['timings']> };

async function askWhole({
  http,
  compiled,
  redact,
  post,
  deadline,
  keep,
  explains,
}: AskedEndpoint): Promise<ReadResponse | WireFailure> {
  const result = await readWholeBody(http, post, deadline.signal);
  if (!isAnswered(result)) return result;
  const body = redact.text(result.body);
  const json = redact.json(parseJson(result.body));
  const isText = json === undefined && compiled.endpoint.response.answer === '$';
  if (json === undefined && !isText) return { ...result, body, unreadable: 'it is not JSON' };
  const reported = errorReportedIn(compiled, json);
  if (reported !== null) return errorInside(result.status, reported);
  keep(body);
  return {
    status: result.status,
    read: readWholeAnswer(compiled, isText ? body : json, explains, redact.text),
  };
}

async function askStreamed(asked: AskedEndpoint): Promise<ReadResponse | WireFailure> {
  const { http, compiled, redact, post, deadline, calledAt, keep, onFirstToken } = asked;
  const { stream } = compiled.endpoint;
  const pieces = createStreamedAnswer(compiled, asked.explains);
  const chunks: TokenChunk[] = [];
  let [events, isDone] = [0, false];

  function onEvent(data: string, at: number, name?: string) {
    events += 1;
    if (events > MAX_EVENTS) throw tooLarge(`the stream has more than ${MAX_EVENTS} events`);
    if (isDone || data === stream?.done || data.trim() === stream?.done) {
      isDone = true;
      return;
    }
    const text = redact.text(data);
    keep(text);
    const failed = name === 'error' ? errorInEvent(text, name) : null;
    if (failed !== null) throw new FailedStreamEvent(failed, 'the stream ends in an error');
    const event = stream?.data === 'text' ? text : redact.json(parseJson(data));
    if (event === undefined) throw new FailedStreamEvent(text, 'an event of the stream is not JSON');
    const reported = stream?.data === 'text' ? null : errorReportedIn(compiled, event);
    if (reported !== null) throw new FailedStreamEvent(asError(reported), 'the stream ends in an error');
    const piece = pieces.add(event);
    if (piece !== '' && chunks.push({ atMs: at - calledAt, kind: 'text', length: piece.length }) === 1)
      onFirstToken?.(null);
  }

  const result = await readStream(
    http,
    post,
    deadline,
    onEvent,
    stream?.data === 'text' ? 'sse_text' : stream?.format,
  );
  if (!('doneAt' in result)) return result;
  const mustFinish = stream?.done !== undefined || stream?.finished !== undefined;
  if (mustFinish && !isDone && !pieces.isFinished())
    return { ...result, broken: new Error('the stream ended before its last event') };
  const times = { calledAt, sentMs: result.sentAt - calledAt, doneMs: result.doneAt - calledAt };
  return {
    status: result.status,
    read: pieces.result(redact.text),
    timings: toStreamTimings(times, chunks, []),
  };
}

function toOutcome(
  { status, read, timings }: ReadResponse,
  { session }: FilledRequest,
  calledAt: number,
): ChatAnswer | WireFailure {
  const answer = toChatOutcome(read, performance.now() - calledAt);
  if ('unexpected' in answer) return { status, ...answer };
  const kept = read.session ?? session;
  return { ...answer, ...(kept !== undefined && { session: kept }), ...(timings && { timings }) };
}

/** An error in a response with status 200 is treated as if the server had sent the error's status. */
function errorInside(status: number, reported: unknown): WireFailure {
  return { status, body: asError(reported), unreadable: `it reports an error: ${describeJson(reported)}` };
}

const asError = (reported: unknown) => JSON.stringify({ error: reported });

function tooLarge(message: string): Error {
  return Object.assign(new Error(message), { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
}

/** The key by which endpoints share a limiter and may share responses. */
export const endpointKey = ({ endpoint, headers }: CompiledEndpoint): string =>
  keyOf(endpoint.url, [endpoint, headers]);

/** The key by which addresses share a limiter. */
export const addressKey = ({ url, headers }: CompiledAddress): string => keyOf(url.href, [headers]);

const keyOf = (url: string, meaning: readonly unknown[]) =>
  `${url}#${hash('sha256', JSON.stringify(meaning), 'hex').slice(0, 16)}`;
