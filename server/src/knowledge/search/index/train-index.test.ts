import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runToCompletion } from '../../../../test/support/run-to-completion.ts';
import { foldIntoModel } from '../lsa/lsa-model.ts';
import { createVectorCache } from '../semantic/vector-cache.ts';
import { createWordCounter } from '../text/bag-of-words.ts';
import { type IndexReader, openIndexReader } from './index-reader.ts';
import { type IndexWriter, openIndexWriter } from './index-writer.ts';
import { trainIndex, trainingNeed } from './train-index.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-train-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const bagOf = createWordCounter();
const everything = Number.MAX_SAFE_INTEGER;

interface Opened {
  path: string;
  file: IndexWriter;
  reader: IndexReader;
  /** A source whose chunks say its name and a number. */
  put(source: string, chunks: number): void;
  /** The chunk ids that have a vector of the current model, in order. */
  withVectors(): string[];
  /** Vectors of the current model by row id. */
  vectors(): Map<number, Float32Array>;
}

function openPair(): Opened {
  const path = join(folder, `${Math.random()}.sqlite`);
  const file = openIndexWriter(path);
  const reader = openIndexReader(path);
  assert.ok(file && reader);
  after(() => {
    reader.close();
    file.close();
  });
  let change = 0;
  const rowsOfModel = () => [...reader.vectors(reader.modelId(), 0)];
  return {
    path,
    file,
    reader,
    put(source, chunks) {
      file.begin();
      file.removeSource(source);
      file.addChunks(
        source,
        source,
        Array.from({ length: chunks }, (_, n) => ({
          chunk_id: `${source}/${n}`,
          text: `${source} item${n} shared`,
          heading: [],
        })),
      );
      file.commit(++change);
    },
    withVectors() {
      const chunks = reader.chunks(rowsOfModel().map(([id]) => id));
      return [...chunks.values()].map(({ chunkId }) => chunkId).sort();
    },
    vectors: () =>
      new Map(
        rowsOfModel().map(([id, , scale, bytes]) => [
          id,
          Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), (v) => v * scale),
        ]),
      ),
  };
}

const namesOf = (source: string, chunks: number) =>
  Array.from({ length: chunks }, (_, n) => `${source}/${n}`);

describe('training on an index file', () => {
  it('gives every chunk a vector, and each one that is added later in its own transaction', () => {
    const { file, put, withVectors, reader } = openPair();
    put('apple', 30);
    assert.equal(reader.modelId(), 0);
    const result = runToCompletion(trainIndex(() => file));
    assert.deepEqual({ ...result, terms: 0 }, { chunks: 30, trainedOn: 30, dimensions: 30, terms: 0 });
    assert.deepEqual(withVectors(), namesOf('apple', 30).sort());
    put('pear', 3);
    assert.equal(withVectors().length, 33);
    put('apple', 2);
    assert.deepEqual(withVectors(), [...namesOf('apple', 2), ...namesOf('pear', 3)].sort());
  });

  it('stores what the model in the file makes of each chunk', () => {
    const { file, put, reader, vectors } = openPair();
    put('apple', 60);
    runToCompletion(trainIndex(() => file));
    put('pear', 5);
    const model = reader.model(reader.modelId());
    for (const [id, stored] of vectors()) {
      const [bag] = file.vectors.bags([id]);
      assert.ok(bag);
      const exact = foldIntoModel(model, bag).vector;
      assert.ok(exact);
      const cosine = stored.reduce((sum, value, at) => sum + value * (exact[at] ?? 0), 0);
      assert.ok(cosine > 0.999, `chunk ${id}: ${cosine}`);
    }
  });

  it('loses nothing and keeps nothing when sources come and go between any two slices', () => {
    const { file, put, withVectors } = openPair();
    put('apple', 40);
    put('pear', 600);
    runToCompletion(trainIndex(() => file));
    let turn = 0;
    const work = trainIndex(() => file);
    while (!work.next().done) {
      put(`fruit${turn % 5}`, 1 + (turn % 3));
      if (turn === 20) put('pear', 0);
      turn++;
    }
    assert.ok(turn > 20, `${turn} slices`);
    const { chunks } = file.vectors.state();
    assert.equal(withVectors().length, chunks);
    assert.ok(!withVectors().some((name) => name.startsWith('pear')));
  });

  it('answers with the old model until the new one is whole', () => {
    const { file, put, reader, withVectors } = openPair();
    put('apple', 30);
    runToCompletion(trainIndex(() => file));
    const old = reader.modelId();
    put('pear', 600);
    const work = trainIndex(() => file);
    const seen = new Set<number>();
    for (;;) {
      const { done } = work.next();
      assert.equal(withVectors().length, 630);
      seen.add(reader.modelId());
      if (done) break;
    }
    assert.equal(seen.size, 2);
    assert.ok(seen.has(old));
  });

  it('takes out what a training left that was given up', () => {
    const { file, put, path } = openPair();
    put('apple', 600);
    runToCompletion(trainIndex(() => file));
    // Given up while the vectors of the new model are being written.
    const work = trainIndex(() => file);
    const saved = file.vectors.save;
    let saves = 0;
    file.vectors.save = (...model) => {
      saves++;
      return saved(...model);
    };
    while (saves === 0) work.next();
    work.next();
    file.vectors.save = saved;
    runToCompletion(trainIndex(() => file));
    const counted = openIndexReader(path);
    assert.ok(counted);
    const current = counted.modelId();
    for (let model = 0; model <= current; model++)
      assert.equal([...counted.vectors(model, 0)].length, model === current ? 600 : 0);
    counted.close();
  });

  it('draws a seeded sample of the chunks, all of them when there are fewer', () => {
    const { file, put } = openPair();
    put('apple', 50);
    const some = file.vectors.sample(20);
    assert.equal(new Set(some).size, 20);
    assert.deepEqual(some, file.vectors.sample(20));
    assert.equal(file.vectors.sample(everything).length, 50);
  });

  const needs: [need: string, chunks: number, trained: number, added: number][] = [
    ['none', 0, 0, 0],
    ['urgent', 1, 0, 1],
    ['none', 100, 100, 0],
    ['some', 101, 100, 1],
    ['none', 8400, 8000, 400],
    ['some', 8430, 8000, 430],
    ['urgent', 200, 100, 100],
    ['urgent', 49, 100, 0],
    ['none', 50, 100, 0],
    ['some', 100, 100, 30],
    ['none', 0, 100, 0],
  ];
  for (const [need, chunks, trained, added] of needs) {
    it(`needs ${need} with ${chunks} chunks, ${added} of them new since it was trained on ${trained}`, () => {
      const measured = { lead: 1, chunks: trained };
      const state = { chunks, trained, added, lastChunk: 0, measured, usesEmbeddingModel: false };
      assert.equal(trainingNeed(state), need);
    });
  }

  it('needs some where it was stopped before the lead of the meaning was measured', () => {
    const measured = { lead: 0, chunks: 0 };
    const state = { chunks: 9, trained: 9, added: 0, lastChunk: 9, measured, usesEmbeddingModel: false };
    assert.equal(trainingNeed(state), 'some');
  });

  it('measures the lead of the meaning again when the chunks are a quarter more', () => {
    const { file, put } = openPair();
    const measuredWith: number[] = [];
    for (const count of [40, 48, 60]) {
      put('notes', count);
      runToCompletion(trainIndex(() => file));
      measuredWith.push(file.vectors.state().measured.chunks);
    }
    assert.deepEqual(measuredWith, [40, 40, 60]);
  });

  it('keeps the lead that was measured until it is measured again', () => {
    const { file, put, reader } = openPair();
    put('notes', 40);
    runToCompletion(trainIndex(() => file));
    file.vectors.saveLead(reader.modelId(), { lead: 2, chunks: 40 });
    put('notes', 60);
    const leads = new Set<number>();
    const work = trainIndex(() => file);
    for (let step = work.next(); !step.done; step = work.next()) leads.add(reader.lead(reader.modelId()));
    assert.deepEqual([[...leads], reader.lead(reader.modelId())], [[2], 0]);
  });

  it('needs none where an endpoint has the current model', () => {
    const measured = { lead: 0, chunks: 0 };
    const state = { chunks: 9, trained: 0, added: 9, lastChunk: 9, measured, usesEmbeddingModel: true };
    assert.equal(trainingNeed(state), 'none');
  });
});

