import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runToCompletion } from '../../../../test/support/run-to-completion.ts';
import { createWordCounter, termHash } from '../text/bag-of-words.ts';
import { dominantSubspace } from './dominant-subspace.ts';
import { quantizeVector } from './int8-quantization.ts';
import { foldIntoModel, type LsaModel, lsaDimensions, trainLsa } from './lsa-model.ts';
import { seededRandom } from './seeded-random.ts';
import { chunkMatrix, type SparseMatrix, weighTerms } from './term-matrix.ts';

const bagOf = createWordCounter();
const train = (texts: readonly string[]) => runToCompletion(trainLsa(texts.map(bagOf)));
const vectorOf = (model: LsaModel, text: string) => foldIntoModel(model, bagOf(text)).vector;

function cosine(model: LsaModel, a: string, b: string): number {
  const [x, y] = [vectorOf(model, a), vectorOf(model, b)];
  assert.ok(x && y);
  return x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
}

const TOPICS = Array.from({ length: 30 }, (_, n) => [
  `car garage number${n} repair wheel`,
  `engine garage repair item${n} wheel`,
  `soup kitchen cook spoon${n} salt`,
  `oven kitchen cook plate${n} salt`,
]).flat();

describe('latent semantic analysis', () => {
  it('has half as many dimensions as chunks up to 200, and as many below 50', () => {
    assert.deepEqual(
      [0, 1, 2, 49, 50, 100, 399, 400, 20_000].map(lsaDimensions),
      [0, 1, 2, 49, 25, 50, 199, 200, 200],
    );
  });

  it('is the same for the same texts', () => assert.deepEqual(train(TOPICS), train(TOPICS)));

  it('can be given up, and goes on, between slices', () => {
    const work = trainLsa(TOPICS.map(bagOf));
    let slices = 0;
    while (!work.next().done) slices++;
    assert.ok(slices > 10, `${slices} slices`);
  });

  it('weighs a word of a single chunk 1, and one spread evenly almost nothing', () => {
    const texts = Array.from({ length: 100 }, (_, n) => `wing single${n}`);
    const { hashes, weights } = runToCompletion(weighTerms(texts.map(bagOf)));
    assert.ok((weights[hashes.indexOf(termHash('wing'))] ?? 1) < 0.01);
    assert.equal(weights[hashes.indexOf(termHash('single7'))], 1);
    const alone = runToCompletion(weighTerms([bagOf('wing tip')]));
    assert.deepEqual([...alone.weights], [1, 1]);
  });

  const collections: Record<string, string[]> = {
    none: [],
    'one empty chunk': [''],
    'one chunk': ['wing'],
    'two equal chunks': ['wing tip', 'wing tip'],
    'a hundred equal chunks': Array(100).fill('wing tip flow'),
    'stop words only': ['to be', 'or not to be'],
    'more chunks than words': Array.from({ length: 300 }, (_, n) => `wing${n % 3} tip${n % 2}`),
    'empty chunks among others': TOPICS.map((text, n) => (n % 3 === 0 ? '' : text)),
  };
  for (const [name, texts] of Object.entries(collections)) {
    it(`holds only numbers when trained on ${name}`, () => {
      const model = train(texts);
      for (const text of [...texts, 'wing', 'nothing known', '']) {
        const { vector, known } = foldIntoModel(model, bagOf(text));
        assert.ok(known >= 0 && known <= 1);
        if (!vector) continue;
        const length = Math.hypot(...vector);
        assert.ok(Math.abs(length - 1) < 1e-5, `length ${length}`);
      }
    });
  }

  it('finds every chunk of a tiny collection by its own words', () => {
    for (let count = 1; count <= 12; count++) {
      const texts = Array.from({ length: count }, (_, n) => `alpha${n} beta${n} shared`);
      const model = train(texts);
      for (const text of texts) {
        const best = texts.toSorted((a, b) => cosine(model, text, b) - cosine(model, text, a))[0];
        assert.equal(best, text);
      }
    }
  });

  it('knows nothing of words it never saw, and less than half of a query that is half unknown', () => {
    const model = train(TOPICS);
    assert.deepEqual(foldIntoModel(model, bagOf('zebra quux')), { vector: null, known: 0 });
    assert.deepEqual(foldIntoModel(model, bagOf('to be or not')), { vector: null, known: 0 });
    const { known, vector } = foldIntoModel(model, bagOf('soup zebra'));
    assert.ok(vector && known > 0.1 && known < 0.5, `known ${known}`);
  });
});

