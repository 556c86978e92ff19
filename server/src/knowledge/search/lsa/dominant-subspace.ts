import type { CooperativeTask } from './cooperative-task.ts';
import { seededRandom } from './seeded-random.ts';
import { type SparseMatrix, transposeMatrix } from './term-matrix.ts';

/** A dense matrix, stored by rows. */
export interface DenseMatrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

/** Number of multiplications and additions between two yields: a few milliseconds. */
const OPERATIONS_PER_SLICE = 4_000_000;

/**
 * An orthonormal basis (one per column, `matrix.columns` rows) of the space spanned by the first `dimensions` right
 * singular vectors of a matrix: randomised subspace iteration (N. Halko, P. G. Martinsson, J. A. Tropp, "Finding
 * structure with randomness", SIAM Review 53(2), 2011, algorithm 4.4). The singular vectors themselves are not needed,
 * because a rotation of the whole space changes no cosine. The result has fewer columns if the matrix has fewer
 * independent rows.
 */
export function* dominantSubspace(
  matrix: SparseMatrix,
  dimensions: number,
  iterations: number,
  seed: number,
): CooperativeTask<DenseMatrix> {
  const transposed = transposeMatrix(matrix);
  // Orthonormalising costs rows × dimensions², so the smaller side is used.
  const chunksAreFewer = matrix.rows <= matrix.columns;
  const [small, large] = chunksAreFewer ? [matrix, transposed] : [transposed, matrix];
  const width = Math.min(dimensions, small.rows);
  const start = yield* randomMatrix(small.columns, width, seed);
  let basis = yield* orthonormal(yield* multiply(small, start));
  for (let iteration = 0; iteration < iterations; iteration++) {
    basis = yield* orthonormal(yield* multiply(small, yield* multiply(large, basis)));
  }
  return withoutZeroColumns(chunksAreFewer ? yield* orthonormal(yield* multiply(transposed, basis)) : basis);
}

function* randomMatrix(rows: number, columns: number, seed: number): CooperativeTask<DenseMatrix> {
  const random = seededRandom(seed);
  const values = new Float32Array(rows * columns);
  for (let at = 0; at < values.length; at++) {
    values[at] = random() * 2 - 1;
    if (at % (OPERATIONS_PER_SLICE / 8) === 0) yield;
  }
  return { rows, columns, values };
}

function* multiply(left: SparseMatrix, right: DenseMatrix): CooperativeTask<DenseMatrix> {
  const { columns } = right;
  const values = new Float32Array(left.rows * columns);
  const rowsAtOnce = Math.max(1, Math.floor(OPERATIONS_PER_SLICE / columns));
  let spent = 0;
  for (let row = 0; row < left.rows; row++) {
    const entries = (left.starts[row + 1] ?? 0) - (left.starts[row] ?? 0);
    addRow(values.subarray(row * columns, (row + 1) * columns), left, row, right.values);
    spent += entries + 1;
    if (spent < rowsAtOnce) continue;
    spent = 0;
    yield;
  }
  return { rows: left.rows, columns, values };
}

/** Adds four rows of the right side at a time, which halves the reads and writes of `out`. */
function addRow(out: Float32Array, left: SparseMatrix, row: number, right: Float32Array): void {
  const { starts, indices, values } = left;
  const end = starts[row + 1] ?? 0;
  let at = starts[row] ?? 0;
  for (; at + 3 < end; at += 4) addFour(out, right, indices, values, at);
  for (; at < end; at++) addOne(out, right, (indices[at] ?? 0) * out.length, values[at] ?? 0);
}

function addFour(
  out: Float32Array,
  from: Float32Array,
  indices: Uint32Array,
  weights: Float32Array,
  at: number,
): void {
  const { length } = out;
  const a = (indices[at] ?? 0) * length;
  const b = (indices[at + 1] ?? 0) * length;
  const c = (indices[at + 2] ?? 0) * length;
  const d = (indices[at + 3] ?? 0) * length;
  const u = weights[at] ?? 0;
  const v = weights[at + 1] ?? 0;
  const w = weights[at + 2] ?? 0;
  const x = weights[at + 3] ?? 0;
  for (let i = 0; i < length; i++) {
    out[i] =
      (out[i] ?? 0) +
      u * (from[a + i] ?? 0) +
      v * (from[b + i] ?? 0) +
      w * (from[c + i] ?? 0) +
      x * (from[d + i] ?? 0);
  }
}

