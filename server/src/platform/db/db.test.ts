import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { onEachDatabase, type TestPlace } from '../../../test/support/each-database.ts';
import { emptyPostgresDatabase, postgresSkipReason } from '../../../test/support/postgres.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import type { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { DatabaseRefused } from './database-refused.ts';
import { type Batch, type Database, openDatabase } from './db.ts';
import { guardLiveWorkspace, lockShared, workspaceIsLive } from './live-workspace.ts';
import { postgresColumns } from './migrations/migration.ts';
import { migrations, NEWEST_MIGRATION } from './migrations/migrations.ts';

const DUPLICATE = { onDuplicate: 'there_already' };

function workspace(id: string, more: object = {}) {
  return {
    id,
    name: 'Name',
    description: null,
    revision: 1,
    created_at: 1,
    updated_at: 1,
    deleted_at: null,
    ...more,
  };
}

const insert = (batch: Batch, id: string, more: object = {}) =>
  batch.query.insertInto('workspaces').values(workspace(id, more));

const rename = (batch: Batch, id: string, name: string) =>
  batch.query.updateTable('workspaces').set({ name }).where('id', '=', id);

const entomb = (batch: Batch, id: string) =>
  batch.query.updateTable('workspaces').set({ deleted_at: 5 }).where('id', '=', id);

