import type { Reading, ReadingStage, ReadRequest } from '../contract.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';

export interface ReadOptions {
  signal: AbortSignal;
  onStage(stage: ReadingStage): void;
}

/** One type of source; adding one is adding a file. Throws ReadingFailure, which the door makes a value. */
export interface Reader {
  read(request: ReadRequest, options: ReadOptions): Promise<Reading>;
  stop?(): Promise<void>;
}

/** What parsing tells on the way, as a stage of the reading. */
export function parsingStage(options: ReadOptions): Parameters<ParserPool['parse']>[2] {
  return {
    signal: options.signal,
    onProgress: (progress) => options.onStage({ name: 'parsing', ...progress }),
  };
}
