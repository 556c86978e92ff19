import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../kernel/errors.ts';

const PIECED_BYTES = 1_000_000;

/** A request, or a stream in its place. */
type Body = Readable & Partial<Pick<IncomingMessage, 'headers' | 'complete'>>;

interface ReadBodyOptions {
  /** Aborts the reading with its reason. */
  signal?: AbortSignal;
  /** Time for the whole body to arrive, in milliseconds. */
  withinMs?: number;
  /** The error for a larger body, with its remedy. */
  tooLarge?: string;
}

/**
 * Reads a body of at most `limit` bytes. Throws `body_too_large` as soon as it is known to be larger, `request_timeout`
 * if it does not arrive in time, and `malformed_request` if the sender aborted.
 *
 * The rest of a refused body is read and discarded: closing would reset the connection of a client that writes
 * everything before it reads, and it would never see the response. The server's `requestTimeout` ends this.
 */
export async function readBody(
  stream: Body,
  limit: number,
  { signal, withinMs, tooLarge }: ReadBodyOptions = {},
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const length = Number(stream.headers?.['content-length'] ?? 0);
  let size = length > limit ? Number.POSITIVE_INFINITY : 0;
  // Copied into one buffer, because joining pieces would need twice the memory for a moment.
  let whole = length > PIECED_BYTES && length <= limit ? Buffer.allocUnsafeSlow(length) : null;
  let kept: Buffer[] = [];
  let isOver = false;
  const giveUp = (reason: unknown) => {
    isOver = true;
    kept = [];
    whole = null;
    reject(reason);
  };
  const abort = () => giveUp(signal?.reason);
  const timer =
    withinMs === undefined
      ? undefined
      : setTimeout(() => {
          giveUp(
            new AppError('request_timeout', `The body did not arrive within ${withinMs / 1000} seconds.`),
          );
        }, withinMs);
  signal?.addEventListener('abort', abort);
  const checkSize = () => {
    if (size > limit) giveUp(bodyTooLarge(limit, tooLarge));
  };
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    if (whole === null) kept.push(chunk);
    else chunk.copy(whole, size);
    size += chunk.length;
    checkSize();
  });
  stream.on('end', () => resolve(whole ?? (kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept))));
  stream.on('error', (cause) => reject(cutShort(cause)));
  stream.on('close', () => stream.complete || reject(cutShort()));
  if (signal?.aborted) abort();
  checkSize();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export function bodyTooLarge(
  limit: number,
  detail = `The body exceeds the limit of ${limit} bytes.`,
): AppError {
  return new AppError('body_too_large', detail);
}

function cutShort(cause?: unknown): AppError {
  return new AppError('malformed_request', 'The body ended before it was complete.', { cause });
}
