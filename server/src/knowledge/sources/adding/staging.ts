import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { joinBytes } from '../../../kernel/join-bytes.ts';
import type { Database } from '../../../platform/db/db.ts';
import { bodyTooLarge } from '../../../platform/http/read-body.ts';
import { insertOriginal, touchUpload } from '../source-content-store.ts';

/** Bytes that will become a source. */
export interface StagedUpload {
  /** The id of the future source. */
  id: string;
  byteSize: number;
  /** SHA-256 in hex. */
  hash: string;
  /** The beginning of the bytes as text, for the title. */
  beginning: string;
  /** All bytes if there are few: they are written together with the source. Null if they are already written. */
  inline: Uint8Array | null;
}

export interface StagingOptions {
  db: Database;
  clock: Clock;
  maxBytes: number;
  /** Deletes the stored pieces of an upload that will not become a source. */
  discard: (workspaceId: string, id: string) => Promise<void>;
}

const PIECE_BYTES = 1024 * 1024;
const BEGINNING_BYTES = 64 * 1024;
/**
 * Reads up to this many times the limit before it closes the connection, because a client that is cut off never sees
 * the 413.
 */
const MAX_READ_LIMITS = 8;

/**
 * Stores bytes in pieces of 1 MB. Each piece is durable before the next one is read, so memory stays bounded and the
 * response covers only stored bytes. Throws `body_too_large`.
 */
export async function stageUpload(
  { db, clock, maxBytes, discard }: StagingOptions,
  workspaceId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StagedUpload> {
  const id = newId(clock.now());
  const hash = createHash('sha256');
  let byteSize = 0;
  let written = 0;
  let held: Uint8Array | null = null;
  let beginning = '';

  async function write(piece: Uint8Array): Promise<void> {
    await db.write((batch) => {
      touchUpload(batch, workspaceId, id, clock.now());
      insertOriginal(batch, { workspace_id: workspaceId, source_id: id, ordinal: written, bytes: piece });
    });
    written++;
  }

  try {
    for await (const piece of piecesOf(bytes, maxBytes)) {
      hash.update(piece);
      if (byteSize === 0) beginning = decodeLoosely(piece.subarray(0, BEGINNING_BYTES));
      byteSize += piece.length;
      if (held !== null) await write(held);
      held = piece;
    }
    if (held !== null && written > 0) await write(held);
  } catch (error) {
    if (written > 0) await discard(workspaceId, id);
    throw error;
  }
  const inline = written > 0 ? null : (held ?? new Uint8Array());
  return { id, byteSize, hash: hash.digest('hex'), beginning, inline };
}

/**
 * Splits a stream into pieces of 1 MB. Each has its own memory, because a view would be sent with all of its buffer.
 */
async function* piecesOf(stream: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let total = 0;
  for await (const bytes of stream) {
    total += bytes.length;
    if (total > maxBytes * MAX_READ_LIMITS) break;
    if (total > maxBytes) {
      parts = [];
      continue;
    }
    parts.push(bytes);
    length += bytes.length;
    while (length >= PIECE_BYTES) {
      const joined = joinBytes(parts, length);
      yield joined.slice(0, PIECE_BYTES);
      parts = [joined.subarray(PIECE_BYTES)];
      length -= PIECE_BYTES;
    }
  }
  if (total > maxBytes) throw bodyTooLarge(maxBytes);
  if (length > 0) yield joinBytes(parts, length);
}

function decodeLoosely(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