describe('the vectors in memory', () => {
  it('follow the file: new chunks, replaced and deleted sources, a new model', () => {
    const { file, put, reader, path } = openPair();
    const cache = createVectorCache(2 ** 30);
    const found = () =>
      reader.snapshot(() => {
        const loaded = cache.of(path, reader);
        assert.ok(loaded && loaded !== 'too_large');
        const { vector } = foldIntoModel(loaded.model, bagOf('shared'));
        const best = vector ? loaded.rows.best(vector, 10_000, null) : [];
        const chunks = reader.chunks(best.map(({ id }) => id));
        assert.equal(chunks.size, best.length);
        return [...chunks.values()].map(({ chunkId }) => chunkId).sort();
      });
    put('apple', 5);
    assert.equal(
      reader.snapshot(() => cache.of(path, reader)),
      null,
    );
    runToCompletion(trainIndex(() => file));
    assert.deepEqual(found(), namesOf('apple', 5));
    put('pear', 2);
    assert.deepEqual(found(), [...namesOf('apple', 5), ...namesOf('pear', 2)]);
    put('apple', 1);
    assert.deepEqual(found(), [...namesOf('apple', 1), ...namesOf('pear', 2)]);
    runToCompletion(trainIndex(() => file));
    put('apple', 0);
    assert.deepEqual(found(), namesOf('pear', 2));
    for (let round = 0; round < 6; round++) put('plum', 900 + round);
    assert.equal(found().length, 907);
  });

  it('stay within their budget: the least recently used go, and what is too large does not come in', () => {
    const opened = Array.from({ length: 4 }, () => {
      const one = openPair();
      one.put('apple', 200);
      runToCompletion(trainIndex(() => one.file));
      return one;
    });
    const measure = createVectorCache(2 ** 30);
    const use = (cache: typeof measure, { reader, path }: Opened) =>
      reader.snapshot(() => cache.of(path, reader));
    for (const one of opened) use(measure, one);
    const budget = Math.ceil(measure.bytes() * 0.6);
    const cache = createVectorCache(budget);
    for (const one of [...opened, ...opened.toReversed(), ...opened]) {
      const loaded = use(cache, one);
      assert.ok(loaded && loaded !== 'too_large');
      assert.equal(loaded.rows.size(), 200);
      assert.ok(cache.bytes() <= budget, `${cache.bytes()} of ${budget} bytes`);
    }
    const [first] = opened;
    assert.ok(first);
    assert.equal(use(createVectorCache(1000), first), 'too_large');
  });
});
