import { Readable } from 'node:stream';
import type { AnyReply, AnyRequest } from './app-type.ts';

export interface SseOptions {
  /** Called once when the stream has ended, from either side. */
  onClose(): void;
  /** Interval of comments that keep proxies from closing an idle stream. */
  commentEveryMs?: number;
}

const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Buffering proxies (nginx) would delay events.
  'x-accel-buffering': 'no',
} as const;

const COMMENT_EVERY_MS = 15_000;
/** If more than this waits for a slow reader, it is dropped, and the reader is told to read everything again. */
const MAX_WAITING = 100;
/** Number of consecutive unread comments after which a reader is disconnected: two minutes. */
const MAX_SILENT_COMMENTS = 8;
const COMMENT = ': still here\n\n';
const RESYNC = frame('resync', {});

/**
 * A server-sent event stream that begins with `resync`: everything known before may be outdated. Its memory is bounded
 * however slowly it is read: events wait by key, and too many of them become one `resync`.
 */
export function openSse({ onClose, commentEveryMs = COMMENT_EVERY_MS }: SseOptions) {
  const waiting = new Map<string, string>([['resync', RESYNC]]);
  let wanted = false;
  let silent = 0;

  const body = new Readable({
    highWaterMark: 16 * 1024,
    read() {
      wanted = true;
      silent = 0;
      flush();
    },
    destroy(error, done) {
      clearInterval(timer);
      onClose();
      // A disconnecting client is not a failure.
      done(error?.name === 'AbortError' ? null : error);
    },
  });

  function flush(): void {
    for (const [key, text] of waiting) {
      if (!wanted) return;
      waiting.delete(key);
      wanted = body.push(text);
    }
  }

  const timer = setInterval(() => {
    if (wanted) wanted = body.push(COMMENT);
    else if (++silent >= MAX_SILENT_COMMENTS) body.destroy();
  }, commentEveryMs);

  return {
    /** The body to send; it is destroyed when the client disconnects. */
    body,
    /** Sends an event. While the client does not read, only the last event of each key is kept. */
    send(key: string, event: string, data: unknown): void {
      if (body.destroyed) return;
      waiting.delete(key);
      waiting.set(key, frame(event, data));
      if (waiting.size > MAX_WAITING) {
        waiting.clear();
        waiting.set('resync', RESYNC);
      }
      flush();
    },
    end(): void {
      clearInterval(timer);
      if (!body.destroyed) body.push(null);
    },
  };
}

/** Responds with an event stream. A client that has already disconnected is not an error. */
export async function sendSse(request: AnyRequest, reply: AnyReply, body: Readable): Promise<void> {
  if (request.raw.socket.destroyed) {
    body.destroy();
    reply.hijack();
    return;
  }
  await reply.headers(SSE_HEADERS).send(body as never);
}

/** Whether a client prefers server-sent events to JSON: it names them, and JSON with no greater weight. */
export function wantsStream({ method, headers }: AnyRequest): boolean {
  // For HEAD, Fastify would read a stream to its end.
  if (method === 'HEAD') return false;
  const ranges = (headers.accept ?? '').toLowerCase().split(',').map(readRange);
  const weightOf = (type: string) => ranges.find((range) => range.type === type)?.weight ?? 0;
  const stream = weightOf('text/event-stream');
  return stream > 0 && stream >= weightOf('application/json');
}

/** `text/event-stream;q=0.5` (RFC 9110, 12.5.1); an invalid weight counts as 0. */
function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const weight = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '') ?? '1';
  return { type, weight: Number(weight) || 0 };
}

/**
 * A stream in which no event may be dropped: events are taken as fast as the client reads. `onClose` is called once
 * when the client disconnects or the events have ended.
 */
export function streamEvents(
  events: AsyncIterator<{ event: string; data: unknown }>,
  onClose: () => void,
): Readable {
  let silent = 0;
  const body = new Readable({
    highWaterMark: 16 * 1024,
    read() {
      silent = 0;
      void next();
    },
    destroy(error, done) {
      clearInterval(timer);
      onClose();
      done(error?.name === 'AbortError' ? null : error);
    },
  });
  let isTaking = false;

  async function next(): Promise<void> {
    if (isTaking) return;
    isTaking = true;
    try {
      for (;;) {
        const taken = await events.next();
        if (body.destroyed) return;
        if (taken.done) return void body.push(null);
        if (!body.push(frame(taken.value.event, taken.value.data))) return;
      }
    } catch (error) {
      if (!body.destroyed) body.destroy(error as Error);
    } finally {
      isTaking = false;
    }
  }

  const timer = setInterval(() => {
    if (body.readableLength === 0) body.push(COMMENT);
    else if (++silent >= MAX_SILENT_COMMENTS) body.destroy();
  }, COMMENT_EVERY_MS);
  return body;
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
