import { createParser } from 'eventsource-parser';
import { TouchstoneError, toError } from './errors.ts';
import { EVENT_TYPES } from './generated.ts';

export type EventType = (typeof EVENT_TYPES)[number];

/**
 * A hint to fetch again, never the truth. `resync` comes first after every (re)connection: anything may
 * have changed meanwhile, and nothing is replayed.
 */
export interface WorkspaceEvent {
  type: EventType;
  /** What the service says about it; for a resource its `id`. */
  data: Readonly<Record<string, unknown>>;
}

export interface EventOptions {
  /** Ends the reading, quietly. */
  signal?: AbortSignal;
  key?: string;
  fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** The first pause before reconnecting; each further one is twice as long, up to 30 s. Default 500. */
  firstPauseMs?: number;
}

const LONGEST_PAUSE_MS = 30_000;
/** The service writes a comment every 15 s: after three missing ones the connection is dead. */
const SILENCE_MS = 45_000;

/**
 * The events of a workspace, from `GET …/events`, for as long as they are asked for: a lost connection is
 * made again after a pause. Throws `TouchstoneError` for a refusal that waiting does not change (401, 403, 404).
 */
export async function* readEvents(
  url: string,
  options: EventOptions = {},
): AsyncGenerator<WorkspaceEvent, void, void> {
  const { signal, firstPauseMs = 500 } = options;
  let failures = 0;
  while (!signal?.aborted) {
    let wait = 0;
    try {
      for await (const event of oneConnection(url, options)) {
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (isFinal(error)) throw error;
      if (error instanceof TouchstoneError) wait = (error.retryAfter ?? 0) * 1000;
    }
    const backOff = Math.min(firstPauseMs * 2 ** failures++, LONGEST_PAUSE_MS);
    // Half of it by chance, so that many clients do not return in the same moment.
    await pause(Math.max(wait, backOff * (0.5 + Math.random() / 2)), signal);
  }
}

function isFinal(error: unknown): boolean {
  return (
    error instanceof TouchstoneError && error.status >= 400 && error.status < 500 && error.status !== 429
  );
}

/** Reads one connection until it ends; throws where it breaks off or falls silent. */
async function* oneConnection(
  url: string,
  { signal, key, fetch = globalThis.fetch }: EventOptions,
): AsyncGenerator<WorkspaceEvent, void, void> {
  const connection = new AbortController();
  const stop = () => connection.abort();
  signal?.addEventListener('abort', stop, { once: true });
  let silence = setTimeout(stop, SILENCE_MS);
  try {
    const headers = { accept: 'text/event-stream', ...(key && { authorization: `Bearer ${key}` }) };
    const response = await fetch(url, { headers, signal: connection.signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw await toError(response);
    const waiting: WorkspaceEvent[] = [];
    const parser = createParser({
      onEvent({ event, data }) {
        const read = toEvent(event, data);
        if (read) waiting.push(read);
      },
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

/** Null for an event this client does not know yet: a newer service may send more kinds. */
function toEvent(type: string | undefined, data: string): WorkspaceEvent | null {
  const known = EVENT_TYPES.find((each) => each === type);
  if (!known) return null;
  try {
    const parsed: unknown = data === '' ? {} : JSON.parse(data);
    return { type: known, data: parsed !== null && typeof parsed === 'object' ? { ...parsed } : {} };
  } catch {
    return { type: known, data: {} };
  }
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