function find(db: Database, id: string) {
  return db.query.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

async function nameOf(db: Database, id: string): Promise<string | undefined> {
  return (await find(db, id))?.name;
}

/** What each of the writes came to: its outcome, or "threw". */
function outcomes(writes: readonly Promise<object>[]): Promise<unknown[]> {
  return Promise.all(writes.map((write) => write.catch(() => 'threw')));
}

const open = ({ url, dataDir }: TestPlace) => openDatabase({ url, dataDir, log: silentLog });

onEachDatabase('a database', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  before(async () => {
    place = await newPlace();
    db = await open(place);
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  test('a batch fills its slots: rows of RETURNING and of SELECT, counts of changed rows', async () => {
    const [a, b] = [newId(), newId()];
    const outcome = await db.write((batch) => {
      const made = batch.add(insert(batch, a).returning(['id', 'revision']));
      const other = batch.add(insert(batch, b));
      const both = batch.add(rename(batch, a, 'New'));
      const none = batch.add(rename(batch, newId(), 'New'));
      const read = batch.add(batch.query.selectFrom('workspaces').select('name').where('id', '=', a));
      batch.afterCommit(() => {
        assert.deepEqual(made.rows, [{ id: a, revision: 1 }]);
        assert.deepEqual([made.changed, other.changed, both.changed, none.changed], [1, 1, 1, 0]);
        assert.deepEqual([other.rows, read.rows], [[], [{ name: 'New' }]]);
      });
    });
    assert.deepEqual(outcome, { committed: true });
  });

  test('an empty batch commits, and so does its afterCommit', async () => {
    let ran = 0;
    assert.deepEqual(await db.write((batch) => batch.afterCommit(() => ran++)), { committed: true });
    assert.equal(ran, 1);
  });

  test('a guard that finds no row undoes its whole batch, including the statements before and after it', async () => {
    const id = newId();
    let ran = 0;
    const outcome = await db.write((batch) => {
      batch.add(insert(batch, id));
      batch.add(rename(batch, newId(), 'New'), { orElse: 'nothing_there' });
      batch.add(insert(batch, newId()));
      // Sent before the guard's answer is there, this one fails: the guard is the reason all the same.
      batch.add(insert(batch, id));
      batch.afterCommit(() => ran++);
    });
    assert.deepEqual(outcome, { committed: false, why: 'nothing_there' });
    assert.equal(await find(db, id), undefined);
    assert.equal(ran, 0);
  });

  test('a guard that selects nothing undoes too; a single guarded statement as well', async () => {
    const missing = newId();
    const select = await db.write((batch) =>
      batch.add(batch.query.selectFrom('workspaces').select('id').where('id', '=', missing), {
        orElse: 'no_row',
      }),
    );
    const update = await db.write((batch) => batch.add(rename(batch, missing, 'x'), { orElse: 'no_change' }));
    assert.deepEqual(
      [select, update],
      [
        { committed: false, why: 'no_row' },
        { committed: false, why: 'no_change' },
      ],
    );
  });

  test('of batches sent together, one that is undone or fails does not affect the others', async () => {
    const taken = newId();
    await db.write((batch) => batch.add(insert(batch, taken)));
    const ids = Array.from({ length: 30 }, () => newId());
    const kinds = ['fine', 'guard', 'duplicate', 'unexpected', 'null'] as const;
    const writes = ids.map((id, i) =>
      db.write((batch) => {
        batch.add(insert(batch, id));
        const kind = kinds[i % kinds.length];
        if (kind === 'guard') batch.add(rename(batch, newId(), 'x'), { orElse: 'guard' });
        if (kind === 'duplicate') batch.add(insert(batch, taken), DUPLICATE);
        if (kind === 'unexpected') batch.add(insert(batch, taken));
        if (kind === 'null') batch.add(insert(batch, newId(), { name: null }), DUPLICATE);
      }),
    );
    const expected = [
      { committed: true },
      { committed: false, why: 'guard' },
      { committed: false, why: 'there_already' },
      'threw',
      'threw',
    ];
    const found = await outcomes(writes);
    assert.deepEqual(
      found,
      ids.map((_, i) => expected[i % kinds.length]),
    );
    const kept = await db.query.selectFrom('workspaces').select('id').where('id', 'in', ids).execute();
    assert.deepEqual(
      kept.map(({ id }) => id).sort(),
      ids.filter((_, i) => i % kinds.length === 0),
    );
  });

  test('of many batches that insert the same key at once, exactly one succeeds', async () => {
    const id = newId();
    const writes = Array.from({ length: 20 }, (_, i) =>
      db.write((batch) => batch.add(insert(batch, id, { name: `${i}` }), DUPLICATE)),
    );
    const won = (await outcomes(writes)).flatMap((outcome, i) =>
      (outcome as { committed: boolean }).committed ? [`${i}`] : [],
    );
    assert.deepEqual(won, [await nameOf(db, id)]);
  });

  test('an unexpected violation of a constraint throws the error of the database, not an AppError', async () => {
    const id = newId();
    await db.write((batch) => batch.add(insert(batch, id)));
    await assert.rejects(
      db.write((batch) => batch.add(insert(batch, id))),
      (error: Error) => error.name !== 'AppError' && /unique/i.test(error.message),
    );
  });

  const VALUES: [sentence: string, more: object][] = [
    ['the largest integer', { created_at: Number.MAX_SAFE_INTEGER, updated_at: Number.MIN_SAFE_INTEGER }],
    ['zero, and null', { created_at: 0, description: null, deleted_at: null }],
    ['text of every plane, quotes, newlines, nothing', { name: `ü中🚀'"\\\n\r\t\u2028`, description: '' }],
    ['long text', { description: 'ü'.repeat(500_000) }],
  ];
  for (const [sentence, more] of VALUES) {
    test(`${sentence} comes back as it was written`, async () => {
      const id = newId();
      await db.write((batch) => batch.add(insert(batch, id, more)));
      assert.deepEqual({ ...(await find(db, id)) }, workspace(id, more));
    });
  }

  test('an integer above 2^53, and a sum that is one, is read as the nearest number', async () => {
    const ids = [newId(), newId()];
    const large = 9_750_446_570_000_000;
    await db.write((batch) => {
      for (const id of ids) batch.add(insert(batch, id, { created_at: large }));
    });
    assert.equal((await find(db, ids[0] as string))?.created_at, large);
    const { sum } = await db.query
      .selectFrom('workspaces')
      .select(({ fn }) => fn.sum<number>('created_at').as('sum'))
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    assert.equal(Number(sum), 2 * large);
  });

  test('bytes come back as they were written', async () => {
    const [workspaceId, sourceId] = [newId(), newId()];
    const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256);
    await db.write((batch) => {
      batch.add(insert(batch, workspaceId));
      for (const [ordinal, piece] of [bytes, new Uint8Array()].entries()) {
        const row = { workspace_id: workspaceId, source_id: sourceId, ordinal, bytes: piece };
        batch.add(batch.query.insertInto('source_originals').values(row));
      }
    });
    const rows = await db.query
      .selectFrom('source_originals')
      .select('bytes')
      .where('source_id', '=', sourceId)
      .orderBy('ordinal')
      .execute();
    assert.ok(rows.every((row) => row.bytes instanceof Uint8Array));
    assert.deepEqual(
      rows.map((row) => Buffer.from(row.bytes)),
      [Buffer.from(bytes), Buffer.alloc(0)],
    );
  });

  test('identifiers sort byte by byte, whatever the locale of the server', async () => {
    const names = ['a', 'B', 'Z', 'ä', '-', '_', '0'];
    const prefix = newId();
    await db.write((batch) => {
      for (const name of names) batch.add(insert(batch, prefix + name));
    });
    const rows = await db.query
      .selectFrom('workspaces')
      .select('id')
      .where('id', 'in', [...names.map((name) => prefix + name)])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ id }) => id),
      names.map((name) => prefix + name).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
    );
  });

  test('an acknowledged write is seen by every read that starts after it, on either reader', async () => {
    const id = newId();
    await db.write((batch) => batch.add(insert(batch, id)));
    await Promise.all(
      Array.from({ length: 8 }, async (_, worker) => {
        const own = newId();
        for (let i = 0; i < 25; i++) {
          await db.write((batch) => batch.add(i === 0 ? insert(batch, own) : rename(batch, own, `${i}`)));
          const query = worker % 2 === 0 ? db.query : db.longQuery;
          const row = await query.selectFrom('workspaces').select('name').where('id', '=', own).execute();
          assert.deepEqual(
            row.map(({ name }) => name),
            [i === 0 ? 'Name' : `${i}`],
          );
        }
      }),
    );
  });

  test('reads during a long batch do not see a part of it', async () => {
    const before = await db.query
      .selectFrom('workspaces')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    let done = false;
    const writing = db
      .write((batch) => {
        for (let i = 0; i < 3000; i++) batch.add(insert(batch, newId()));
      })
      .finally(() => {
        done = true;
      });
    const seen = new Set<number>();
    while (!done) {
      const row = await db.query
        .selectFrom('workspaces')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      seen.add(row.n - before.n);
    }
    assert.deepEqual(await writing, { committed: true });
    assert.deepEqual(
      [...seen].filter((n) => n !== 0 && n !== 3000),
      [],
    );
  });

  test('time is that of the database, in whole milliseconds', async () => {
    const { now } = await db.query.selectNoFrom(db.time.as('now')).executeTakeFirstOrThrow();
    assert.ok(Number.isInteger(now));
    // Another clock, perhaps of another machine: a minute apart would still be the same moment.
    assert.ok(Math.abs(now - Date.now()) < 60_000);
  });

  test('time can be written by the statement that needs it', async () => {
    const id = newId();
    await db.write((batch) => {
      batch.add(insert(batch, id));
      batch.add(batch.query.updateTable('workspaces').set({ updated_at: db.time }).where('id', '=', id));
    });
    assert.ok(Number.isInteger((await find(db, id))?.updated_at));
  });

  test('a guarded write into a workspace and its deletion cannot both succeed as if each came first', async () => {
    for (let i = 0; i < 20; i++) {
      const id = newId();
      await db.write((batch) => batch.add(insert(batch, id)));
      const [written, removed] = await Promise.all([
        db.write((batch) => {
          guardLiveWorkspace(batch, id);
          batch.add(rename(batch, id, 'written'));
        }),
        db.write((batch) => {
          batch.add(
            lockShared(batch, batch.query.selectFrom('workspaces').select('id').where('id', '=', newId())),
          );
          batch.add(entomb(batch, id));
        }),
      ]);
      assert.deepEqual(removed, { committed: true });
      const row = await find(db, id);
      assert.equal(row?.deleted_at, 5);
      assert.equal(row?.name === 'written', written.committed);
    }
  });

  test('in a deleted workspace nothing is live', async () => {
    const id = newId();
    await db.write((batch) => batch.add(insert(batch, id, { deleted_at: 1 })));
    const { rows } = await sql<{ n: number }>`SELECT 1 AS n WHERE ${workspaceIsLive(id)}`.execute(db.query);
    assert.deepEqual(rows, []);
  });

  test('a write that is executed instead of added to a batch is refused', async () => {
    await assert.rejects(
      db.query.insertInto('workspaces').values(workspace(newId())).execute(),
      /must be part of a batch/,
    );
    await assert.rejects(
      db.query.transaction().execute(async () => {}),
      /db\.write/,
    );
  });

  test('the probe succeeds however often', async () => {
    await Promise.all([db.probe(), db.probe()]);
    await db.probe();
  });
});

