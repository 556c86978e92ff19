import { isObject } from '../../../kernel/json.ts';
import { createEventReader, errorInEvent, toEventBytes } from '../http/event-stream.ts';
import type { HttpHeaders, Transport } from '../http/transport.ts';
import { isDoneMarker } from '../openai-protocol/openai-chat-stream.ts';

/** The HTTP exchange of one call of a provider package. */
export interface CapturedExchange {
  /** The request body. */
  sentBody: string;
  /** The address without a query. */
  address?: string;
  /** Fields that are added to the body of the package. */
  extra?: Readonly<Record<string, unknown>>;
  /** t_send, by `performance.now()`. */
  sentAt: number;
  status?: number;
  headers?: HttpHeaders;
  /** When each event of a stream arrived, in order; `[DONE]` does not count. */
  eventsAt: number[];
  /** The event that reports an error in a stream, as the body of a failed call. */
  errorEvent?: string;
  /** Whether the stream reported its end, in the word of its protocol. */
  isDone: boolean;
  /** The body before the first event of a stream; all of it if it is not a stream. */
  pieces: Buffer[];
  /** What interrupted the connection. */
  broken?: unknown;
}

/**
 * The `fetch` for one call of a provider package: uses our transport and records the exchange. `onData` is called for
 * each piece of a body that arrives.
 */
export function createCapturedFetch(
  transport: Transport,
  captured: CapturedExchange,
  onData: () => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    captured.address = url.origin + url.pathname;
    captured.sentBody = withMembers(String(init?.body ?? ''), captured.extra);
    const answered = Promise.withResolvers<Response>();
    const body = createBody();
    let [arrivedAt, hasReason] = [0, false];
    // The package receives the parsed events, without byte order marks and pings of proxies.
    const events = createEventReader((data, name) => {
      const error = errorInEvent(data, name);
      if (error !== null) captured.errorEvent ??= error;
      captured.pieces.length = 0;
      if (isDoneMarker(data)) {
        captured.isDone = true;
        return body.controller.enqueue(toEventBytes('[DONE]', name));
      }
      captured.isDone ||= MESSAGE_STOP.test(data);
      hasReason ||= STOP_REASON.test(data);
      captured.eventsAt.push(arrivedAt);
      body.controller.enqueue(toEventBytes(withChoice(data), name));
    });
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      // A package sends its key header with an empty value if an account has no key.
      headers: {
        ...Object.fromEntries([...new Headers(init?.headers)].filter(([, value]) => value !== '')),
        'accept-encoding': 'identity',
      },
      body: captured.sentBody,
    };
    const receiver = {
      onSent() {
        captured.sentAt = performance.now();
      },
      onHead(status: number, headers: HttpHeaders) {
        captured.status = status;
        captured.headers = headers;
        answered.resolve(new Response(body.stream, { status, headers: toHeaders(headers) }));
      },
      onData(bytes: Buffer) {
        arrivedAt = performance.now();
        onData();
        // Data before the first event is kept, because it may not be a stream.
        if (captured.eventsAt.length === 0) captured.pieces.push(bytes);
        if (isEventStream(captured)) events.push(bytes);
        else body.controller.enqueue(bytes);
      },
    };
    transport.post(request, receiver, init?.signal ?? new AbortController().signal).then(
      () => {
        events.end();
        // The package for Anthropic reports the end only at its marker; the finish reason before it is enough.
        if (hasReason && !captured.isDone)
          body.controller.enqueue(toEventBytes(MESSAGE_STOPPED, 'message_stop'));
        body.controller.close();
      },
      (error) => {
        captured.broken = error;
        answered.reject(error);
        body.controller.error(error);
      },
    );
    return answered.promise;
  };
}

const STOP_REASON = /^\s*\{\s*"type"\s*:\s*"message_delta".*"stop_reason"\s*:\s*"/;
const MESSAGE_STOPPED = '{"type":"message_stop"}';
/** Anthropic’s name for the end of a stream. */
const MESSAGE_STOP = /^\s*\{\s*"type"\s*:\s*"message_stop"/;

const NO_CHOICE = /"choices"\s*:\s*\[\s*\]/;

/** An event with usage only; the package for Mistral ignores events without a choice. */
function withChoice(data: string): string {
  if (!NO_CHOICE.test(data)) return data;
  try {
    const event: unknown = JSON.parse(data);
    if (!isObject(event) || !Array.isArray(event.choices) || event.choices.length > 0) return data;
    return JSON.stringify({ ...event, choices: [{ index: 0, delta: {}, finish_reason: null }] });
  } catch {
    return data;
  }
}

/** Adds fields to the body; objects that exist in both are merged. */
function withMembers(body: string, extra: CapturedExchange['extra'] = {}): string {
  const added = Object.entries(extra);
  if (added.length === 0) return body;
  const members = JSON.parse(body) as Record<string, unknown>;
  for (const [name, value] of added) {
    const there = members[name];
    members[name] = isObject(there) && isObject(value) ? { ...there, ...value } : value;
  }
  return JSON.stringify(members);
}

export function isEventStream({ headers }: CapturedExchange): boolean {
  return /event-stream/i.test(String(headers?.['content-type']));
}

/** A stream that is filled as fast as bytes arrive; the transport limits their number. */
function createBody() {
  let opened: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      opened = controller;
    },
  });
  if (opened === undefined) throw new Error('a stream starts when it is made');
  return { stream, controller: opened };
}

function toHeaders(headers: HttpHeaders): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) all.append(name, one);
  }
  return all;
}
