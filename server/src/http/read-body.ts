import type { IncomingMessage } from 'node:http';
import { AppError } from '../kernel/errors.ts';

/**
 * Reads a body of at most `limit` bytes. Throws `body_too_large` as soon as it is known to be larger, and
 * `malformed_request` when the sender gave up.
 *
 * What a sender still sends after that is read and thrown away: closing would reset the connection under a client
 * that writes all before it reads, and it would never see the answer. The server's `requestTimeout` ends it.
 */
export function readBody(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let size = Number(stream.headers['content-length'] ?? 0) > limit ? Number.POSITIVE_INFINITY : 0;
  let kept: Buffer[] = [];
  const checkSize = () => {
    if (size <= limit) return;
    kept = [];
    reject(tooLarge(limit));
  };
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    kept.push(chunk);
    checkSize();
  });
  stream.on('end', () => resolve(kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept)));
  stream.on('error', (cause) => reject(cutShort(cause)));
  stream.on('close', () => stream.complete || reject(cutShort()));
  checkSize();
  return promise;
}

export function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body is larger than the ${limit} bytes accepted here.`);
}

function cutShort(cause?: unknown): AppError {
  return new AppError('malformed_request', 'The body ended before it was complete.', { cause });
}