describe('the dominant subspace', () => {
  it('relates words that never stand together by the company they keep', () => {
    // Without the words of one text only, which are worth most.
    const bags = TOPICS.map((text) => bagOf(text.replace(/\w+\d+/, '')));
    const terms = runToCompletion(weighTerms(bags));
    const basis = runToCompletion(dominantSubspace(runToCompletion(chunkMatrix(bags, terms)), 2, 3, 1));
    const place = (word: string) => {
      const row = terms.hashes.indexOf(termHash(word)) * 2;
      return [basis.values[row] ?? 0, basis.values[row + 1] ?? 0];
    };
    const related = (a: string, b: string) =>
      dot(place(a), place(b)) / Math.sqrt(lengthSquared(place(a)) * lengthSquared(place(b)));
    assert.ok(related('car', 'engine') > 0.9);
    assert.ok(related('soup', 'oven') > 0.9);
    assert.ok(Math.abs(related('car', 'soup')) < 0.2);
  });

  it('is orthonormal and holds as much of the matrix as the exact singular vectors do', () => {
    const random = seededRandom(3);
    const texts = Array.from({ length: 120 }, () =>
      Array.from({ length: 20 }, () => `w${Math.floor(random() ** 2 * 60)}`).join(' '),
    );
    const bags = texts.map(bagOf);
    const matrix = runToCompletion(chunkMatrix(bags, runToCompletion(weighTerms(bags))));
    const basis = runToCompletion(dominantSubspace(matrix, 10, 3, 1));
    const column = (at: number) =>
      Array.from({ length: basis.rows }, (_, row) => basis.values[row * basis.columns + at] ?? 0);
    for (let a = 0; a < 10; a++) {
      for (let b = 0; b <= a; b++) {
        const product = column(a).reduce((sum, value, row) => sum + value * (column(b)[row] ?? 0), 0);
        assert.ok(Math.abs(product - (a === b ? 1 : 0)) < 1e-4, `columns ${a} and ${b}: ${product}`);
      }
    }
    const rows = toRows(matrix);
    const held = Array.from({ length: 10 }, (_, at) => lengthSquared(times(rows, column(at))));
    const share = held.reduce((sum, value) => sum + value, 0) / largestSquares(rows, 10);
    assert.ok(share > 0.95 && share < 1.0001, `holds ${share} of what the best ten hold`);
  });
});

function toRows(matrix: SparseMatrix): number[][] {
  return Array.from({ length: matrix.rows }, (_, row) => {
    const out = new Array<number>(matrix.columns).fill(0);
    for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at++)
      out[matrix.indices[at] ?? 0] = matrix.values[at] ?? 0;
    return out;
  });
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const lengthSquared = (vector: readonly number[]) => dot(vector, vector);
const times = (rows: readonly number[][], vector: readonly number[]) => rows.map((row) => dot(row, vector));

/** The sum of the largest squared singular values, by power iteration with deflation in double precision. */
function largestSquares(rows: readonly number[][], count: number): number {
  const columns = rows[0]?.map((_, at) => rows.map((row) => row[at] ?? 0)) ?? [];
  const found: number[][] = [];
  let sum = 0;
  for (let n = 0; n < count; n++) {
    let vector = columns.map((_, at) => Math.sin(at * (n + 1)) + 0.1);
    let square = 0;
    for (let turn = 0; turn < 500; turn++) {
      let next = times(columns, times(rows, vector));
      for (const other of found) {
        const share = dot(other, next);
        next = next.map((value, at) => value - share * (other[at] ?? 0));
      }
      square = Math.sqrt(lengthSquared(next));
      vector = next.map((value) => value / square);
    }
    found.push(vector);
    sum += square;
  }
  return sum;
}

describe('eight-bit rows', () => {
  it('come back within half a step, and zero or broken vectors as zeros', () => {
    const into = new Int8Array(4);
    const vector = Float32Array.of(0.5, -0.25, 0.1, 0);
    const scale = quantizeVector(vector, into);
    for (const [at, value] of vector.entries())
      assert.ok(Math.abs((into[at] ?? 0) * scale - value) <= scale / 2 + 1e-7);
    for (const broken of [
      [0, 0, 0, 0],
      [1, Number.NaN, 1, 1],
      [Number.POSITIVE_INFINITY, 0, 0, 0],
    ]) {
      assert.equal(quantizeVector(Float32Array.from(broken), into), 0);
      assert.deepEqual([...into], [0, 0, 0, 0]);
    }
  });
});
