import { createParser } from 'eventsource-parser';
import { TouchstoneError, toError } from './errors.ts';
import { type components, EVENT_TYPES } from './generated.ts';

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * A hint to fetch a resource again; the event itself has no data to rely on. `resync` comes first after every
 * connection: anything may have changed meanwhile, and no events are replayed.
 */
export interface WorkspaceEvent {
  type: EventType;
  /** Details of the event; for a resource, its `id`. */
  data: Readonly<Record<string, unknown>>;
}

export interface EventOptions {
  /** Stops reading without an error. */
  signal?: AbortSignal;
  key?: string;
  fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** The first pause before reconnecting; each further pause is twice as long, up to 30 s. Default 500. */
  firstPauseMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
/** The service sends a comment every 15 s, so after three missing ones the connection is dead. */
const SILENCE_MS = 45_000;

/**
 * Yields the events of a workspace, from `GET …/events`, until the consumer stops. A lost connection is restored
 * after a pause. Throws `TouchstoneError` for refusals that a retry cannot change (401, 403, 404).
 */
export async function* readEvents(
  url: string,
  options: EventOptions = {},
): AsyncGenerator<WorkspaceEvent, void, void> {
  for await (const { event, data } of frames(url, options)) {
    const known = EVENT_TYPES.find((each) => each === event);
    // A newer service may send other kinds of events.
    if (known) yield { type: known, data: isObject(data) ? data : {} };
  }
}

/** The events of a streamed answer; the OpenAPI document describes their data. */
export type AnswerEvent =
  | { event: 'message' | 'done'; data: Message }
  | { event: 'delta'; data: { text: string } }
  | { event: 'citation'; data: Message['citations'][number] }
  | { event: 'step'; data: components['schemas']['MessageStep'] }
  | { event: 'made'; data: NonNullable<Message['made']>[number] }
  | { event: 'deleted'; data: { id: string } };
type Message = components['schemas']['Message'];

const ANSWER_EVENTS = ['message', 'delta', 'citation', 'step', 'made', 'done', 'deleted'] as const;

/**
 * Streams an answer while it is written, from `GET …/messages/{id}`, until `done` or `deleted`. After a lost
 * connection it starts again with `message`, which contains everything so far. Throws as `readEvents` does.
 */
export async function* readAnswer(
  url: string,
  options: EventOptions = {},
): AsyncGenerator<AnswerEvent, void, void> {
  for await (const { event, data } of frames(url, options)) {
    const known = ANSWER_EVENTS.find((each) => each === event);
    if (known) yield { event: known, data } as AnswerEvent;
    if (known === 'done' || known === 'deleted') return;
  }
}

/** An unparsed event of a stream. */
interface Frame {
  event: string | undefined;
  data: unknown;
}

async function* frames(url: string, options: EventOptions): AsyncGenerator<Frame, void, void> {
  const { signal, firstPauseMs = 500 } = options;
  let failures = 0;
  while (!signal?.aborted) {
    let wait = 0;
    try {
      for await (const frame of oneConnection(url, options)) {
        failures = 0;
        yield frame;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (isFinal(error)) throw error;
      if (error instanceof TouchstoneError) wait = (error.retryAfter ?? 0) * 1000;
    }
    const backOff = Math.min(firstPauseMs * 2 ** failures++, LONGEST_PAUSE_MS);
    // Half of the pause is random, so that many clients do not reconnect at once.
    await pause(Math.max(wait, backOff * (0.5 + Math.random() / 2)), signal);
  }
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof TouchstoneError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

/** Reads one connection until it ends; throws if it is interrupted or falls silent. */
async function* oneConnection(
  url: string,
  { signal, key, fetch = globalThis.fetch }: EventOptions,
): AsyncGenerator<Frame, void, void> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let silence = setTimeout(stop, SILENCE_MS);
  try {
    const headers = { accept: 'text/event-stream', ...(key && { authorization: `Bearer ${key}` }) };
    const response = await fetch(url, { headers, signal: connection.signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw await toError(response);
    const waiting: Frame[] = [];
    const parser = createParser({
      onEvent: ({ event, data }) => waiting.push({ event, data: parseData(data) }),
    });
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* waiting.splice(0);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', stop);
    connection.abort();
  }
}

function parseData(data: string): unknown {
  try {
    return data === '' ? {} : JSON.parse(data);
  } catch {
    return {};
  }
}

function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return data !== null && typeof data === 'object';
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
    if (signal?.aborted) done();
  });
}
