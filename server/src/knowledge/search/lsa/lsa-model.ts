import type { BagOfWords } from '../text/bag-of-words.ts';
import type { CooperativeTask } from './cooperative-task.ts';
import { dominantSubspace } from './dominant-subspace.ts';
import { type Int8Rows, quantizeRows } from './int8-quantization.ts';
import { chunkMatrix, createColumnFinder, scaleToLengthOne, termWeight, weighTerms } from './term-matrix.ts';

/**
 * Latent semantic analysis of one workspace (S. Deerwester et al., "Indexing by latent semantic analysis", 1990): each
 * term's weight and vector. A chunk's vector is the weighted sum of its terms' vectors.
 */
export interface LsaModel {
  /** Ascending. */
  hashes: Uint32Array;
  /** Global weights, one per term. */
  weights: Float32Array;
  /** One row per term. */
  projection: Int8Rows;
}

/** Changing one of these changes trained models: raise the index version with them. */
const MAX_DIMENSIONS = 200;
const FULL_RANK_BELOW_CHUNKS = 50;
const ITERATIONS = 3;
const SEED = 20_260_101;

/** k = min(200, n / 2); below 50 chunks k = n. */
export function lsaDimensions(chunks: number): number {
  return chunks < FULL_RANK_BELOW_CHUNKS ? chunks : Math.min(MAX_DIMENSIONS, chunks >> 1);
}

/** Trains a model. A collection without terms gives a model without terms. */
export function* trainLsa(bags: readonly BagOfWords[]): CooperativeTask<LsaModel> {
  const terms = yield* weighTerms(bags);
  const matrix = yield* chunkMatrix(bags, terms);
  const basis = yield* dominantSubspace(matrix, lsaDimensions(bags.length), ITERATIONS, SEED);
  const projection = yield* quantizeRows(basis.rows, basis.columns, basis.values);
  return { ...terms, projection };
}

export interface FoldedIn {
  /** Length 1; null if no term is known or the known ones have no weight. */
  vector: Float32Array | null;
  /** The share of the bag's weight that the model knows, 0 to 1; an unknown term has the highest weight. */
  known: number;
}

/** The vector of a new chunk or a query in the model's space. */
export function foldIntoModel(model: LsaModel, { hashes, counts }: BagOfWords): FoldedIn {
  const { dimensions, values, scales } = model.projection;
  const columnOf = createColumnFinder(model.hashes);
  const vector = new Float32Array(dimensions);
  let [all, found] = [0, 0];
  for (let term = 0; term < hashes.length; term++) {
    const column = columnOf(hashes[term] ?? 0);
    const weight = termWeight(counts[term] ?? 0, column === -1 ? 1 : (model.weights[column] ?? 0));
    all += weight;
    if (column === -1) continue;
    found += weight;
    const factor = weight * (scales[column] ?? 0);
    const start = column * dimensions;
    for (let at = 0; at < dimensions; at++)
      vector[at] = (vector[at] ?? 0) + factor * (values[start + at] ?? 0);
  }
  return { vector: scaleToLengthOne(vector) ? vector : null, known: all > 0 ? found / all : 0 };
}
