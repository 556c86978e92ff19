import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openTestEngine, type TestEngine } from '../../../test/support/search-engine.ts';
import { newId } from '../../kernel/ids.ts';

const MANY = 10_000;
const INDEXED = 80;
/** 64 in each of the two threads. */
const MOST_OPEN = 128;
const DESCRIPTORS = '/proc/self/fd';

describe('many workspaces', () => {
  let search: TestEngine;
  before(() => {
    search = openTestEngine();
  });
  after(() => search.close());

  it(`have no file while there is nothing to search in them: ${MANY} searched`, async () => {
    for (let n = 0; n < MANY; n++) {
      assert.deepEqual(await search.found(newId(), 'apple', { limit: 1 }), []);
    }
    assert.deepEqual(readdirSync(join(search.dataDir, 'index')), []);
  });

  const linux = process.platform === 'linux' ? false : 'only Linux lists the files that are open';
  it(`have at most ${MOST_OPEN} index files open: ${INDEXED} searched in turn`, { skip: linux }, async () => {
    const workspaces = Array.from({ length: INDEXED }, () => newId());
    for (const [n, workspace] of workspaces.entries())
      await search.put(workspace, newId(), 'Notes', [`apple number ${n}`]);
    for (let round = 0; round < 2; round++) {
      for (const [n, workspace] of workspaces.entries()) {
        assert.deepEqual(await search.found(workspace, 'apple', { limit: 5 }), [`apple number ${n}`]);
      }
    }
    const open = readdirSync(DESCRIPTORS).filter((fd) => isIndex(join(DESCRIPTORS, fd)));
    assert.ok(open.length > 0 && open.length <= MOST_OPEN, `${open.length} are open`);
  });

  function isIndex(descriptor: string): boolean {
    try {
      const path = readlinkSync(descriptor);
      return path.startsWith(search.dataDir) && path.endsWith('.sqlite');
    } catch {
      // It was closed after it was listed.
      return false;
    }
  }
});
