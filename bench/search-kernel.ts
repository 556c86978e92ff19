import { cpus } from 'node:os';
import { quantize } from '../server/src/search/lsa/int8-quantization.ts';
import { seededRandom } from '../server/src/search/lsa/seeded-random.ts';
import { createVectorRows } from '../server/src/search/semantic/vector-rows.ts';
import { quantile } from './lib/zipf-text.ts';

/**
 * What eight-bit rows cost and lose: the overlap of the ten best with those of the float vectors, and the time of
 * a scan for the best 100: node bench/search-kernel.ts [rows] [dimensions] [queries].
 */
const ROWS = Number(process.argv[2] ?? 10_000);
const DIMENSIONS = Number(process.argv[3] ?? 200);
const QUERIES = Number(process.argv[4] ?? 1000);
const PLACES = 10;

const random = seededRandom(5);

function randomVector(): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function floatBest(vectors: readonly Float32Array[], query: Float32Array): Set<number> {
  const scores = Float64Array.from(vectors, (vector) => {
    let sum = 0;
    for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) * (query[at] ?? 0);
    return sum;
  });
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return new Set(order.slice(0, PLACES));
}

const rows = createVectorRows(DIMENSIONS, ROWS);
const vectors = Array.from({ length: ROWS }, randomVector);
for (const [id, vector] of vectors.entries()) {
  const values = new Int8Array(DIMENSIONS);
  rows.add(id, 0, quantize(vector, values), new Uint8Array(values.buffer));
}
const times: number[] = [];
let shared = 0;
for (let n = 0; n < QUERIES; n++) {
  const query = randomVector();
  const started = performance.now();
  const found = rows.best(query, 100, null);
  times.push(performance.now() - started);
  const exact = floatBest(vectors, query);
  shared += found.slice(0, PLACES).filter(({ id }) => exact.has(id)).length;
}
times.sort((a, b) => a - b);
console.log(`machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores; node ${process.version}`);
console.log(
  `${ROWS} rows of ${DIMENSIONS}, ${QUERIES} queries: best 100 in p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`,
);
console.log(
  `${((100 * shared) / (QUERIES * PLACES)).toFixed(2)} % of the ten best are those of the float vectors`,
);
