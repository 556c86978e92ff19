import { openIndexWriter } from '../../server/src/knowledge/search/index/index-writer.ts';
import { trainIndex } from '../../server/src/knowledge/search/index/train-index.ts';
import { runToCompletion } from '../../server/test/support/run-to-completion.ts';
import { processorMs } from './harness.ts';
import type { ZipfText } from './zipf-text.ts';

const WORDS_PER_CHUNK = 180;
const CHUNKS_PER_SOURCE = 100;
const EXTRA_CHUNKS = 20;

export interface ZipfIndex {
  /** One sentence of 1 to 10 words from each document. */
  sentences: string[];
  /** Milliseconds of processor time: all chunks, the model with every chunk's vector, one more document. */
  indexingMs: number;
  trainingMs: number;
  oneMoreMs: number;
}

/** Indexes `count` generated chunks of 180 words, 100 to a document, and trains on them. */
export function makeZipfIndex(path: string, count: number, text: ZipfText): ZipfIndex {
  const file = openIndexWriter(path);
  if (!file) throw new Error('The index file could not be made.');
  const texts = (many: number) => Array.from({ length: many }, () => text.many(WORDS_PER_CHUNK, text.draw));
  let change = 0;
  const add = (source: string, added: readonly string[]) => {
    const chunks = added.map((one, at) => ({ chunk_id: `${source}/${at}`, text: one, heading: [] }));
    return processorMs(() => {
      file.begin();
      file.addChunks(source, source, chunks);
      file.commit(++change);
    });
  };
  const sentences: string[] = [];
  let indexingMs = 0;
  for (let from = 0; from < count; from += CHUNKS_PER_SOURCE) {
    const added = texts(Math.min(CHUNKS_PER_SOURCE, count - from));
    const words = added[0]?.split(' ') ?? [];
    sentences.push(words.slice(20, 20 + queryLength(text)).join(' '));
    indexingMs += add(`Document ${from}`, added);
  }
  const trainingMs = processorMs(() => runToCompletion(trainIndex(() => file)));
  const oneMoreMs = add('One more', texts(EXTRA_CHUNKS));
  file.close();
  return { sentences, indexingMs, trainingMs, oneMoreMs };
}

export function queryLength({ random }: ZipfText): number {
  return 1 + Math.floor(random() * 10);
}

/** Search queries: half are words drawn with the frequencies of the text, half are sentences of documents. */
export function makeQueries(count: number, text: ZipfText, sentences: readonly string[]): string[] {
  return Array.from({ length: count }, (_, n) =>
    n % 2 === 0
      ? text.many(queryLength(text), text.draw)
      : (sentences[Math.floor(text.random() * sentences.length)] ?? ''),
  );
}
