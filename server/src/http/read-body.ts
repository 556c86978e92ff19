import type { IncomingMessage } from 'node:http';
import { AppError } from '../kernel/errors.ts';

/**
 * How much more than the limit is read, and thrown away, before giving up on a sender: closing at once
 * would reset the connection under a client that is still writing, and it would never see the 413.
 */
const PATIENCE = 8;

/** Reads a body of at most `limit` bytes. Throws `body_too_large` after the rest has been thrown away. */
export async function readBody(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(stream.headers['content-length'] ?? 0);
  let kept: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit * PATIENCE) break;
    if (size > limit || announced > limit) kept = [];
    else kept.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept);
}

export function tooLarge(limit: number): AppError {
  return new AppError('body_too_large', `The body is larger than the ${limit} bytes accepted here.`);
}
