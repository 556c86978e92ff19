import assert from 'node:assert/strict';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openTestEngine, type TestEngine } from '../../../test/support/search-engine.ts';
import { newId } from '../../kernel/ids.ts';
import type { ChunkStore } from './stores/contract.ts';

describe('the index', () => {
  let search: TestEngine;
  afterEach(() => search.close());

  it('finds a source as soon as waitUntilIndexed resolves, and never a deleted one', async () => {
    search = openTestEngine();
    const workspace = newId();
    await search.put(workspace, 'a', 'A', ['apples grow']);
    assert.deepEqual(await search.found(workspace, 'apples'), ['apples grow']);
    const change = search.store.delete(workspace, 'a');
    assert.deepEqual(await search.found(workspace, 'apples'), []);
    await search.engine.waitUntilIndexed(workspace, change);
    assert.deepEqual(await search.found(workspace, 'apples'), []);
  });

  it('reports for how many workspaces the indexes could not be built', async () => {
    search = openTestEngine();
    const [fine, broken] = [newId(), newId()];
    for (const workspace of [fine, broken]) search.store.put(workspace, 'a', 'A', ['apples grow']);
    const chunksOf: ChunkStore['chunksOf'] = (workspace, ...rest) =>
      workspace === broken ? Promise.reject(new Error('planted')) : search.store.chunksOf(workspace, ...rest);
    await search.restart({ store: { ...search.store, chunksOf } });
    assert.equal(await search.engine.warm(), 1);
    await search.restart();
    assert.equal(await search.engine.warm(), 0);
  });

  it('finds a source whose change comes at the very moment at which the sync before it ends', async () => {
    search = openTestEngine();
    const workspace = newId();
    // Which microtask that is depends on the code in between, so many are tried.
    for (let ticks = 0; ticks < 40; ticks++) {
      await search.put(workspace, 'a', 'A', [`apples ${ticks}`]);
      for (let tick = 0; tick < ticks; tick++) await null;
      await search.put(workspace, 'b', 'B', [`pears ${ticks}`]);
    }
  });

  it('replaces and deletes sources of many chunks, again and again, in one file', async () => {
    search = openTestEngine();
    const workspace = newId();
    for (const round of ['first', 'second', 'third']) {
      for (const source of ['a', 'b', 'c']) {
        const chunks = Array.from({ length: 30 }, (_, n) => `apple ${n} ${round} ${source}`);
        await search.put(workspace, source, 'T', chunks);
      }
    }
    assert.equal((await search.found(workspace, 'third')).length, 90);
    assert.deepEqual(await search.found(workspace, 'second'), []);
    for (const source of ['a', 'b', 'c'])
      await search.engine.waitUntilIndexed(workspace, search.store.delete(workspace, source));
    assert.deepEqual(await search.found(workspace, 'third'), []);
  });

  it('shows the old chunks of a source or the new ones, never both and never none', async () => {
    search = openTestEngine();
    const workspace = newId();
    const pages = (mark: string) => Array.from({ length: 1200 }, (_, n) => `pear ${mark} ${n}`);
    await search.put(workspace, 'a', 'A', pages('v0'));
    // The database's side of the switch is atomic; what is watched here is the index alone, so nothing is dropped.
    const chunksById: ChunkStore['chunksById'] = async (_workspace, ids) =>
      new Map(
        ids.map((id) => [
          id,
          {
            chunk_id: id,
            source_id: 'a',
            source_title: 'A',
            text: id,
            heading: [],
            url: null,
            start: 0,
            end: 0,
            place: null,
          },
        ]),
      );
    await search.restart({ store: { ...search.store, chunksById } });
    const seen = new Set<string>();
    for (let version = 1; version <= 4; version++) {
      let done = false;
      const switched = search.engine
        .waitUntilIndexed(workspace, search.store.put(workspace, 'a', 'A', pages(`v${version}`)))
        .then(() => {
          done = true;
        });
      while (!done) {
        const { results } = await search.ask(workspace, 'pear');
        const revisions = new Set(results.map((result) => result.chunk_id.split('/')[1] ?? ''));
        assert.equal(results.length, 100);
        assert.equal(revisions.size, 1);
        for (const revision of revisions) seen.add(revision);
      }
      await switched;
      const [first] = (await search.ask(workspace, 'pear')).results;
      if (first) seen.add(first.chunk_id.split('/')[1] ?? '');
    }
    assert.ok(seen.size >= 4, `versions seen: ${[...seen]}`);
  });

  it('warns index_behind if it cannot follow in time, and searches the index that it has', async () => {
    search = openTestEngine();
    const workspace = newId();
    await search.put(workspace, 'a', 'A', ['apples grow']);
    let release = () => {};
    const blocked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      await blocked;
      return search.store.chunksOf(...page);
    };
    await search.restart({ store: { ...search.store, chunksOf } });
    const change = search.store.put(workspace, 'b', 'B', ['apples fall']);
    try {
      const behind = await search.ask(workspace, 'apples', { limit: 9 });
      assert.deepEqual(
        behind.results.map((result) => result.text),
        ['apples grow'],
      );
      assert.match(behind.warnings.join(), /^index_behind:/);
    } finally {
      release();
    }
    await search.engine.waitUntilIndexed(workspace, change);
    const current = await search.ask(workspace, 'apples', { limit: 9 });
    assert.equal(current.results.length, 2);
    assert.deepEqual(current.warnings, []);
  });

  it('continues after a failure of the database, and rejects the waiting searches', async () => {
    search = openTestEngine();
    const workspace = newId();
    let broken = true;
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      if (broken && page[3] > 0) throw new Error('the database is away');
      return search.store.chunksOf(...page);
    };
    await search.restart({ store: { ...search.store, chunksOf } });
    const change = search.store.put(
      workspace,
      'a',
      'A',
      Array.from({ length: 700 }, (_, n) => `plum ${n}`),
    );
    await assert.rejects(search.engine.waitUntilIndexed(workspace, change), /the database is away/);
    assert.deepEqual(await search.found(workspace, 'plum'), []);
    broken = false;
    await search.engine.waitUntilIndexed(workspace, change);
    assert.equal((await search.found(workspace, 'plum')).length, 100);
    await assert.rejects(search.engine.waitUntilIndexed(workspace, change + 1), /no such change/);
  });

  it('skips a revision that was replaced while it was read', async () => {
    search = openTestEngine();
    const workspace = newId();
    let raced = false;
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      if (page[3] > 0 && !raced) {
        raced = true;
        search.store.put(workspace, 'a', 'A', ['fig new']);
      }
      return search.store.chunksOf(...page);
    };
    await search.restart({ store: { ...search.store, chunksOf } });
    search.store.put(
      workspace,
      'a',
      'A',
      Array.from({ length: 700 }, () => 'fig old'),
    );
    await search.engine.waitUntilIndexed(workspace, 2);
    assert.deepEqual(await search.found(workspace, 'fig'), ['fig new']);
  });

  it('is kept over a restart and not read from the database again', async () => {
    search = openTestEngine();
    const workspace = newId();
    await search.put(workspace, 'a', 'A', ['apples grow']);
    const chunksOf: ChunkStore['chunksOf'] = () => Promise.reject(new Error('asked again'));
    await search.restart({ store: { ...search.store, chunksOf } });
    assert.deepEqual(await search.found(workspace, 'apples'), ['apples grow']);
  });

  const damages: Record<string, (path: string) => void> = {
    'is missing': (path) => rmSync(path),
    'is empty': (path) => truncateSync(path, 0),
    'is not a database': (path) => writeFileSync(path, 'not a database at all, '.repeat(1000)),
    'is of another version': (path) => {
      const db = new DatabaseSync(path);
      db.exec(
        "UPDATE meta SET value = '0' WHERE key = 'version'; UPDATE meta SET value = 99 WHERE key = 'applied'",
      );
      db.close();
    },
    'has lost its second half': (path) => truncateSync(path, readFileSync(path).length >> 1),
    'has noise in the middle': (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xa5, 4096));
    },
  };
  for (const [state, damage] of Object.entries(damages)) {
    it(`is rebuilt from the database when its file ${state}`, async () => {
      search = openTestEngine();
      const workspace = newId();
      await search.put(
        workspace,
        'a',
        'A',
        Array.from({ length: 100 }, (_, n) => `apples grow ${n}`),
      );
      await search.stop();
      damage(search.fileOf(workspace));
      await search.restart();
      // The first answers come from what is there; meanwhile the index is repaired in the background.
      for (
        let attempt = 0;
        attempt < 500 && (await search.found(workspace, 'apples')).length < 100;
        attempt++
      ) {
        await sleep(20);
      }
      const { results, warnings } = await search.ask(workspace, 'apples');
      assert.equal(results.length, 100);
      assert.deepEqual(warnings, []);
    });
  }

  it('serves 100 workspaces round robin, with at most 64 files open in each thread', async () => {
    search = openTestEngine();
    const workspaces = Array.from({ length: 100 }, () => newId());
    for (const workspace of workspaces) await search.put(workspace, 'a', 'A', [`apples of ${workspace}`]);
    for (let round = 0; round < 2; round++) {
      for (const workspace of workspaces) {
        assert.deepEqual(await search.found(workspace, 'apples'), [`apples of ${workspace}`]);
      }
    }
    if (process.platform !== 'linux') return;
    assert.ok(openFiles(search.dataDir) <= 2 * 64, `${openFiles(search.dataDir)} database files are open`);
  });

  it('drops a workspace and deletes the files of workspaces that do not exist', async () => {
    search = openTestEngine();
    const [kept, dropped, vanished] = [newId(), newId(), newId()];
    for (const workspace of [kept, dropped, vanished]) await search.put(workspace, 'a', 'A', ['apples']);
    await search.engine.drop(dropped);
    assert.equal(existsSync(search.fileOf(dropped)), false);
    search.store.forget(vanished);
    search.store.forget(dropped);
    await search.engine.sweep();
    assert.deepEqual(
      readdirSync(join(search.dataDir, 'index')).filter((name) => !name.startsWith(kept)),
      [],
    );
    assert.deepEqual(await search.found(kept, 'apples'), ['apples']);
  });

  it('lowers the chunks of one source beyond the third, so that other sources are found', async () => {
    search = openTestEngine();
    const workspace = newId();
    await search.put(
      workspace,
      'long',
      'Long',
      Array.from({ length: 10 }, () => 'grape grape grape'),
    );
    await search.put(workspace, 'short', 'Short', [
      'grape and a few more words about other things of the orchard',
    ]);
    const { results } = await search.ask(workspace, 'grape', { limit: 8 });
    assert.ok(results.some((result) => result.source_id === 'short'));
    const scores = results.map((result) => result.score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
  });
});

/** How many index files this process has open, WAL and shared memory not counted. */
function openFiles(dataDir: string): number {
  const maps = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return maps.filter((path) => path.startsWith(dataDir) && path.endsWith('.sqlite')).length;
}
