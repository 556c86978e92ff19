import { serveRequests } from '../../../kernel/worker-channel.ts';
import type { ReadDocument } from '../../reading/reading.ts';
import type { PlacedChunk } from './chunk-document.ts';
import { type Chunker, type ChunkingOutcome, createChunker } from './chunker.ts';

/** A request about one text; `text` is its number. */
export type ChunkerRequest = { text: number } & (
  | { do: 'add'; document: ReadDocument; maxChunks: number }
  | { do: 'end' }
  | { do: 'piece'; at: number }
  | { do: 'chunks'; from: number; count: number }
  | { do: 'release' }
);

export type ChunkerAnswer = ChunkingOutcome | PlacedChunk[] | string | null;

const chunkers = new Map<number, Chunker>();

function chunkerOf(text: number, maxChunks: number): Chunker {
  const chunker = chunkers.get(text) ?? createChunker(maxChunks);
  chunkers.set(text, chunker);
  return chunker;
}

function answer(request: ChunkerRequest): ChunkerAnswer {
  const chunker = chunkerOf(request.text, 'maxChunks' in request ? request.maxChunks : 0);
  switch (request.do) {
    case 'add':
      chunker.add(request.document);
      return null;
    case 'end':
      return chunker.end();
    case 'piece':
      return chunker.piece(request.at);
    case 'chunks':
      return chunker.chunks(request.from, request.count);
    case 'release':
      chunkers.delete(request.text);
      return null;
  }
}

serveRequests(answer);
