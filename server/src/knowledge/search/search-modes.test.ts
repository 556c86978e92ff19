import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { NO_TRAINING, openTestEngine } from '../../../test/support/search-engine.ts';
import { newId } from '../../kernel/ids.ts';
import { SEARCH_MODES, type SearchInput } from './search-contract.ts';
import type { SearchEngineDeps } from './search-engine.ts';

const SOON = { soonMs: 5, laterMs: 30_000 };

/** Two topics; "car" and "engine" are never in one chunk. */
const CARS = Array.from({ length: 30 }, (_, n) =>
  n % 2 === 0
    ? `The car is in the garage for repair, wheel ${n}`
    : `An engine in the garage, repair of wheel ${n}`,
);
const SOUPS = Array.from({ length: 30 }, (_, n) => `The soup is in the kitchen with salt and spoon ${n}`);

/** A test engine with one workspace, whose models are trained soon. */
function openWorkspace(options: Partial<SearchEngineDeps> = {}) {
  const test = openTestEngine({ training: SOON, ...options });
  const workspace = newId();
  const { store, restart, close } = test;
  return {
    restart,
    close,
    ask: (query: string, input?: Partial<SearchInput>) => test.ask(workspace, query, input),
    found: (query: string, input?: Partial<SearchInput>) => test.found(workspace, query, input),
    put: (source: string, chunks: readonly string[]) => test.put(workspace, source, '', chunks),
    delete: (source: string) => test.engine.waitUntilIndexed(workspace, store.delete(workspace, source)),
    trained: (word: string) => test.trained(workspace, word),
  };
}

describe('the modes of search', () => {
  let search: ReturnType<typeof openWorkspace>;
  afterEach(() => search.close());

  async function openTrained(options: Partial<SearchEngineDeps> = {}) {
    search = openWorkspace(options);
    await search.put('cars', CARS);
    await search.put('soups', SOUPS);
    await search.trained('salt');
    await search.trained('car');
  }

  it('are named in the answer; without one the best available is used', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const { mode: answered, warnings, results } = await search.ask('car', { mode });
      assert.equal(answered, mode);
      assert.deepEqual(warnings, []);
      assert.ok(results.length > 0);
    }
    assert.equal((await search.ask('car')).mode, 'hybrid');
  });

  it('have scores in [0, 1], best first', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const { results } = await search.ask('car garage salt', { mode });
      const scores = results.map(({ score }) => score);
      assert.ok(scores.every((score) => score >= 0 && score <= 1));
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
    }
  });

  it('find by meaning what does not contain the word', async () => {
    await openTrained();
    assert.ok((await search.found('car', { mode: 'keyword' })).every((text) => text.includes('car')));
    for (const mode of ['semantic', 'hybrid'] as const) {
      const texts = await search.found('car', { mode });
      const first = texts.findIndex((text) => !text.includes('car'));
      assert.match(texts[first] ?? '', /engine/);
    }
  });

  it('are keyword before there is a model, and say so if another was requested', async () => {
    search = openWorkspace({ training: NO_TRAINING });
    await search.put('cars', CARS);
    for (const mode of ['semantic', 'hybrid'] as const) {
      const { mode: answered, warnings, results } = await search.ask('car', { mode });
      assert.equal(answered, 'keyword');
      assert.match(warnings.join(), /^semantic_not_ready:/);
      assert.equal(results.length, 15);
    }
    const open = await search.ask('car');
    assert.equal(open.mode, 'keyword');
    assert.deepEqual(open.warnings, []);
  });

  it('are keyword with a warning for words without a meaning here', async () => {
    await openTrained();
    for (const mode of ['semantic', 'hybrid', undefined] as const) {
      const { mode: answered, warnings } = await search.ask('zebra', mode ? { mode } : {});
      assert.equal(answered, 'keyword');
      assert.match(warnings.join(), /^semantic_unknown_words:/);
    }
  });

  it('are keyword with a warning where the vectors do not fit their memory', async () => {
    search = openWorkspace({ vectorMemoryBytes: 1000 });
    await search.put('cars', CARS);
    let warnings: string[] = [];
    for (let attempt = 0; attempt < 500 && !/semantic_unavailable/.test(warnings.join()); attempt++) {
      warnings = (await search.ask('car', { mode: 'hybrid' })).warnings;
      await sleep(20);
    }
    assert.match(warnings.join(), /^semantic_unavailable:/);
  });

  it('obey sources, phrases and excluded words', async () => {
    await openTrained();
    for (const mode of SEARCH_MODES) {
      const inSoups = await search.found('car salt', { mode, sourceIds: ['soups'] });
      assert.ok(inSoups.length > 0);
      assert.ok(inSoups.every((text) => text.includes('soup')));
      const without = await search.found('garage -car', { mode });
      assert.ok(without.length > 0);
      assert.ok(without.every((text) => !text.includes('car ')));
      assert.deepEqual(await search.found('"wheel 4" repair', { mode }), [CARS[4]]);
      assert.deepEqual(await search.found('car', { mode, sourceIds: [] }), []);
    }
  });

  it('give a chunk the same score with every source filter, and find a weak source too', async () => {
    search = openWorkspace();
    // Many sources of few chunks, so that no score is lowered for being a source's fourth.
    for (let n = 0; n < 25; n++)
      await search.put(
        `s${n}`,
        [CARS, SOUPS].map((texts) => texts[n] ?? ''),
      );
    await search.put('weak', ['A bicycle has a wheel']);
    await search.trained('garage');
    for (const mode of SEARCH_MODES) {
      for (const query of [
        'garage repair wheel',
        'car',
        'soup with salt -spoon',
        '"engine in the garage" wheel',
      ]) {
        const { results } = await search.ask(query, { mode });
        const scores = new Map(results.map(({ chunk_id, score }) => [chunk_id, score]));
        for (const sourceIds of [['s3'], ['s4', 'weak'], ['s1', 's2', 's5', 's9']]) {
          const some = (await search.ask(query, { mode, sourceIds })).results;
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
      const weak = await search.found('garage wheel', { mode, sourceIds: ['weak'] });
      assert.deepEqual(weak, ['A bicycle has a wheel']);
    }
  });

  it('find new chunks at once, replaced ones only as they are now, and no deleted ones', async () => {
    await openTrained({ training: { soonMs: 5, laterMs: 3_600_000 } });
    await search.put('new', ['A garage with a lift for repair']);
    for (const mode of SEARCH_MODES)
      assert.ok((await search.found('garage', { mode })).includes('A garage with a lift for repair'), mode);
    await search.put('new', ['A garage with a ramp for repair']);
    await search.delete('soups');
    for (const mode of SEARCH_MODES) {
      const texts = await search.found('garage soup', { mode });
      assert.ok(texts.includes('A garage with a ramp for repair'));
      assert.ok(!texts.includes('A garage with a lift for repair'));
      assert.ok(!texts.some((text) => text.includes('soup')));
    }
  });

  it('learn the words of chunks that doubled the workspace', async () => {
    await openTrained();
    await search.put(
      'birds',
      Array.from({ length: 70 }, (_, n) => `A heron and a stork at the lake ${n}`),
    );
    await search.trained('heron');
  });

  it('are kept over a restart, without training again', async () => {
    await openTrained();
    await search.restart({ training: NO_TRAINING });
    assert.equal((await search.ask('car')).mode, 'hybrid');
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
          const { results } = await search.ask(pieces.join('').slice(0, 2000), { mode: asked, limit: 5 });
          assert.ok(results.length <= 5);
          assert.ok(results.every(({ score }) => score >= 0 && score <= 1));
        },
      ),
      { numRuns: 100 },
    );
  });
});
