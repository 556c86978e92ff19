import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { createMemoryChunkStore } from '../../test/support/memory-chunk-store.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { newId } from '../kernel/ids.ts';
import { createSearchEngine } from './search.ts';
import { SEARCH_MODES, type SearchInput } from './search-contract.ts';
import type { SearchEngineDeps } from './search-engine.ts';

const SOON = { soonMs: 5, laterMs: 30_000 };
const NEVER = { soonMs: 3_600_000, laterMs: 3_600_000 };

/** Two topics; "car" and "engine" never stand in one chunk. */
const CARS = Array.from({ length: 30 }, (_, n) =>
  n % 2 === 0
    ? `The car is in the garage for repair, wheel ${n}`
    : `An engine in the garage, repair of wheel ${n}`,
);
const SOUPS = Array.from({ length: 30 }, (_, n) => `The soup is in the kitchen with salt and spoon ${n}`);

function openHouse(options: Partial<SearchEngineDeps> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-modes-'));
  const store = createMemoryChunkStore();
  const workspace = newId();
  const make = (more: Partial<SearchEngineDeps> = {}) =>
    createSearchEngine({ dataDir, store, log: silentLog, training: SOON, ...options, ...more });
  let search = make();
  const ask = (query: string, input: Partial<SearchInput> = {}) =>
    search.search(workspace, { query, limit: 100, ...input });
  return {
    store,
    workspace,
    ask,
    async found(query: string, input: Partial<SearchInput> = {}) {
      return (await ask(query, input)).results.map(({ text }) => text);
    },
    async put(source: string, chunks: readonly string[]) {
      await search.waitUntilIndexed(workspace, store.put(workspace, source, '', chunks));
    },
    async delete(source: string) {
      await search.waitUntilIndexed(workspace, store.delete(workspace, source));
    },
    /** Resolves once a search for the word is answered by meaning. */
    async trained(word: string) {
      for (let attempt = 0; attempt < 500; attempt++) {
        if ((await ask(word)).mode === 'hybrid') return;
        await sleep(20);
      }
      assert.fail('No model was trained.');
    },
    async restart(more: Partial<SearchEngineDeps>) {
      await search.stop();
      search = make(more);
    },
    async close() {
      await search.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

describe('the modes of search', () => {
  let house: ReturnType<typeof openHouse>;
  afterEach(() => house.close());

  async function openTrained(options: Partial<SearchEngineDeps> = {}) {
    house = openHouse(options);
    await house.put('cars', CARS);
    await house.put('soups', SOUPS);
    await house.trained('salt');
    await house.trained('car');
  }

  it('are named in the answer; without one it is the best there is', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const { mode: answered, warnings, results } = await house.ask('car', { mode });
      assert.equal(answered, mode);
      assert.deepEqual(warnings, []);
      assert.ok(results.length > 0);
    }
    assert.equal((await house.ask('car')).mode, 'hybrid');
  });

  it('have scores in [0, 1], best first', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const { results } = await house.ask('car garage salt', { mode });
      const scores = results.map(({ score }) => score);
      assert.ok(scores.every((score) => score >= 0 && score <= 1));
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    }
  });

  it('find by meaning what does not hold the word', async () => {
    await openTrained();
    assert.ok((await house.found('car', { mode: 'keyword' })).every((text) => text.includes('car')));
    for (const mode of ['semantic', 'hybrid'] as const) {
      const texts = await house.found('car', { mode });
      const first = texts.findIndex((text) => !text.includes('car'));
      assert.match(texts[first] ?? '', /engine/);
    }
  });

  it('are keyword, and say so to who asked for another, before there is a model', async () => {
    house = openHouse({ training: NEVER });
    await house.put('cars', CARS);
    for (const mode of ['semantic', 'hybrid'] as const) {
      const { mode: answered, warnings, results } = await house.ask('car', { mode });
      assert.equal(answered, 'keyword');
      assert.match(warnings.join(), /^semantic_not_ready:/);
      assert.equal(results.length, 15);
    }
    const open = await house.ask('car');
    assert.equal(open.mode, 'keyword');
    assert.deepEqual(open.warnings, []);
  });

  it('are keyword with a warning for words that tell no meaning here', async () => {
    await openTrained();
    for (const mode of ['semantic', 'hybrid', undefined] as const) {
      const { mode: answered, warnings } = await house.ask('zebra', mode ? { mode } : {});
      assert.equal(answered, 'keyword');
      assert.match(warnings.join(), /^semantic_unknown_words:/);
    }
  });

  it('are keyword with a warning where the vectors do not fit their memory', async () => {
    house = openHouse({ vectorMemoryBytes: 1000 });
    await house.put('cars', CARS);
    let warnings: string[] = [];
    for (let attempt = 0; attempt < 500 && !/semantic_unavailable/.test(warnings.join()); attempt++) {
      warnings = (await house.ask('car', { mode: 'hybrid' })).warnings;
      await sleep(20);
    }
    assert.match(warnings.join(), /^semantic_unavailable:/);
  });

  it('obey sources, phrases and what is to be left out', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const inSoups = await house.found('car salt', { mode, sourceIds: ['soups'] });
      assert.ok(inSoups.length > 0);
      assert.ok(inSoups.every((text) => text.includes('soup')));
      const without = await house.found('garage -car', { mode });
      assert.ok(without.length > 0);
      assert.ok(without.every((text) => !text.includes('car ')));
      assert.deepEqual(await house.found('"wheel 4" repair', { mode }), [CARS[4]]);
      assert.deepEqual(await house.found('car', { mode, sourceIds: [] }), []);
    }
  });

  it('give a chunk the same score whichever sources are asked for, and find a weak source too', async () => {
    house = openHouse();
    // Many sources of few chunks, so that no score is lowered for being a source's fourth.
    for (let n = 0; n < 25; n++)
      await house.put(
        `s${n}`,
        [CARS, SOUPS].map((texts) => texts[n] ?? ''),
      );
    await house.put('weak', ['A bicycle has a wheel']);
    await house.trained('garage');
    for (const mode of SEARCH_MODES) {
      for (const query of [
        'garage repair wheel',
        'car',
        'soup with salt -spoon',
        '"engine in the garage" wheel',
      ]) {
        const { results } = await house.ask(query, { mode });
        const scores = new Map(results.map(({ chunk_id, score }) => [chunk_id, score]));
        for (const sourceIds of [['s3'], ['s4', 'weak'], ['s1', 's2', 's5', 's9']]) {
          const some = (await house.ask(query, { mode, sourceIds })).results;
          const expected = results.filter(({ source_id }) => sourceIds.includes(source_id));
          assert.deepEqual(
            expected
              .map(({ chunk_id }) => chunk_id)
              .filter((id) => !some.some(({ chunk_id }) => chunk_id === id)),
            [],
          );
          for (const { chunk_id, score } of some) {
            const whole = scores.get(chunk_id);
            if (whole !== undefined) assert.ok(Math.abs(score - whole) < 1e-9, `${mode} ${query}`);
          }
        }
      }
      const weak = await house.found('garage wheel', { mode, sourceIds: ['weak'] });
      assert.deepEqual(weak, ['A bicycle has a wheel']);
    }
  });

  it('find what is added at once, what is replaced only as it is, and nothing that is deleted', async () => {
    await openTrained({ training: { soonMs: 5, laterMs: 3_600_000 } });
    await house.put('new', ['A garage with a lift for repair']);
    for (const mode of SEARCH_MODES)
      assert.ok((await house.found('garage', { mode })).includes('A garage with a lift for repair'), mode);
    await house.put('new', ['A garage with a ramp for repair']);
    await house.delete('soups');
    for (const mode of SEARCH_MODES) {
      const texts = await house.found('garage soup', { mode });
      assert.ok(texts.includes('A garage with a ramp for repair'));
      assert.ok(!texts.includes('A garage with a lift for repair'));
      assert.ok(!texts.some((text) => text.includes('soup')));
    }
  });

  it('learn the words of what doubled the workspace', async () => {
    await openTrained();
    await house.put(
      'birds',
      Array.from({ length: 70 }, (_, n) => `A heron and a stork at the lake ${n}`),
    );
    await house.trained('heron');
  });

  it('are kept over a restart, without training anew', async () => {
    await openTrained();
    await house.restart({ training: NEVER });
    assert.equal((await house.ask('car')).mode, 'hybrid');
  });

  it('answer any string of 1 to 2,000 characters', async () => {
    await openTrained();
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"',
        ' -',
        '*',
        ' OR ',
        ' ',
        '-"',
        'car ',
        'garage',
        'the ',
        '机器',
        'שלום',
        '🚀',
        '\u0003',
      ),
    );
    const mode = fc.constantFrom('semantic' as const, 'hybrid' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 300, size: 'max' }),
        mode,
        async (pieces, asked) => {
          const { results } = await house.ask(pieces.join('').slice(0, 2000), { mode: asked, limit: 5 });
          assert.ok(results.length <= 5);
          assert.ok(results.every(({ score }) => score >= 0 && score <= 1));
        },
      ),
      { numRuns: 100 },
    );
  });
});
