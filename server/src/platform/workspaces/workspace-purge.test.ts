import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { WORKSPACE_TABLES } from '../db/purge-rows.ts';
import { createJobs } from '../jobs/jobs.ts';
import { defineWorkspaceJobs, enqueueWorkspacePurge } from './workspace-jobs.ts';

const GONE = '01890000-0000-7000-8000-00000000000a';
const KEPT = '01890000-0000-7000-8000-00000000000b';

onEachDatabase('the purge of a deleted workspace', (place) => {
  test('takes every row of it, in every table that has any, in several steps, and nothing of others', async (t) => {
    const { dataDir, url, remove } = await place();
    const db = await openDatabase({ url, dataDir, log: silentLog });
    const jobs = createJobs({ db, log: silentLog });
    const forgotten: string[] = [];
    defineWorkspaceJobs({ db, jobs, forget: async (id) => void forgotten.push(id) });
    t.after(async () => {
      await jobs.stop();
      await db.close();
      await remove();
    });

    const tables = await tablesOfWorkspaces(db);
    assert.deepEqual(WORKSPACE_TABLES.map(({ table }) => table).sort(), tables);
    for (const id of [GONE, KEPT]) await fill(db, id);
    const before = await rowsOf(db, KEPT);
    assert.deepEqual(
      Object.entries(before).filter(([, count]) => count === 0),
      [],
    );

    await db.write((batch) => {
      batch.add(batch.query.updateTable('workspaces').set({ deleted_at: 1 }).where('id', '=', GONE));
      enqueueWorkspacePurge(jobs, batch, GONE);
      // The second step follows a minute later; here it is due at once.
      batch.add(batch.query.updateTable('jobs').set({ due_at: 1 }).where('kind', '=', 'workspace.purge'));
    });
    await jobs.start();
    await jobs.idle();
    assert.deepEqual(forgotten, [GONE]);
    assert.deepEqual(
      Object.entries(await rowsOf(db, GONE)).filter(([, count]) => count > 0),
      [],
    );
    assert.deepEqual(await rowsOf(db, KEPT), before);
    const left = await db.query.selectFrom('workspaces').select('id').execute();
    assert.deepEqual(left, [{ id: KEPT }]);
  });
});

/** Tables with a column `workspace_id`, as the row types and the database know them. */
async function tablesOfWorkspaces(db: Database): Promise<string[]> {
  const found = await db.query.introspection.getTables();
  return found
    .filter(({ columns }) => columns.some(({ name }) => name === 'workspace_id'))
    .map(({ name }) => name)
    .sort();
}

/** More rows than one step takes, in every table, with whatever its columns accept. */
async function fill(db: Database, workspaceId: string): Promise<void> {
  await db.write((batch) => {
    const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
    const row = { id: workspaceId, name: 'w', description: null, ...life };
    batch.add(batch.query.insertInto('workspaces').values(row));
  });
  const tables = await db.query.introspection.getTables();
  for (const { table, keys, atOnce } of WORKSPACE_TABLES) {
    const columns = tables.find(({ name }) => name === table)?.columns ?? [];
    const rows = Array.from({ length: keys.length === 0 ? 1 : 2 * atOnce + 1 }, (_, n) =>
      Object.fromEntries(
        columns.map(({ name, dataType }) => [name, valueFor(name, dataType, n, workspaceId)]),
      ),
    );
    await db.write((batch) => {
      batch.add(batch.query.insertInto(table as 'sources').values(rows as never));
    });
  }
}

function valueFor(name: string, dataType: string, n: number, workspaceId: string): unknown {
  if (name === 'workspace_id') return workspaceId;
  if (/blob|bytea/i.test(dataType)) return Buffer.from([n % 256]);
  if (/int|real|double|float/i.test(dataType)) return n + 1;
  return `${workspaceId} ${name} ${n}`;
}

async function rowsOf(db: Database, workspaceId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table } of WORKSPACE_TABLES) {
    const rows = await db.query
      .selectFrom(table as 'sources')
      .select('workspace_id')
      .where('workspace_id', '=', workspaceId)
      .execute();
    counts[table] = rows.length;
  }
  return counts;
}
