import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';

/** Smaller bodies are not counted: many fit, and none waits behind large ones. */
const SMALL_BYTES = 64_000;
/** What a streamed body holds at once: pieces of 1 MB that are read, hashed and written. */
const STREAMED_BYTES = 3_000_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * Bounds what the bodies of all requests hold together, from their first byte until they are answered: each reserves its
 * Content-Length, or without one the most that its route takes. Throws `too_many_bodies` where it does not fit beside
 * those that are there, before it is read. What its sender still sends is thrown away, so that it sees the answer.
 */
export function limitBodyMemory(app: App, limitOf: (request: AnyRequest) => number, mostBytes: number): void {
  let held = 0;
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bytesOf(request, limitOf(request));
    // A client that has disconnected emits no further end.
    if (bytes <= SMALL_BYTES || reply.raw.destroyed) return payload;
    if (held > 0 && held + bytes > mostBytes) {
      payload.resume();
      throw new AppError(
        'too_many_bodies',
        `Too many large bodies are being uploaded (limit ${mostBytes} bytes); send this request again.`,
        { retryAfter: RETRY_AFTER_SECONDS },
      );
    }
    held += bytes;
    reply.raw.once('close', () => {
      held -= bytes;
    });
    return payload;
  });
}

/** What the body of a request may hold; 0 where it has none, and where it is refused for its size as soon as it is read. */
function bytesOf({ headers, is404, routeOptions }: AnyRequest, limit: number): number {
  if (is404) return 0;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = isChunked ? limit : Number(headers['content-length'] ?? 0);
  const isJson = /^application\/(?:merge-patch\+)?json\b/i.test(headers['content-type'] ?? '');
  const { rawBody, heldBytes = STREAMED_BYTES } = routeOptions.config;
  if (rawBody && !isJson) return Math.min(isChunked ? heldBytes : length, heldBytes);
  return length > limit ? 0 : length;
}
