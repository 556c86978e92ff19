import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inFull } from '../../../../test/support/in-full.ts';
import { quantizeVector } from '../lsa/int8-quantization.ts';
import { seededRandom } from '../lsa/seeded-random.ts';
import { createVectorRows, type VectorRows } from './vector-rows.ts';

const random = seededRandom(11);
const ROWS = 10_000;
const QUERIES = inFull(200, 1000);
const ROWS_PER_SOURCE = 25;
const PLACES = 10;

function randomVector(dimensions: number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

interface Plain {
  id: number;
  source: number;
  scale: number;
  values: Int8Array;
}

function fill(rows: VectorRows, count: number, dimensions: number): Plain[] {
  return Array.from({ length: count }, (_, at) => {
    const values = new Int8Array(dimensions);
    const scale = quantizeVector(randomVector(dimensions), values);
    const plain = { id: at * 3 + 5, source: Math.floor(at / ROWS_PER_SOURCE), scale, values };
    rows.add(plain.id, plain.source, scale, bytesOf(values));
    return plain;
  });
}

const bytesOf = (values: Int8Array) => new Uint8Array(values.buffer);

/** The same search in plain JavaScript, in double precision. */
function plainBest(rows: readonly Plain[], query: Float32Array, count: number): number[] {
  const scores = rows.map(({ scale, values }) => {
    let sum = 0;
    for (let at = 0; at < values.length; at++) sum += (values[at] ?? 0) * (query[at] ?? 0);
    return sum * scale;
  });
  const order = rows.map((_, at) => at).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  return order.slice(0, count).map((at) => rows[at]?.id ?? -1);
}

describe('a scan of eight-bit rows', () => {
  const dimensions = 200;
  const rows = createVectorRows(dimensions, ROWS);
  const plain = fill(rows, ROWS, dimensions);

  it(`has the same ${PLACES} best as a plain scan in 99.5 % of places, with filters too`, () => {
    let same = 0;
    let places = 0;
    for (let n = 0; n < QUERIES; n++) {
      const query = randomVector(dimensions);
      // In turn: all sources, a tenth of them, three of them, and a condition on the row.
      const some = n % 4 === 0 || n % 4 === 3 ? null : new Set(drawSources(n % 4 === 1 ? 40 : 3));
      const accepts = n % 4 === 3 ? (id: number) => id % 2 === 0 : () => true;
      const eligible = plain.filter(({ id, source }) => (some?.has(source) ?? true) && accepts(id));
      const expected = plainBest(eligible, query, PLACES);
      const found = rows.best(query, PLACES, some && [...some], accepts);
      assert.equal(found.length, expected.length);
      places += expected.length;
      same += found.filter(({ id }, at) => id === expected[at]).length;
    }
    assert.ok(same / places >= 0.995, `${same} of ${places} places agree`);
  });

  function drawSources(count: number): number[] {
    return Array.from({ length: count }, () => Math.floor(random() * (ROWS / ROWS_PER_SOURCE)));
  }

  it('has the scores best first, and as many as there are when more are wanted', () => {
    const query = randomVector(dimensions);
    const scores = rows.best(query, 100, null).map(({ score }) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    assert.equal(rows.best(query, 100, [3]).length, ROWS_PER_SOURCE);
    assert.deepEqual(rows.best(query, 100, []), []);
    assert.deepEqual(rows.best(query, 0, null), []);
  });
});

describe('rows in shared memory', () => {
  for (const dimensions of [1, 2, 15, 16, 17, 200]) {
    it(`finds each of ${dimensions} dimensions by itself, though the memory had to grow`, () => {
      const rows = createVectorRows(dimensions, 1);
      const plain = fill(rows, 300, dimensions);
      for (const { id, scale, values } of plain.slice(0, 50)) {
        const vector = rows.vectorOf(id);
        assert.deepEqual(
          vector,
          Float32Array.from(values, (value) => value * scale),
        );
        assert.equal(rows.best(vector ?? new Float32Array(), 1, null).length, 1);
      }
      const query = randomVector(dimensions);
      const found = rows.best(query, 10, null).map(({ id }) => id);
      assert.deepEqual(found, plainBest(plain, query, 10));
      assert.equal(rows.vectorOf(6), undefined);
    });
  }

  it('forgets sources, and finds what is added after', () => {
    const rows = createVectorRows(8, 10);
    const plain = fill(rows, 100, 8);
    rows.keepSources(new Set([0, 2]));
    assert.equal(rows.size() - rows.removed(), 2 * ROWS_PER_SOURCE);
    const kept = plain.filter(({ source }) => source === 0 || source === 2);
    const values = new Int8Array(8);
    const scale = quantizeVector(randomVector(8), values);
    rows.add(1000, 9, scale, bytesOf(values));
    kept.push({ id: 1000, source: 9, scale, values });
    const query = randomVector(8);
    assert.deepEqual(
      rows.best(query, 100, null).map(({ id }) => id),
      plainBest(kept, query, 100),
    );
    assert.deepEqual(rows.best(query, 5, [1]), []);
  });

  it('never finds a row through a query that is not numbers', () => {
    const rows = createVectorRows(4, 4);
    fill(rows, 4, 4);
    assert.deepEqual(rows.best(Float32Array.of(Number.NaN, 1, 1, 1), 4, null), []);
  });
});
