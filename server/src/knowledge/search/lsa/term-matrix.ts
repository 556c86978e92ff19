import type { BagOfWords } from '../text/bag-of-words.ts';
import type { CooperativeTask } from './cooperative-task.ts';

/** A sparse matrix, stored by rows: row r has the entries `starts[r]` up to `starts[r + 1]`. */
export interface SparseMatrix {
  rows: number;
  columns: number;
  starts: Uint32Array;
  indices: Uint32Array;
  values: Float32Array;
}

export interface WeightedTerms {
  /** Ascending; the index of a term is its column. */
  hashes: Uint32Array;
  /** The global weight of each term. */
  weights: Float32Array;
}

/** A term that occurs in a single chunk relates it to no other chunk, so larger workspaces omit such terms. */
const KEEP_SINGLE_UP_TO = 1000;
/** The most frequent terms are kept; with 200 dimensions, this many make a model of 10 MB. */
const MAX_TERMS = 50_000;
/** Number of bags between two yields: a few milliseconds. */
const BAGS_AT_ONCE = 250;

/**
 * The terms of a collection with their entropy weights g = 1 + Σ p log p / log(n + 1), p = the share of a term's
 * occurrences in one chunk (S. T. Dumais, "Improving the retrieval of information from external sources", 1991, who
 * divides by log n). With n + 1 a single chunk gives 1, and an evenly spread term keeps a little weight: in a workspace
 * of two or three chunks, every shared word is one.
 */
export function* weighTerms(bags: readonly BagOfWords[]): CooperativeTask<WeightedTerms> {
  const found = yield* collectTerms(bags);
  const least = bags.length > KEEP_SINGLE_UP_TO ? 2 : 1;
  const kept = [...found].filter(([, term]) => term.chunks >= least);
  if (kept.length > MAX_TERMS) {
    kept.sort(([a, x], [b, y]) => y.chunks - x.chunks || a - b);
    kept.length = MAX_TERMS;
  }
  const byHash = new Map(kept);
  const hashes = Uint32Array.from(byHash.keys()).sort();
  const log = Math.log(bags.length + 1);
  // Σ p log p = (Σ c log c) / total − log total
  const weights = Float32Array.from(hashes, (hash) => {
    const { total, cLogC } = byHash.get(hash) ?? { total: 1, cLogC: 0 };
    return Math.max(0, 1 + (cLogC / total - Math.log(total)) / log);
  });
  return { hashes, weights };
}

interface TermCount {
  chunks: number;
  total: number;
  cLogC: number;
}

function* collectTerms(bags: readonly BagOfWords[]): CooperativeTask<Map<number, TermCount>> {
  const found = new Map<number, TermCount>();
  for (const [row, { hashes, counts }] of bags.entries()) {
    if (row % BAGS_AT_ONCE === 0) yield;
    for (let at = 0; at < hashes.length; at++) {
      const hash = hashes[at] ?? 0;
      const count = counts[at] ?? 0;
      const term = found.get(hash);
      if (term) {
        term.chunks++;
        term.total += count;
        term.cLogC += count * Math.log(count);
      } else found.set(hash, { chunks: 1, total: count, cLogC: count * Math.log(count) });
    }
  }
  return found;
}

/** Finds the columns of hashes; -1 for an unknown term. */
export function createColumnFinder(hashes: Uint32Array): (hash: number) => number {
  return (hash) => {
    let [low, high] = [0, hashes.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = hashes[middle] ?? 0;
      if (found === hash) return middle;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
}

/** The log-entropy weight of `count` occurrences of a term in one chunk. */
export function termWeight(count: number, globalWeight: number): number {
  return Math.log1p(count) * globalWeight;
}

/** A row for each bag, a column for each term; rows have length 1, so that long chunks do not dominate the model. */
export function* chunkMatrix(
  bags: readonly BagOfWords[],
  { hashes, weights }: WeightedTerms,
): CooperativeTask<SparseMatrix> {
  const entries = bags.reduce((sum, bag) => sum + bag.hashes.length, 0);
  const starts = new Uint32Array(bags.length + 1);
  const indices = new Uint32Array(entries);
  const values = new Float32Array(entries);
  const columns = new Map<number, number>();
  for (const [column, hash] of hashes.entries()) columns.set(hash, column);
  let at = 0;
  for (const [row, bag] of bags.entries()) {
    if (row % BAGS_AT_ONCE === 0) yield;
    const start = at;
    for (let term = 0; term < bag.hashes.length; term++) {
      const column = columns.get(bag.hashes[term] ?? 0);
      if (column === undefined) continue;
      indices[at] = column;
      values[at] = termWeight(bag.counts[term] ?? 0, weights[column] ?? 0);
      at++;
    }
    scaleToLengthOne(values.subarray(start, at));
    starts[row + 1] = at;
  }
  return {
    rows: bags.length,
    columns: hashes.length,
    starts,
    indices: indices.slice(0, at),
    values: values.slice(0, at),
  };
}

/** Scales in place; false (and zeros) when the vector has no length or contains a NaN or an infinity. */
export function scaleToLengthOne(vector: Float32Array): boolean {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (!(length > 1e-12) || !Number.isFinite(length)) {
    vector.fill(0);
    return false;
  }
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return true;
}

export function transposeMatrix({ rows, columns, starts, indices, values }: SparseMatrix): SparseMatrix {
  const turned = new Uint32Array(columns + 1);
  for (const column of indices) turned[column + 1] = (turned[column + 1] ?? 0) + 1;
  for (let column = 0; column < columns; column++)
    turned[column + 1] = (turned[column + 1] ?? 0) + (turned[column] ?? 0);
  const next = turned.slice();
  const rowOf = new Uint32Array(indices.length);
  const entryOf = new Float32Array(indices.length);
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at++) {
      const column = indices[at] ?? 0;
      const to = next[column] ?? 0;
      next[column] = to + 1;
      rowOf[to] = row;
      entryOf[to] = values[at] ?? 0;
    }
  }
  return { rows: columns, columns: rows, starts: turned, indices: rowOf, values: entryOf };
}