onEachDatabase('opening and closing', (newPlace) => {
  let place: TestPlace;
  before(async () => {
    place = await newPlace();
  });
  after(() => place.remove());

  test('close waits for all accepted batches, also for more than there are connections, and refuses later ones', async () => {
    const db = await open(place);
    const ids = Array.from({ length: 60 }, () => newId());
    const writes = ids.map((id) =>
      db.write((batch) => {
        batch.add(insert(batch, id));
        batch.add(rename(batch, id, 'kept'));
      }),
    );
    const closing = db.close();
    const refused = { name: 'AppError', code: 'storage_unavailable' };
    await assert.rejects(
      db.write((batch) => batch.add(insert(batch, newId()))),
      refused,
    );
    assert.deepEqual(
      await outcomes(writes),
      ids.map(() => ({ committed: true })),
    );
    await closing;
    await db.close();
    await assert.rejects(find(db, ids[0] ?? ''), refused);

    const again = await open(place);
    try {
      const { n } = await again.query
        .selectFrom('workspaces')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('name', '=', 'kept')
        .executeTakeFirstOrThrow();
      assert.equal(n, 60);
    } finally {
      await again.close();
    }
  });

  const migratedTo = async (number: number, oldest_program: number | null) => {
    const db = await open(place);
    const row = { number, name: 'of tomorrow', applied_at: 1, oldest_program };
    await db.write((batch) => batch.add(batch.query.insertInto('schema_migrations').values(row)));
    await db.close();
  };

  test('a database that a newer program only expanded is opened', async () => {
    await migratedTo(9000, NEWEST_MIGRATION);
    await (await open(place)).close();
  });

  test('a database newer than the program is refused, with the remedy, and left as it is', async () => {
    await migratedTo(9001, 8999);
    await assert.rejects(open(place), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused);
      assert.match(error.message, /newer Touchstone .*at 9001.*knows 8999.*DATA_DIR or DATABASE_URL/);
      return true;
    });
    // What refused it let go of the directory.
    await assert.rejects(open(place), DatabaseRefused);
  });
});

