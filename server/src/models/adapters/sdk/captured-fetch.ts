import { createEventReader } from '../http/event-stream.ts';
import { isRecord } from '../http/reported-error.ts';
import type { HttpHeaders, Transport } from '../http/transport.ts';

/** What went over the wire for one call of a provider package. */
export interface Captured {
  /** The body as it was sent. */
  sentBody: string;
  /** Where it was sent, without a query. */
  address?: string;
  /** Members that are added to the body of the package. */
  extra?: Readonly<Record<string, unknown>>;
  /** t_send, by `performance.now()`. */
  sentAt: number;
  status?: number;
  headers?: HttpHeaders;
  /** When each event of a stream arrived, in their order; `[DONE]` is none. */
  eventsAt: number[];
  /** What came of a body that is not an event stream. */
  pieces: Buffer[];
  /** What broke the connection. */
  broken?: unknown;
}

/**
 * The `fetch` that one call of a provider package is given: our transport below, and what went over the
 * wire noted as it goes. `onData` is called for each piece of a body that arrives.
 */
export function createCapturedFetch(
  transport: Transport,
  captured: Captured,
  onData: () => void,
): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    captured.address = url.origin + url.pathname;
    captured.sentBody = withMembers(String(init?.body ?? ''), captured.extra);
    const answered = Promise.withResolvers<Response>();
    const body = createBody();
    let arrivedAt = 0;
    const events = createEventReader((data) => void (data !== '[DONE]' && captured.eventsAt.push(arrivedAt)));
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' },
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
        if (isEventStream(captured)) events.push(bytes);
        else captured.pieces.push(bytes);
        body.controller.enqueue(bytes);
      },
    };
    transport.post(request, receiver, init?.signal ?? new AbortController().signal).then(
      () => {
        events.end();
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

/** The body with these members; those of objects that are in both are put together. */
function withMembers(body: string, extra: Captured['extra'] = {}): string {
  const added = Object.entries(extra);
  if (added.length === 0) return body;
  const members = JSON.parse(body) as Record<string, unknown>;
  for (const [name, value] of added) {
    const there = members[name];
    members[name] = isRecord(there) && isRecord(value) ? { ...there, ...value } : value;
  }
  return JSON.stringify(members);
}

export function isEventStream({ headers }: Captured): boolean {
  return /event-stream/i.test(String(headers?.['content-type']));
}

/** A stream that is filled as fast as bytes arrive; the transport bounds how many those may be. */
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
