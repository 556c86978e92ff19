import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { onEachDatabaseInFull, type TestPlace } from '../../test/support/each-database.ts';
import { openTestEngine, type TestEngine } from '../../test/support/search-engine.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { until } from '../../test/support/until.ts';
import { markedText, seeded } from '../../test/support/word-text.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { newId } from '../kernel/ids.ts';
import { SEARCH_MODES } from './search-contract.ts';
import type { SearchEngineDeps } from './search-engine.ts';
import type { ChunkStore } from './stores/contract.ts';
import { createSnapshotStore, type SnapshotStore } from './stores/snapshot-store.ts';

const SOON = { soonMs: 5, laterMs: 20 };
const SOURCES = 12;
const CHUNKS = 20;
const unstopped = new AbortController().signal;
const QUESTIONS = ['kestrel', 'kestrel w12 w40', '"kestrel w7"', 'w3 w4 w5', 'w100', 'w9 -w10', 'apples'];
const chunksOf = (source: number, seed = source) =>
  markedText('kestrel', CHUNKS, seeded(seed))
    .split('\n\n')
    .map((text) => `${text} Of source ${source}.`);

onEachDatabaseInFull('copies of indexes for other nodes', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  let store: SnapshotStore;
  let workspace: string;
  let first: TestEngine;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ dataDir: join(place.dataDir, 'db'), url: place.url, log: silentLog });
    store = createSnapshotStore(db);
  });
  after(async () => {
    await db.close();
    await place.remove();
  });
  beforeEach(async (context) => {
    workspace = newId();
    const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
    await db.write((batch) => {
      const row = { id: workspace, name: 'W', description: null, ...life };
      batch.add(batch.query.insertInto('workspaces').values(row));
    });
    first = openTestEngine({ snapshotStore: store, training: SOON });
    'after' in context && context.after(() => first.close());
    for (let source = 0; source < SOURCES; source++)
      await first.put(workspace, `s${source}`, `Title ${source}`, chunksOf(source));
  });

  const write = (signal = unstopped) => first.engine.snapshots?.write(workspace, signal);
  const written = () => until(async () => (await write()) === 'written', 20);
  const rows = () =>
    db.query.selectFrom('index_snapshots').selectAll().where('workspace_id', '=', workspace).execute();
  const partRows = () =>
    db.query.selectFrom('index_snapshot_parts').selectAll().where('workspace_id', '=', workspace).execute();

  /** A node with an empty folder on the same sources, and what it read of them. */
  function anotherNode(options: Partial<SearchEngineDeps> = {}) {
    const read: string[] = [];
    const warnings: string[] = [];
    const counting: ChunkStore = {
      ...first.store,
      chunksOf(workspaceId, source, ...rest) {
        if (!read.includes(source)) read.push(source);
        return first.store.chunksOf(workspaceId, source, ...rest);
      },
    };
    const node = openTestEngine({
      store: counting,
      snapshotStore: store,
      training: SOON,
      log: { ...silentLog, warn: (_, message) => void warnings.push(message) },
      ...options,
    });
    return { node, read, warnings };
  }

  async function answersOf(of: TestEngine) {
    await of.engine.waitUntilIndexed(workspace, await first.store.latestChange(workspace));
    await of.trained(workspace, 'kestrel');
    const answers = [];
    for (const query of QUESTIONS)
      for (const mode of SEARCH_MODES) {
        const { results, warnings } = await of.ask(workspace, query, { mode });
        answers.push({ query, mode, warnings, results });
      }
    return answers;
  }

  it('are taken by a node without a file, which then answers the same in all modes, and read no source', async (t) => {
    assert.equal(await first.engine.snapshots?.write(workspace, unstopped), 'untrained');
    await written();
    const { node, read, warnings } = anotherNode();
    t.after(() => node.close());
    assert.deepEqual(await answersOf(node), await answersOf(first));
    assert.deepEqual([read, warnings], [[], []]);
    assert.deepEqual(
      readdirSync(join(node.dataDir, 'index')).filter((name) => /fetched|copy/.test(name)),
      [],
    );
  });

  it('are brought up to what changed since: what is new, was replaced and was deleted', async (t) => {
    await written();
    // What is new comes last: a model that was trained before a deletion is not trained again for it.
    await first.engine.waitUntilIndexed(workspace, first.store.delete(workspace, 's2'));
    await first.put(workspace, 's1', 'Title 1', chunksOf(1, 77));
    await first.put(workspace, 'new', 'New', ['apples and kestrel w3']);
    const { node, read } = anotherNode();
    t.after(() => node.close());
    // Both train a model on what changed; the same chunks in the same rows make the same one.
    await until(async () => isDeepStrictEqual(await answersOf(node), await answersOf(first)), 20);
    const answers = await answersOf(node);
    assert.deepEqual(read.sort(), ['new', 's1']);
    assert.equal(
      answers.find(({ query, mode }) => query === 'apples' && mode === 'keyword')?.results.length,
      1,
    );
    assert.ok(answers.every(({ results }) => results.every(({ source_id }) => source_id !== 's2')));
  });

  it('replace the one before, of which no part stays', async () => {
    await written();
    const [before] = await rows();
    await first.put(workspace, 'new', 'New', ['apples']);
    await written();
    const [now, ...more] = await rows();
    assert.deepEqual([more, now?.applied], [[], SOURCES + 1]);
    assert.notEqual(now?.id, before?.id);
    const parts = await partRows();
    assert.deepEqual([...new Set(parts.map(({ snapshot_id }) => snapshot_id))], [now?.id]);
    assert.equal(
      parts.reduce((sum, { bytes }) => sum + bytes.length, 0),
      now?.bytes,
    );
  });

  it('that were cut off are never taken, and swept', async (t) => {
    await written();
    const [whole] = await rows();
    // A kill between the parts and the checksum: that is what makes them a snapshot.
    await db.write((batch) => {
      const update = batch.query.updateTable('index_snapshots').set({ sha256: null });
      batch.add(update.where('id', '=', whole?.id ?? ''));
    });
    const { node, read } = anotherNode();
    t.after(() => node.close());
    assert.deepEqual((await answersOf(node)).length, QUESTIONS.length * SEARCH_MODES.length);
    assert.equal(read.length, SOURCES);
    await store.sweep(Date.now() - 3_600_000);
    assert.ok((await partRows()).length > 0, 'one that is being written stays');
    await store.sweep(Date.now() + 1000);
    assert.deepEqual([await rows(), await partRows()], [[], []]);
  });

  it('that are stopped in the middle leave none that is taken', async () => {
    const stopping = new AbortController();
    stopping.abort();
    await until(async () => {
      const outcome = await write(stopping.signal)?.catch((error: Error) => error.name);
      return outcome === 'AbortError';
    }, 20);
    assert.ok((await rows()).every(({ sha256 }) => sha256 === null));
    assert.deepEqual(
      readdirSync(join(first.dataDir, 'index')).filter((name) => name.includes('copy')),
      [],
    );
  });

  const damages: [what: string, change: (bytes: Uint8Array) => Uint8Array | null][] = [
    ['with another byte', (bytes) => bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 1 : byte))],
    ['cut short', (bytes) => bytes.slice(0, -1)],
    ['without a part', () => null],
  ];
  for (const [what, change] of damages)
    it(`${what} are not taken: the index is made anew, and it is said`, async (t) => {
      await written();
      for (const { snapshot_id, part, bytes } of await partRows()) {
        const changed = change(bytes);
        await db.write((batch) => {
          const where = { workspace_id: workspace, snapshot_id, part };
          const of = batch.query.deleteFrom('index_snapshot_parts').where('snapshot_id', '=', snapshot_id);
          batch.add(of.where('part', '=', part));
          if (changed)
            batch.add(batch.query.insertInto('index_snapshot_parts').values({ ...where, bytes: changed }));
        });
      }
      const { node, read, warnings } = anotherNode();
      t.after(() => node.close());
      const keyword = (answers: Awaited<ReturnType<typeof answersOf>>) =>
        answers.filter(({ mode }) => mode === 'keyword').map(({ results }) => results.length);
      assert.deepEqual(keyword(await answersOf(node)), keyword(await answersOf(first)));
      assert.equal(read.length, SOURCES);
      assert.match(warnings.join(), /snapshot could not be taken; the search index is made anew/);
    });

  const others: [what: string, values: { made_with?: string; created_at?: number }][] = [
    ['another version of the index', { made_with: '3 icu-1' }],
    ['more than two weeks ago', { created_at: Date.now() - 15 * 24 * 3_600_000 }],
  ];
  for (const [what, values] of others)
    it(`of ${what} are not taken`, async (t) => {
      await written();
      await db.write((batch) => {
        batch.add(
          batch.query.updateTable('index_snapshots').set(values).where('workspace_id', '=', workspace),
        );
      });
      const { node, read, warnings } = anotherNode();
      t.after(() => node.close());
      await node.engine.waitUntilIndexed(workspace, SOURCES);
      assert.deepEqual([read.length, warnings], [SOURCES, []]);
    });

  it('are not made of a file that was found damaged: it is made of the sources', async (t) => {
    await written();
    const { node, read } = anotherNode();
    t.after(() => node.close());
    await answersOf(node);
    await node.stop();
    truncateSync(node.fileOf(workspace), 5000);
    await node.restart();
    await answersOf(node);
    assert.equal(read.length, SOURCES);
  });
});