test('a migration that older programs run beside only expands', () => {
  for (const { number, name, oldestProgram, up } of migrations)
    if (oldestProgram !== undefined) {
      assert.ok(oldestProgram < number, name);
      for (const statement of up(postgresColumns)) assert.equal(whyNotExpanding(statement), null, statement);
    }
});

test('what does not only expand is recognised', () => {
  for (const statement of [
    'DROP INDEX chunks_by_id',
    'CREATE UNIQUE INDEX a ON b (c)',
    'ALTER TABLE a ADD COLUMN b bigint NOT NULL',
    'ALTER TABLE a DROP COLUMN b',
    'UPDATE a SET b = 1',
  ])
    assert.notEqual(whyNotExpanding(statement), null, statement);
});

/** Null for a statement after which a program that does not know it reads and writes as before. */
function whyNotExpanding(statement: string): string | null {
  if (/^\s*CREATE (TABLE|INDEX)\b/.test(statement)) return null;
  if (!/^\s*ALTER TABLE \w+ ADD COLUMN\b/.test(statement)) return 'it changes what is there';
  return /NOT NULL(?!.*DEFAULT)/s.test(statement) ? 'rows that leave the column out are refused' : null;
}

describe('several on one PostgreSQL', { skip: postgresSkipReason() ?? false }, () => {
  let url: string;
  let drop: () => Promise<void>;
  before(async () => {
    ({ url, drop } = await emptyPostgresDatabase());
  });
  after(() => drop());
  const connect = () => openDatabase({ url, dataDir: '', log: silentLog });

  test('processes that start together migrate once', async () => {
    const opened = await Promise.all(Array.from({ length: 4 }, () => connect()));
    const rows = await opened[0]?.query.selectFrom('schema_migrations').select('number').execute();
    const numbers = (rows ?? []).map(({ number }) => number);
    assert.deepEqual(numbers.length, new Set(numbers).size);
    await Promise.all(opened.map((db) => db.close()));
  });

  test('a guard holds the workspace until its batch commits: a tombstone waits for it', async () => {
    const [db, other] = [await connect(), new pg.Client({ connectionString: url })];
    await other.connect();
    const id = newId();
    try {
      await db.write((batch) => batch.add(insert(batch, id)));
      // The tombstone is there but not committed: the guard must wait for it and then see it.
      await other.query('BEGIN');
      await other.query('UPDATE workspaces SET deleted_at = 1 WHERE id = $1', [id]);
      const guarded = db.write((batch) => {
        guardLiveWorkspace(batch, id);
        batch.add(rename(batch, id, 'too late'));
      });
      await waitForLock(other);
      await other.query('COMMIT');
      assert.deepEqual(await guarded, { committed: false, why: 'workspace_gone' });

      // The other way round: the guard was first, so the tombstone waits.
      await db.write((batch) => {
        batch.add(batch.query.updateTable('workspaces').set({ deleted_at: null }).where('id', '=', id));
      });
      await other.query('BEGIN');
      await other.query('SELECT id FROM workspaces WHERE id = $1 AND deleted_at IS NULL FOR SHARE', [id]);
      const removed = db.write((batch) => batch.add(entomb(batch, id)));
      await waitForLock(other);
      await other.query('COMMIT');
      assert.deepEqual(await removed, { committed: true });
    } finally {
      await other.end();
      await db.close();
    }
  });

  test('a connection that breaks inside a batch fails its caller with storage_unavailable, not the process', async () => {
    const [db, other] = [await connect(), new pg.Client({ connectionString: url })];
    await other.connect();
    const id = newId();
    try {
      await db.write((batch) => batch.add(insert(batch, id)));
      await other.query('BEGIN');
      await other.query('UPDATE workspaces SET name = $2 WHERE id = $1', [id, 'held']);
      const caught = db
        .write((batch) => {
          batch.add(insert(batch, newId()));
          batch.add(rename(batch, id, 'waits'));
        })
        .then(
          () => null,
          (error: unknown) => error,
        );
      const pid = await waitForLock(other);
      await other.query('SELECT pg_terminate_backend($1)', [pid]);
      assert.equal(((await caught) as { code?: string } | null)?.code, 'storage_unavailable');
      await other.query('COMMIT');
      assert.equal(await nameOf(db, id), 'held');
    } finally {
      await other.end();
      await db.close();
    }
  });

  test('a statement that waits too long fails its caller with storage_unavailable, and the next one runs', async () => {
    const hurried = await openDatabase({ url, dataDir: '', log: silentLog, statementTimeoutMs: 1000 });
    const id = newId();
    await hurried.write((batch) => batch.add(insert(batch, id)));
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT * FROM workspaces WHERE id = $1 FOR UPDATE', [id]);
    try {
      const late = (error: AppError) => error.code === 'storage_unavailable';
      await assert.rejects(
        hurried.write((batch) => batch.add(rename(batch, id, 'late'))),
        late,
      );
      const two = (batch: Batch) => [newId(), id].map((each) => batch.add(rename(batch, each, 'late')));
      await assert.rejects(
        hurried.write((batch) => void two(batch)),
        late,
      );
      assert.equal(await nameOf(hurried, id), 'Name');
    } finally {
      await holder.end();
      await hurried.close();
    }
  });

  test('batches that lock the same rows in opposite order all commit', async () => {
    const db = await connect();
    const [a, b] = [newId(), newId()];
    try {
      await db.write((batch) => {
        batch.add(insert(batch, a));
        batch.add(insert(batch, b));
      });
      const pairs = [
        [a, b],
        [b, a],
      ] as const;
      const writes = Array.from({ length: 2 }, (_, i) =>
        db.write((batch) => {
          for (const id of pairs[i % 2] ?? []) batch.add(rename(batch, id, `${i}`));
        }),
      );
      assert.deepEqual(await outcomes(writes), Array(2).fill({ committed: true }));
      assert.equal(await nameOf(db, a), await nameOf(db, b));
    } finally {
      await db.close();
    }
  });
});

/** Waits until another connection waits for a lock of this one; answers the process that does. */
async function waitForLock(client: pg.Client): Promise<number> {
  return until(async () => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0]?.pid;
  }, 0);
}
