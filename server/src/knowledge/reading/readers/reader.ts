import type { Reading, ReadingStage, ReadRequest } from '../contract.ts';
import type { Answer } from '../fetching/guarded-fetch.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';

export interface ReadOptions {
  signal: AbortSignal;
  onStage(stage: ReadingStage): void;
}

/** Reads one type of source; a new type is a new file. Throws ReadingFailure, which `reading.ts` turns into a value. */
export interface Reader {
  read(request: ReadRequest, options: ReadOptions): Promise<Reading>;
  stop?(): Promise<void>;
}

/** Parse options that report the parsing progress as a stage of the reading. */
export function parsingStage(options: ReadOptions): Parameters<ParserPool['parse']>[2] {
  return {
    signal: options.signal,
    onProgress: (progress) => options.onStage({ name: 'parsing', ...progress }),
  };
}

/** The body of a response as it arrives, with its progress as a stage of the reading. Fails beyond `limit` bytes. */
export async function* receiveBody(
  answer: Answer,
  limit: number,
  { onStage }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  const total = Number(answer.header('content-length')) || null;
  let done = 0;
  for await (const piece of answer.body(limit)) {
    done += piece.length;
    onStage({ name: 'fetching', unit: 'bytes', done, total });
    yield piece;
  }
}

const JOINED_BYTES = 64 * 1024;

/**
 * Yields bytes with small pieces joined, because each is a message to a process: 5,000 pieces of one byte took half a
 * second. Keeps no reference to yielded bytes.
 */
export async function* joinSmallPieces(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  pieces.reverse();
  while (pieces.length > 0) {
    const joined: Uint8Array[] = [];
    for (let length = 0; length < JOINED_BYTES && pieces.length > 0; ) {
      const piece = pieces.pop() as Uint8Array;
      joined.push(piece);
      length += piece.length;
    }
    yield joined.length === 1 ? (joined[0] as Uint8Array) : Buffer.concat(joined);
  }
}
