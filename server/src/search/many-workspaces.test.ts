import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createMemoryChunkStore } from '../../test/support/memory-chunk-store.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { newId } from '../kernel/ids.ts';
import { createSearchEngine, type SearchEngine } from './search.ts';

const NEVER = { soonMs: 3_600_000, laterMs: 3_600_000 };
const MANY = 10_000;
const INDEXED = 80;
/** 64 in each of the two threads. */
const MOST_OPEN = 128;
const DESCRIPTORS = '/proc/self/fd';

describe('many workspaces', () => {
  const store = createMemoryChunkStore();
  let dataDir: string;
  let search: SearchEngine;
  before(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'touchstone-many-'));
    search = createSearchEngine({ dataDir, store, log: silentLog, training: NEVER });
  });
  after(async () => {
    await search.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(`have no file while there is nothing to search in them: ${MANY} searched`, async () => {
    for (let n = 0; n < MANY; n++) {
      const { results } = await search.search(newId(), { query: 'apple', limit: 1 });
      assert.deepEqual(results, []);
    }
    assert.deepEqual(readdirSync(join(dataDir, 'index')), []);
  });

  const linux = process.platform === 'linux' ? false : 'only Linux lists the files that are open';
  it(`have at most ${MOST_OPEN} index files open: ${INDEXED} searched in turn`, { skip: linux }, async () => {
    const workspaces = Array.from({ length: INDEXED }, () => newId());
    for (const [n, workspace] of workspaces.entries())
      await search.waitUntilIndexed(workspace, store.put(workspace, newId(), 'Notes', [`apple number ${n}`]));
    for (let round = 0; round < 2; round++) {
      for (const [n, workspace] of workspaces.entries()) {
        const { results } = await search.search(workspace, { query: 'apple', limit: 5 });
        assert.deepEqual(
          results.map(({ text }) => text),
          [`apple number ${n}`],
        );
      }
    }
    const open = readdirSync(DESCRIPTORS).filter((fd) => isIndex(join(DESCRIPTORS, fd)));
    assert.ok(open.length > 0 && open.length <= MOST_OPEN, `${open.length} are open`);
  });

  function isIndex(descriptor: string): boolean {
    try {
      const path = readlinkSync(descriptor);
      return path.startsWith(dataDir) && path.endsWith('.sqlite');
    } catch {
      // Closed between listing and looking.
      return false;
    }
  }
});
