import type { IncomingMessage } from 'node:http';
import { AppError } from '../../kernel/errors.ts';

const PIECED_BYTES = 1_000_000;

/**
 * Reads a body of at most `limit` bytes. Throws `body_too_large` as soon as it is known to be larger, and
 * `malformed_request` when the sender gave up.
 *
 * What a sender still sends after that is read and thrown away: closing would reset the connection under a client
 * that writes all before it reads, and it would never see the answer. The server's `requestTimeout` ends it.
 */
export function readBody(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const length = Number(stream.headers['content-length'] ?? 0);
  let size = length > limit ? Number.POSITIVE_INFINITY : 0;
  // Joined from pieces a body would be there twice for a moment.
  const whole = length > PIECED_BYTES && length <= limit ? Buffer.allocUnsafeSlow(length) : null;
  let kept: Buffer[] = [];
  const checkSize = () => {
    if (size <= limit) return;
    kept = [];
    reject(tooLarge(limit));
  };
  stream.on('data', (chunk: Buffer) => {
    if (whole === null) kept.push(chunk);
    else chunk.copy(whole, size);
    size += chunk.length;
    checkSize();
  });
  stream.on('end', () => resolve(whole ?? (kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept))));
  stream.on('error', (cause) => reject(cutShort(cause)));
  stream.on('close', () => stream.complete || reject(cutShort()));
  checkSize();
  return promise;
}

export function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body exceeds the limit of ${limit} bytes.`);
}

function cutShort(cause?: unknown): AppError {
  return new AppError('malformed_request', 'The body ended before it was complete.', { cause });
}
