import { sum } from '../../../kernel/sum.ts';
import type { BagOfWords } from '../text/bag-of-words.ts';
import type { CooperativeTask } from './cooperative-task.ts';
import { foldIntoModel, trainLsa } from './lsa-model.ts';
import { seededRandom } from './seeded-random.ts';

/** Parameters of the measurement; bench/search-quality.ts prints their effects. */
const PART_WORDS = 4;
/** Number of chunks whose parts are searched for. Chunks with fewer than twice this many words are not used. */
const ASKED_CHUNKS = 300;
/** In a larger workspace, an even sample of chunks is used, because a second model takes seconds to train. */
const SEARCHED_CHUNKS = 1500;
/** Chunks with at most this many words have no lead, however well they are found. */
const MIN_CHUNK_WORDS = 16;
/**
 * If neither side finds the parts, as in text of random words, their ratio means nothing. If the semantic gain is
 * smaller than this, the lead is reduced in proportion: random words under numbered headings had leads from 0 to 1.2,
 * depending on the number of chunks.
 */
const UNSURE_GAIN = 0.1;
const DEEPEST_RANK = 10;
/** The total gain of the first ten ranks; a random order has this gain divided by the number of chunks. */
const GAIN_OF_ALL_RANKS = 4.544;
/** BM25 as in keyword search. */
const [K1, B] = [1.2, 0.75];
const SEED = 3;
/** Chunks between two yields: a few milliseconds. */
const [INDEXED_AT_ONCE, ASKED_AT_ONCE] = [100, 5];

/** The parts of the semantic lead. */
interface Lead {
  /**
   * How well the parts find their chunks, from 0 (as by chance) to 1 (always first): the mean gain, 1 / log2(rank + 1)
   * up to the tenth rank, above that of a random order; the semantic one is reduced by its standard error.
   */
  byWords: number;
  byMeaning: number;
  /**
   * byMeaning / (byWords + `UNSURE_GAIN`), multiplied by byMeaning / `UNSURE_GAIN` if that is below 1, multiplied by
   * the doublings of the mean length above `MIN_CHUNK_WORDS`: the vector of a short chunk depends on few words, so the
   * words find better than such parts show. 0 or more.
   */
  lead: number;
}

/**
 * Measures how well semantic search finds what keyword search finds, without questions and judgements: takes some
 * random words out of several hundred chunks, trains a model on the rest, and searches with each part for its chunk. A
 * model trained on the parts would remember which chunk they are from, even in meaningless text.
 */
export function* measureSemanticLead(bags: readonly BagOfWords[]): CooperativeTask<Lead> {
  const random = seededRandom(SEED);
  const searched = sampleEvenly(bags, SEARCHED_CHUNKS);
  const long = [...searched.keys()].filter((row) => sum(searched[row]?.counts ?? []) >= 2 * PART_WORDS);
  const parts = new Map(
    sampleEvenly(long, ASKED_CHUNKS).map((row) => [row, takeOut(searched[row] ?? NOTHING, random)]),
  );
  const left = searched.map((bag, row) => parts.get(row)?.rest ?? bag);
  const words = yield* indexWords(left);
  const model = yield* trainLsa(left);
  const vectors: (Float32Array | null)[] = [];
  for (const [row, bag] of left.entries()) {
    if (row % INDEXED_AT_ONCE === 0) yield;
    vectors.push(foldIntoModel(model, bag).vector);
  }
  const gains: { byWords: number; byMeaning: number }[] = [];
  for (const [row, { query }] of parts) {
    if (gains.length % ASKED_AT_ONCE === 0) yield;
    const { vector } = foldIntoModel(model, query);
    gains.push({
      byWords: gainOf(words.scores(query), row),
      byMeaning: vector ? gainOf(products(vector, vectors), row) : 0,
    });
  }
  const chance = Math.min(1, GAIN_OF_ALL_RANKS / Math.max(1, searched.length));
  const byWords = aboveChance(chance, meanAndError(gains.map((gain) => gain.byWords)).mean);
  const meaning = meanAndError(gains.map((gain) => gain.byMeaning));
  // Reduced by its standard error: in a small workspace a few parts found by chance are no lead.
  const byMeaning = aboveChance(chance, meaning.mean - meaning.error);
  const wordsPerChunk = sum(searched.map(({ counts }) => sum(counts))) / Math.max(1, searched.length);
  const doublings = Math.max(0, Math.log2(Math.max(1, wordsPerChunk) / MIN_CHUNK_WORDS));
  const sure = Math.min(1, byMeaning / UNSURE_GAIN);
  return {
    byWords,
    byMeaning,
    lead: (sure * doublings * byMeaning) / (byWords + UNSURE_GAIN),
  };
}

