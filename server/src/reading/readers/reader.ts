import type { Reading, ReadingStage, ReadRequest } from '../contract.ts';
import type { ParserPool } from '../parser-pool/parser-pool.ts';

export interface ReadOptions {
  signal: AbortSignal;
  onStage(stage: ReadingStage): void;
}

/** Reads one type of source; a new type is a new file. Throws ReadingFailure, which the door turns into a value. */
export interface Reader {
  read(request: ReadRequest, options: ReadOptions): Promise<Reading>;
  stop?(): Promise<void>;
}

/** Options for parsing that pass its progress on as a stage of the reading. */
export function parsingStage(options: ReadOptions): Parameters<ParserPool['parse']>[2] {
  return {
    signal: options.signal,
    onProgress: (progress) => options.onStage({ name: 'parsing', ...progress }),
  };
}
