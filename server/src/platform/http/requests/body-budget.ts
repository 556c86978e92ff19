import { AppError } from '../../../kernel/errors.ts';
import type { AnyRequest, App } from '../app-type.ts';

/** Smaller bodies are not counted, so that they never wait behind large ones. */
const SMALL_BYTES = 64_000;
/** The memory of a streamed body: pieces of 1 MB that are read, hashed and written. */
const STREAMED_BYTES = 3_000_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * Limits the memory of all request bodies together, from their first byte until the response: each reserves its
 * Content-Length, or without one the maximum of its route. Throws `too_many_bodies` before reading a body that does not
 * fit. The rest of it is discarded, so that the sender sees the response.
 */
export function limitBodyMemory(app: App, limitOf: (request: AnyRequest) => number, mostBytes: number): void {
  let held = 0;
  app.addHook('preParsing', async (request, reply, payload) => {
    const bytes = bytesOf(request, limitOf(request));
    // A client that has disconnected emits no further end event.
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

/** The memory that the body of a request may use; 0 if it has none or is refused for its size before it is read. */
function bytesOf({ headers, is404, routeOptions }: AnyRequest, limit: number): number {
  if (is404) return 0;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = isChunked ? limit : Number(headers['content-length'] ?? 0);
  const isJson = /^application\/(?:merge-patch\+)?json\b/i.test(headers['content-type'] ?? '');
  const { rawBody, heldBytes = STREAMED_BYTES } = routeOptions.config;
  if (rawBody && !isJson) return Math.min(isChunked ? heldBytes : length, heldBytes);
  return length > limit ? 0 : length;
}
