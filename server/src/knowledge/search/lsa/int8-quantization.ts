import type { CooperativeTask } from './cooperative-task.ts';

/** Rows of eight-bit integers, each with its scale: the value that 1 represents. */
export interface Int8Rows {
  /** Number of values per row. */
  dimensions: number;
  /** Row after row. */
  values: Int8Array;
  /** One per row. */
  scales: Float32Array;
}

const ROWS_AT_ONCE = 2000;

/** Writes `vector` into `into` as integers from −127 to 127 and returns their scale; 0 for a zero vector. */
export function quantizeVector(vector: Float32Array, into: Int8Array): number {
  let largest = 0;
  for (let at = 0; at < vector.length; at++) {
    // Math.max keeps a NaN, so the check below sees it.
    largest = Math.max(largest, Math.abs(vector[at] ?? 0));
  }
  if (!(largest > 0) || !Number.isFinite(largest)) {
    into.fill(0);
    return 0;
  }
  // Rounded as it will be stored, so that the integers match the scale that is read back.
  const scale = Math.fround(largest / 127);
  for (let at = 0; at < vector.length; at++) into[at] = Math.round((vector[at] ?? 0) / scale);
  return scale;
}

export function* quantizeRows(
  rows: number,
  dimensions: number,
  floats: Float32Array,
): CooperativeTask<Int8Rows> {
  const values = new Int8Array(rows * dimensions);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const [from, to] = [row * dimensions, (row + 1) * dimensions];
    if (row % ROWS_AT_ONCE === 0) yield;
    scales[row] = quantizeVector(floats.subarray(from, to), values.subarray(from, to));
  }
  return { dimensions, values, scales };
}