interface Part {
  query: BagOfWords;
  rest: BagOfWords;
}

function aboveChance(chance: number, gain: number): number {
  return chance === 1 ? 0 : Math.max(0, gain - chance) / (1 - chance);
}

function meanAndError(values: readonly number[]): { mean: number; error: number } {
  const count = Math.max(1, values.length);
  const mean = sum(values) / count;
  const variance = sum(values.map((value) => (value - mean) ** 2)) / count;
  return { mean, error: Math.sqrt(variance / count) };
}

const NOTHING: BagOfWords = { hashes: new Uint32Array(), counts: new Uint8Array() };

function sampleEvenly<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)] as T);
}

function takeOut({ hashes, counts }: BagOfWords, random: () => number): Part {
  const all: number[] = [];
  for (const [term, hash] of hashes.entries())
    for (let times = counts[term] ?? 0; times > 0; times--) all.push(hash);
  const rest = new Map<number, number>();
  const query = new Map<number, number>();
  for (let left = all.length; left > 0; left--) {
    const drawn = Math.floor(random() * left);
    const hash = all[drawn] ?? 0;
    all[drawn] = all[left - 1] ?? 0;
    const part = all.length - left < PART_WORDS ? query : rest;
    part.set(hash, (part.get(hash) ?? 0) + 1);
  }
  return { query: bagOf(query), rest: bagOf(rest) };
}

function bagOf(counts: ReadonlyMap<number, number>): BagOfWords {
  const hashes = Uint32Array.from(counts.keys()).sort();
  return { hashes, counts: Uint8Array.from(hashes, (hash) => counts.get(hash) ?? 0) };
}

/** 0 if the row has no score above 0. */
function gainOf(scores: Float32Array, row: number): number {
  const own = scores[row] ?? 0;
  if (!(own > 0)) return 0;
  let rank = 1;
  for (const score of scores) if (score > own) rank++;
  return rank <= DEEPEST_RANK ? 1 / Math.log2(rank + 1) : 0;
}

function products(query: Float32Array, vectors: readonly (Float32Array | null)[]): Float32Array {
  return Float32Array.from(vectors, (vector) => {
    let sum = 0;
    if (vector) for (let at = 0; at < query.length; at++) sum += (query[at] ?? 0) * (vector[at] ?? 0);
    return sum;
  });
}

/** BM25 over bags in memory. */
function* indexWords(bags: readonly BagOfWords[]) {
  const postings = new Map<number, { rows: number[]; counts: number[] }>();
  const lengths: number[] = [];
  for (const [row, { hashes, counts }] of bags.entries()) {
    if (row % INDEXED_AT_ONCE === 0) yield;
    for (const [term, hash] of hashes.entries()) {
      const held = postings.get(hash) ?? { rows: [], counts: [] };
      postings.set(hash, held);
      held.rows.push(row);
      held.counts.push(counts[term] ?? 0);
    }
    lengths.push(sum(counts));
  }
  const meanLength = Math.max(1, sum(lengths) / Math.max(1, bags.length));
  return {
    scores(query: BagOfWords): Float32Array {
      const scores = new Float32Array(bags.length);
      for (const [term, hash] of query.hashes.entries()) {
        const { rows, counts } = postings.get(hash) ?? { rows: [], counts: [] };
        const n = rows.length;
        const idf = (query.counts[term] ?? 0) * Math.log1p((bags.length - n + 0.5) / (n + 0.5));
        for (const [at, row] of rows.entries()) {
          const count = counts[at] ?? 0;
          const norm = K1 * (1 - B + (B * (lengths[row] ?? 0)) / meanLength);
          scores[row] = (scores[row] ?? 0) + (idf * count * (K1 + 1)) / (count + norm);
        }
      }
      return scores;
    },
  };
}
