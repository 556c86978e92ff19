import { serveRequests } from '../../kernel/worker-channel.ts';
import type { ReadDocument } from '../../reading/reading.ts';
import { createTextExtractor, type Extracted, type ExtractedChunk, type TextExtractor } from './chunker.ts';

/** What the thread is asked about one text; `text` tells texts apart. */
export type ChunkerRequest = { text: number } & (
  | { do: 'add'; document: ReadDocument; maxChunks: number }
  | { do: 'end' }
  | { do: 'piece'; at: number }
  | { do: 'chunks'; from: number; count: number }
  | { do: 'forget' }
);

export type ChunkerAnswer = Extracted | ExtractedChunk[] | string | null;

const texts = new Map<number, TextExtractor>();

function extractorOf(text: number, maxChunks: number): TextExtractor {
  const extractor = texts.get(text) ?? createTextExtractor(maxChunks);
  texts.set(text, extractor);
  return extractor;
}

function answer(request: ChunkerRequest): ChunkerAnswer {
  const extractor = extractorOf(request.text, 'maxChunks' in request ? request.maxChunks : 0);
  switch (request.do) {
    case 'add':
      extractor.add(request.document);
      return null;
    case 'end':
      return extractor.end();
    case 'piece':
      return extractor.piece(request.at);
    case 'chunks':
      return extractor.chunks(request.from, request.count);
    case 'forget':
      texts.delete(request.text);
      return null;
  }
}

serveRequests(answer);