function addOne(out: Float32Array, from: Float32Array, start: number, weight: number): void {
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + weight * (from[start + i] ?? 0);
}

/**
 * Makes the columns orthonormal in place, through the Cholesky factor of their Gram matrix. A column that depends on
 * earlier ones becomes zero.
 */
function* orthonormal(matrix: DenseMatrix): CooperativeTask<DenseMatrix> {
  const factor = cholesky(yield* gram(matrix), matrix.columns);
  const rowsAtOnce = Math.max(1, Math.floor((2 * OPERATIONS_PER_SLICE) / matrix.columns ** 2));
  const row = new Float64Array(matrix.columns);
  for (let at = 0; at < matrix.rows; at++) {
    solveRow(matrix.values.subarray(at * matrix.columns, (at + 1) * matrix.columns), factor, row);
    if (at % rowsAtOnce === 0) yield;
  }
  return matrix;
}

/** The upper half of the matrix of all columns' inner products. */
function* gram({ rows, columns, values }: DenseMatrix): CooperativeTask<Float64Array> {
  const sums = new Float64Array(columns * columns);
  const rowsAtOnce = Math.max(1, Math.floor((2 * OPERATIONS_PER_SLICE) / columns ** 2));
  for (let row = 0; row < rows; row++) {
    addOuterProduct(sums, values.subarray(row * columns, (row + 1) * columns));
    if (row % rowsAtOnce === 0) yield;
  }
  return sums;
}

function addOuterProduct(sums: Float64Array, row: Float32Array): void {
  const { length } = row;
  for (let a = 0; a < length; a++) {
    const value = row[a] ?? 0;
    const start = a * length;
    for (let b = a; b < length; b++) sums[start + b] = (sums[start + b] ?? 0) + value * (row[b] ?? 0);
  }
}

/** Below this share of a column's own square, the remainder is considered rounding. */
const DEPENDENCE_TOLERANCE = 1e-9;

/** The upper Cholesky factor; a dependent column has a zero on the diagonal. */
function cholesky(matrix: Float64Array, size: number): Float64Array {
  const upper = matrix.slice();
  for (let pivot = 0; pivot < size; pivot++) {
    const left = upper[pivot * size + pivot] ?? 0;
    const own = matrix[pivot * size + pivot] ?? 0;
    const root = left > own * DEPENDENCE_TOLERANCE && left > 1e-30 ? Math.sqrt(left) : 0;
    upper[pivot * size + pivot] = root;
    for (let b = pivot + 1; b < size; b++)
      upper[pivot * size + b] = root === 0 ? 0 : (upper[pivot * size + b] ?? 0) / root;
    if (root !== 0) eliminate(upper, size, pivot);
  }
  return upper;
}

function eliminate(upper: Float64Array, size: number, pivot: number): void {
  const from = pivot * size;
  for (let a = pivot + 1; a < size; a++) {
    const factor = upper[from + a] ?? 0;
    for (let b = a; b < size; b++)
      upper[a * size + b] = (upper[a * size + b] ?? 0) - factor * (upper[from + b] ?? 0);
  }
}

/** One row of matrix · factor⁻¹. */
function solveRow(row: Float32Array, upper: Float64Array, work: Float64Array): void {
  const size = row.length;
  work.set(row);
  for (let a = 0; a < size; a++) {
    const root = upper[a * size + a] ?? 0;
    const value = root === 0 ? 0 : (work[a] ?? 0) / root;
    row[a] = value;
    if (value === 0) continue;
    for (let b = a + 1; b < size; b++) work[b] = (work[b] ?? 0) - value * (upper[a * size + b] ?? 0);
  }
}

function withoutZeroColumns(matrix: DenseMatrix): DenseMatrix {
  const kept = Array.from({ length: matrix.columns }, (_, column) => column).filter((column) =>
    hasEntries(matrix, column),
  );
  if (kept.length === matrix.columns) return matrix;
  const values = new Float32Array(matrix.rows * kept.length);
  for (let row = 0; row < matrix.rows; row++) {
    for (const [to, column] of kept.entries())
      values[row * kept.length + to] = matrix.values[row * matrix.columns + column] ?? 0;
  }
  return { rows: matrix.rows, columns: kept.length, values };
}

function hasEntries({ columns, values }: DenseMatrix, column: number): boolean {
  for (let at = column; at < values.length; at += columns) if (values[at] !== 0) return true;
  return false;
}
