import assert from 'node:assert/strict';
import { cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, beforeEach, describe, it } from 'node:test';
import { checkIndex, type IndexDifferenceKind } from '../src/knowledge/search/index/check-index.ts';
import { onDisk } from './support/each-database.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';
import { markedText, seeded } from './support/word-text.ts';

/** A service that was stopped with two sources that are ready, one that was indexed anew and one that is deleted. */
describe('the check of an index against its database', () => {
  const made = onDisk(undefined, async () => {});
  const place = onDisk(undefined, async () => {});
  let workspaceId: string;

  before(async () => {
    const service = await startService({ ...made, remove: async () => {} });
    workspaceId = (await service.call('POST', '/workspaces', { name: 'W' })).body.id;
    const path = `/workspaces/${workspaceId}/sources`;
    const ids: string[] = [];
    for (let seed = 1; seed <= 3; seed++) {
      const content = markedText('kestrel', 30, seeded(seed));
      ids.push((await service.call('POST', path, { type: 'text', content })).body.id);
    }
    await whenReady(service, path, 3);
    await service.call('POST', `${path}/${ids[0]}/reindex`);
    await service.call('DELETE', `${path}/${ids[1]}`);
    await whenReady(service, path, 2);
    await until(() => checkIndex(made.dataDir).differences.length === 0, 10);
    await service.stop();
  });
  beforeEach(() => {
    rmSync(place.dataDir, { recursive: true, force: true });
    cpSync(made.dataDir, place.dataDir, { recursive: true });
  });
  after(() => Promise.all([made.remove(), place.remove()]));

  const file = () => join(place.dataDir, 'index', `${workspaceId}.sqlite`);
  const change = (path: string, sql: string) => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  };
  const inIndex = (sql: string) => () => change(file(), sql);
  const inDatabase = (sql: string) => () => change(join(place.dataDir, 'touchstone.db'), sql);
  const FIRST = '(SELECT min(id) FROM chunk)';

  const plants: [what: string, plant: () => void, kinds: IndexDifferenceKind[]][] = [
    ['nothing', () => {}, []],
    ['no index file', () => rmSync(file()), ['behind']],
    ['a file cut short', () => truncateSync(file(), 8192), ['unreadable']],
    ['a file that is no database', () => writeFileSync(file(), 'x'.repeat(5000)), ['unreadable']],
    [
      'the file of no workspace',
      () => writeFileSync(join(place.dataDir, 'index', 'other.sqlite'), ''),
      ['stray_file'],
    ],
    [
      'an older change number',
      inIndex("UPDATE meta SET value = value - 1 WHERE key = 'applied'"),
      ['behind'],
    ],
    ['a later change number', inIndex("UPDATE meta SET value = value + 1 WHERE key = 'applied'"), ['ahead']],
    ['a wrong number of chunks', inIndex("UPDATE meta SET value = 1 WHERE key = 'chunks'"), ['wrong_count']],
    [
      'a chunk twice',
      inIndex(`INSERT INTO chunk (chunk_id, source) SELECT chunk_id, source FROM chunk WHERE id = ${FIRST}`),
      ['wrong_count', 'twice', 'not_searchable'],
    ],
    [
      'a chunk less',
      inIndex(`DELETE FROM chunk WHERE id = ${FIRST}`),
      ['wrong_count', 'missing_chunk', 'orphan', 'not_searchable'],
    ],
    ["a chunk's words less", inIndex(`DELETE FROM fts WHERE rowid = ${FIRST}`), ['not_searchable']],
    ["a chunk's terms less", inIndex(`DELETE FROM bag WHERE id = ${FIRST}`), ['not_searchable']],
    [
      'a chunk of another generation',
      inIndex(`UPDATE chunk SET chunk_id = 'x' WHERE id = ${FIRST}`),
      ['extra_chunk', 'missing_chunk'],
    ],
    [
      'a source that the index was told is deleted',
      inDatabase("UPDATE sources SET holders = 0, status = 'deleted' WHERE holders > 0"),
      ['extra_chunk'],
    ],
    [
      'a source whose deletion the index was not told yet',
      inDatabase('UPDATE sources SET holders = 0, deleted_at = 1 WHERE holders > 0'),
      ['purge_waits'],
    ],
    [
      'a change that the index has not taken in',
      inDatabase('UPDATE source_heads SET last_change = last_change + 1'),
      ['behind'],
    ],
  ];
  for (const [what, plant, kinds] of plants) {
    it(`says ${kinds.join(', ') || 'nothing'} for ${what}`, () => {
      plant();
      const { differences } = checkIndex(place.dataDir);
      assert.deepEqual([...new Set(differences.map(({ kind }) => kind))].sort(), [...kinds].sort());
    });
  }
});

async function whenReady(service: Service, path: string, count: number): Promise<void> {
  await until(async () => (await service.call('GET', `${path}?status=ready`)).body.data.length >= count, 10);
}
