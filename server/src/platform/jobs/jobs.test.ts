import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { getEventListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onDisk, onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { AppError } from '../../kernel/errors.ts';
import { newProcessOwner } from '../../kernel/process-owner.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { type JobAborted, PermanentJobError } from './job.ts';
import { createJobs, type Job, type Jobs, type JobsOptions, type Retry, RetryJobAfter } from './jobs.ts';

const SOON: Retry = { most: 3, backoff: { firstMs: 1, ceilingMs: 2 } };

type Seen = { n: number };

onEachDatabase('jobs', (place) => {
  /** Workers on one database; on PostgreSQL each has a pool of its own, as another process would. */
  async function workers(t: TestContext, count: number, options: Partial<JobsOptions> = {}) {
    const { dataDir, url, remove } = await place();
    const databases: Database[] = [];
    const made: Jobs[] = [];
    t.after(async () => {
      for (const jobs of made) await jobs.stop();
      for (const db of databases) await db.close();
      await remove();
    });
    const database = async () => {
      const first = databases[0];
      if (first && url === undefined) return first;
      const db = await openDatabase({ url, dataDir, log: silentLog });
      databases.push(db);
      return db;
    };
    const another = async (more: Partial<JobsOptions> = {}) => {
      const db = await database();
      const jobs = createJobs({ db, log: silentLog, pollMs: 20, ...options, ...more });
      made.push(jobs);
      return { db, jobs };
    };
    const all = [];
    for (let i = 0; i < count; i++) all.push(await another());
    return { all, another };
  }

  async function worker(t: TestContext, options: Partial<JobsOptions> = {}) {
    const { all, another } = await workers(t, 1, options);
    return { ...(all[0] as { db: Database; jobs: Jobs }), another };
  }

  const enqueue = (db: Database, jobs: Jobs, payload: unknown, more: object = {}) =>
    db.write((batch) => jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload, ...more }));
  const rows = (db: Database) => db.query.selectFrom('jobs').selectAll().execute();

  test('a job runs once with its payload, and is gone when it is done', async (t) => {
    const { db, jobs } = await worker(t);
    const seen: unknown[] = [];
    jobs.define('k', { run: async ({ payload }) => void seen.push(payload) });
    await jobs.start();
    await enqueue(db, jobs, { a: [1, 'ä'] });
    await jobs.idle();
    assert.deepEqual(seen, [{ a: [1, 'ä'] }]);
    assert.deepEqual(await rows(db), []);
  });

  test('a job of a batch that is undone does not exist', async (t) => {
    const { db, jobs } = await worker(t);
    let ran = 0;
    jobs.define('k', { run: async () => void ran++ });
    await jobs.start();
    const outcome = await db.write((batch) => {
      jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload: 1 });
      batch.add(batch.query.deleteFrom('workspaces').where('id', '=', 'none'), { orElse: 'nothing there' });
    });
    assert.deepEqual(outcome, { committed: false, why: 'nothing there' });
    await jobs.idle();
    assert.equal(ran, 0);
  });

  test('a key has at most one unfinished job, with the latest payload', async (t) => {
    const { db, jobs } = await worker(t);
    const seen: unknown[] = [];
    jobs.define('k', { run: async ({ payload }) => void seen.push(payload) });
    for (const n of [1, 2, 3]) await enqueue(db, jobs, n, { key: 'one' });
    await enqueue(db, jobs, 'other', { key: 'other' });
    assert.equal((await rows(db)).length, 2);
    await jobs.start();
    await jobs.idle();
    assert.deepEqual(seen.sort(), [3, 'other']);
  });

  test('a job enqueued again while it runs runs once more, afterwards', async (t) => {
    const { db, jobs } = await worker(t);
    const seen: unknown[] = [];
    let inside = 0;
    jobs.define('k', {
      concurrency: 5,
      run: async ({ payload }) => {
        assert.equal(++inside, 1);
        seen.push(payload);
        if (payload === 1) {
          await enqueue(db, jobs, 2, { key: 'one' });
          await enqueue(db, jobs, 3, { key: 'one' });
          await sleep(30);
        }
        inside--;
      },
    });
    await jobs.start();
    await enqueue(db, jobs, 1, { key: 'one' });
    await jobs.idle();
    assert.deepEqual(seen, [1, 3]);
    assert.deepEqual(await rows(db), []);
  });

  test('a job enqueued again while it runs starts again at once, also if it asked to wait', async (t) => {
    const { db, jobs } = await worker(t);
    const seen: unknown[] = [];
    jobs.define('k', {
      run: async ({ payload }) => {
        seen.push(payload);
        if (payload === 1) await enqueue(db, jobs, 2, { key: 'one' });
        throw new RetryJobAfter(3_600_000, 'nothing to do for an hour');
      },
    });
    await jobs.start();
    await enqueue(db, jobs, 1, { key: 'one' });
    await until(async () => seen.length === 2);
    await jobs.idle();
    assert.deepEqual(seen, [1, 2]);
    const [waiting] = await rows(db);
    assert.deepEqual([waiting?.owner, waiting?.again], [null, 0]);
  });

  test('a failed attempt is repeated; the last one fails the job permanently and reports that in its batch', async (t) => {
    const { db, jobs } = await worker(t);
    const attempts: number[] = [];
    jobs.define('k', {
      retry: SOON,
      run: async ({ attempt }) => {
        attempts.push(attempt);
        throw new Error(`no ${attempt}`);
      },
      onFailed: (batch, job, failure) =>
        jobs.enqueue(batch, { kind: 'after', workspaceId: null, key: job.id, payload: failure }),
    });
    await jobs.start();
    await enqueue(db, jobs, 1);
    await until(async () => (await rows(db)).some((row) => row.kind === 'after'));
    assert.deepEqual(attempts, [1, 2, 3]);
    const [failed, after] = (await rows(db)).sort((a, b) => b.kind.localeCompare(a.kind));
    assert.deepEqual(JSON.parse(failed?.error_json ?? ''), { code: 'failed', message: 'no 3' });
    assert.ok((failed?.failed_at ?? 0) > 1e12);
    assert.deepEqual(JSON.parse(after?.payload_json ?? ''), { code: 'failed', message: 'no 3' });
  });

  test('reports how many jobs of each kind are due and not running', async (t) => {
    const { db, jobs } = await worker(t);
    jobs.define('other', { run: async () => {} });
    await enqueue(db, jobs, 1);
    await sleep(5);
    await enqueue(db, jobs, 2);
    await enqueue(db, jobs, 3, { runAt: Date.now() + 60_000 });
    const due = await jobs.due();
    const [first] = due;
    assert.ok(first?.oldestMs && first.oldestMs >= 4 && first.oldestMs < 60_000, JSON.stringify(due));
    assert.deepEqual(due, [
      { kind: 'k', due: 2, oldestMs: first.oldestMs },
      { kind: 'other', due: 0, oldestMs: null },
    ]);
    const waiting: unknown[] = [];
    jobs.define('k', {
      run: async () => {
        const k = (await jobs.due()).find(({ kind }) => kind === 'k');
        waiting.push(k?.due);
      },
    });
    await jobs.start();
    await jobs.idle();
    assert.deepEqual(waiting, [1, 0]);
  });

  test('GiveUp fails at once; a key whose job failed for good can be enqueued anew', async (t) => {
    const warned: object[] = [];
    const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) };
    const { db, jobs } = await worker(t, { log });
    let ran = 0;
    jobs.define('k', {
      run: async () => {
        if (++ran === 1) throw new PermanentJobError('hopeless');
      },
    });
    await jobs.start();
    await enqueue(db, jobs, 1, { key: 'one' });
    await jobs.idle();
    await enqueue(db, jobs, 2, { key: 'one' });
    await jobs.idle();
    assert.equal(ran, 2);
    const [said] = warned as { kind: string; key: string }[];
    assert.deepEqual([warned.length, said?.kind, said?.key], [1, 'k', 'one']);
    assert.deepEqual(
      (await rows(db)).map(({ payload_json }) => payload_json),
      ['1'],
    );
  });

  test('RetryAfter does not count as an attempt', async (t) => {
    const { db, jobs } = await worker(t);
    const attempts: number[] = [];
    jobs.define('k', {
      retry: { ...SOON, most: 1 },
      run: async ({ attempt }) => {
        if (attempts.push(attempt) < 5) throw new RetryJobAfter(1, 'busy');
      },
    });
    await jobs.start();
    await enqueue(db, jobs, 1);
    await until(async () => (await rows(db)).length === 0);
    assert.deepEqual(attempts, [1, 1, 1, 1, 1]);
  });

  test('a job does not run before its time', async (t) => {
    const { db, jobs } = await worker(t, { pollMs: 60_000 });
    const ranAt = new Map<unknown, number>();
    jobs.define('k', { run: async ({ payload }) => void ranAt.set(payload, Date.now()) });
    await jobs.start();
    const due = Date.now() + 150;
    await enqueue(db, jobs, 'in an hour', { runAt: Date.now() + 3_600_000 });
    await enqueue(db, jobs, 'soon', { runAt: due });
    await enqueue(db, jobs, 'now');
    await until(async () => ranAt.has('soon'));
    await jobs.idle();
    assert.deepEqual([...ranAt.keys()].toSorted(), ['now', 'soon']);
    assert.ok((ranAt.get('soon') ?? 0) >= due);
  });

  test('stop aborts running jobs and releases them; the next start continues them at once, without counting an attempt', async (t) => {
    const { db, jobs, another } = await worker(t);
    const started = Promise.withResolvers<void>();
    const causes: string[] = [];
    jobs.define('k', {
      run: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            causes.push((signal.reason as JobAborted).cause);
            reject(signal.reason);
          });
          started.resolve();
        }),
    });
    await jobs.start();
    await enqueue(db, jobs, 1);
    await started.promise;
    await jobs.stop();
    assert.deepEqual(causes, ['stopping']);
    const next = await another({ pollMs: 60_000 });
    const attempts: number[] = [];
    next.jobs.define('k', { run: async ({ attempt }) => void attempts.push(attempt) });
    await next.jobs.start();
    await next.jobs.idle();
    assert.deepEqual(attempts, [1]);
  });

  test('cancel, by key or by workspace, aborts running jobs and deletes waiting ones', async (t) => {
    // It looks after what runs so seldom that the word of this process comes first.
    const { db, jobs } = await worker(t, { pollMs: 60_000 });
    const causes: string[] = [];
    let ran = 0;
    jobs.define('k', {
      concurrency: 2,
      run: async (_, { signal }) => {
        ran++;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        causes.push((signal.reason as JobAborted).cause);
        throw signal.reason;
      },
    });
    await jobs.start();
    await enqueue(db, jobs, 1, { key: 'one' });
    await enqueue(db, jobs, 2, { workspaceId: 'w' });
    await until(async () => ran === 2);
    await enqueue(db, jobs, 3, { workspaceId: 'w' });
    await db.write((batch) => jobs.cancel(batch, { workspaceId: 'w' }));
    await db.write((batch) => jobs.cancel(batch, { kind: 'k', key: 'one' }));
    await jobs.idle();
    assert.deepEqual(causes, ['cancelled', 'cancelled']);
    assert.equal(ran, 2);
    assert.deepEqual(await rows(db), []);
  });

  test('a job that reports no activity for too long is aborted as stalled and fails; one that paused with its process is not', async (t) => {
    const { db, jobs } = await worker(t);
    jobs.define('k', {
      retry: { ...SOON, most: 1 },
      stalledAfterMs: 500,
      run: async ({ payload }, { signal, heartbeat }) => {
        const isLively = (payload as Seen).n === 1;
        for (let i = 0; i < 40 || !isLively; i++) {
          if (isLively) heartbeat();
          await sleep(20, undefined, { signal });
          if (!isLively || i !== 20) continue;
          // As a machine that stands still for longer than a job may be silent; then it hears of a file first.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
          await stat(tmpdir());
          signal.throwIfAborted();
        }
      },
    });
    await jobs.start();
    await enqueue(db, jobs, { n: 1 });
    await enqueue(db, jobs, { n: 2 });
    await jobs.idle();
    const left = await rows(db);
    assert.deepEqual(
      left.map(({ payload_json, error_json }) => [payload_json, JSON.parse(error_json ?? '').code]),
      [['{"n":2}', 'stalled']],
    );
  });

  test('a worker that stops renewing its lease loses its job to another, and writes nothing more', async (t) => {
    const { all } = await workers(t, 2, { leaseMs: 60_000 });
    const [silent, heir] = all as [{ db: Database; jobs: Jobs }, { db: Database; jobs: Jobs }];
    const started = Promise.withResolvers<Job<unknown>>();
    const go = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    silent.jobs.define('k', {
      run: async (job) => {
        started.resolve(job);
        await go.promise;
        const outcome = await silent.db.write((batch) => {
          job.guard(batch);
          silent.jobs.enqueue(batch, { kind: 'stale write', workspaceId: null, payload: 0 });
        });
        late.resolve(outcome);
      },
    });
    await silent.jobs.start();
    await enqueue(silent.db, silent.jobs, 1);
    const first = await started.promise;
    // Its lease ends, as if a minute had passed without a heartbeat.
    await silent.db.write((batch) => batch.add(batch.query.updateTable('jobs').set({ due_at: 1 })));
    const fences: number[] = [];
    const heirRuns = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    heir.jobs.define('k', {
      run: async ({ fence, attempt }) => {
        fences.push(fence, attempt);
        heirRuns.resolve();
        await end.promise;
      },
    });
    await heir.jobs.start();
    await heirRuns.promise;
    go.resolve();
    assert.deepEqual(await late.promise, { committed: false, why: 'lease_lost' });
    await silent.jobs.stop();
    assert.equal((await rows(heir.db)).length, 1, 'the silent worker took the job of its heir away');
    end.resolve();
    await heir.jobs.idle();
    assert.deepEqual(fences, [first.fence + 1, 1]);
    assert.deepEqual(await rows(heir.db), []);
  });

  test('two workers race on one queue: every job runs exactly once', async (t) => {
    const { all } = await workers(t, 2);
    const ran = new Map<number, number>();
    for (const { jobs } of all) {
      jobs.define<number>('k', {
        concurrency: 4,
        run: async ({ payload }) => void ran.set(payload, (ran.get(payload) ?? 0) + 1),
      });
      await jobs.start();
    }
    const [one] = all as [{ db: Database; jobs: Jobs }];
    for (let from = 0; from < 200; from += 50) {
      await one.db.write((batch) => {
        for (let n = from; n < from + 50; n++)
          one.jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload: n });
      });
    }
    await until(async () => (await rows(one.db)).length === 0);
    assert.equal(ran.size, 200);
    assert.deepEqual(new Set(ran.values()), new Set([1]));
  });

  test('no more jobs run at once than the concurrency allows', async (t) => {
    const { db, jobs } = await worker(t);
    let inside = 0;
    let most = 0;
    jobs.define('k', {
      concurrency: 3,
      run: async () => {
        most = Math.max(most, ++inside);
        await sleep(5);
        inside--;
      },
    });
    await db.write((batch) => {
      for (let n = 0; n < 12; n++) jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload: n });
    });
    await jobs.start();
    await until(async () => (await rows(db)).length === 0);
    assert.equal(most, 3);
  });

  test('jobs that a process excludes are left to others, and run here once they are no longer excluded', async (t) => {
    const { db, jobs, another } = await worker(t);
    const other = await another();
    const ran: string[] = [];
    const gate = Promise.withResolvers<void>();
    const define = (name: string, queue: Jobs, except: readonly string[]) =>
      queue.define('k', {
        concurrency: 4,
        except: (running) => (running.length > 0 ? ['one', 'two', 'three'] : except),
        async run({ key }) {
          ran.push(`${name} ${key}`);
          await gate.promise;
        },
      });
    define('first', jobs, []);
    define('second', other.jobs, ['one', 'two', 'three']);
    for (const key of ['one', 'two', 'three']) await enqueue(db, jobs, key, { key });
    await other.jobs.start();
    await sleep(100);
    assert.equal(ran.length, 0);
    await jobs.start();
    await until(async () => ran.length > 0);
    await sleep(100);
    assert.equal(ran.length, 1, ran.join());
    const held = (await jobs.children('k', ['one', 'two', 'three'])).filter(({ isHeld }) => isHeld);
    assert.deepEqual(
      held.map(({ key }) => key),
      [ran[0]?.split(' ')[1]],
    );
    gate.resolve();
    await until(async () => ran.length === 3);
    assert.ok(ran.every((one) => one.startsWith('first')));
  });

  test('each process knows how many processes run a kind of job', async (t) => {
    const { db, jobs, another } = await worker(t, { leaseMs: 60_000 });
    if (!db.capabilities.manyProcesses) return t.skip('one process holds a data directory');
    const other = await another({ runs: (kind) => kind === 'k' });
    for (const one of [jobs, other.jobs]) {
      for (const kind of ['k', 'l']) one.define(kind, { run: async () => {} });
      await one.start();
    }
    assert.deepEqual([await jobs.workers('k'), await jobs.workers('l')], [2, 1]);
    const [place, , start, rest] = newProcessOwner().split('/');
    const { pid } = spawnSync(process.execPath, ['--version']);
    const gone = { owner: [place, pid, start, rest].join('/'), kinds_json: '["k"]', seen_at: Date.now() };
    await db.write((batch) => batch.add(batch.query.insertInto('workers').values(gone)));
    assert.equal(await jobs.workers('k'), 3);
    if (process.platform === 'linux') await until(async () => (await jobs.workers('k')) === 2);
    await other.jobs.stop();
    await until(async () => (await jobs.workers('k')) === 1);
  });

  test('a start takes over at once from a process of this machine that has ended; embedded, from any', async (t) => {
    const { db, jobs } = await worker(t, { pollMs: 60_000 });
    const [place, pid, start, rest] = newProcessOwner().split('/');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const owners = {
      ended: [place, ended, start, rest],
      'had the id before': [place, pid, '1', rest],
      runs: [place, pid, start, rest],
      'runs, of an earlier version': [place, pid, rest],
      elsewhere: ['away', ended, start, rest],
    };
    for (const [key, owner] of Object.entries(owners)) {
      await enqueue(db, jobs, key, { key });
      const lease = { owner: owner.join('/'), due_at: Date.now() + 60_000, fence: 1 };
      await db.write((batch) => batch.add(batch.query.updateTable('jobs').set(lease).where('key', '=', key)));
    }
    const seen: unknown[] = [];
    jobs.define('k', { run: async ({ payload }) => void seen.push(payload) });
    await jobs.start();
    await jobs.idle();
    const known = process.platform === 'linux' ? ['ended', 'had the id before'] : [];
    assert.deepEqual(seen.sort(), db.capabilities.manyProcesses ? known : Object.keys(owners).sort());
  });
});

test('embedded, a start takes over at once what a killed process held', async (t) => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  const db = await openDatabase({ dataDir, log: silentLog });
  const dead = createJobs({ db, log: silentLog });
  const next = createJobs({ db, log: silentLog });
  t.after(async () => {
    await next.stop();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await db.write((batch) => {
    dead.enqueue(batch, { kind: 'k', workspaceId: null, payload: 1 });
    const lease = { owner: 'a process that was killed', due_at: Date.now() + 60_000, fence: 1 };
    batch.add(batch.query.updateTable('jobs').set(lease));
  });
  const attempts: number[] = [];
  next.define('k', { run: async ({ fence, attempt }) => void attempts.push(fence, attempt) });
  await next.start();
  await next.idle();
  assert.deepEqual(attempts, [2, 1]);
});

test('embedded, what a killed process had begun goes on first, unless its process ended with it again and again', async (t) => {
  const place = onDisk(undefined, async () => {});
  const db = await openDatabase({ dataDir: place.dataDir, log: silentLog });
  const jobs = createJobs({ db, log: silentLog });
  t.after(async () => {
    await jobs.stop();
    await db.close();
    await place.remove();
  });
  for (const payload of ['poison', 'begun', 'waits', 'waits too']) {
    await db.write((batch) => jobs.enqueue(batch, { kind: 'k', workspaceId: null, key: payload, payload }));
    await sleep(2);
  }
  await db.write((batch) => {
    const lease = { owner: 'a process that was killed', due_at: Date.now() + 60_000, fence: 1 };
    batch.add(batch.query.updateTable('jobs').set(lease).where('key', 'in', ['poison', 'begun']));
    batch.add(batch.query.updateTable('jobs').set({ lapses: 3 }).where('key', '=', 'poison'));
  });
  const seen: unknown[] = [];
  jobs.define('k', { run: async ({ payload }) => void seen.push(payload) });
  await jobs.start();
  await jobs.idle();
  assert.deepEqual(seen, ['begun', 'waits', 'waits too', 'poison']);
});

/** A database whose disk is full until `makeRoom` is called. */
function fullDisk(db: Database) {
  let full = true;
  let refused = 0;
  const write: Database['write'] = async (build) => {
    if (!full) return db.write(build);
    refused++;
    throw new AppError('storage_full', 'The disk is full.');
  };
  return {
    db: { ...db, write },
    refused: () => refused,
    makeRoom: () => {
      full = false;
    },
    fill: () => {
      full = true;
    },
  };
}

test('jobs start on a full disk, and go on with what a dead process left once there is room', async (t) => {
  const { dataDir, remove } = onDisk(undefined, async () => {});
  const db = await openDatabase({ dataDir, log: silentLog });
  const disk = fullDisk(db);
  const jobs = createJobs({ db: disk.db, log: silentLog });
  t.after(async () => {
    await jobs.stop();
    await db.close();
    await remove();
  });
  const ran = Promise.withResolvers<unknown>();
  jobs.define('k', { run: async ({ payload }) => ran.resolve(payload) });
  await db.write((batch) => jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload: 'left' }));
  await db.write((batch) => {
    const lease = { owner: 'a process that was killed', due_at: Date.now() + 60_000, fence: 1 };
    batch.add(batch.query.updateTable('jobs').set(lease));
  });
  await jobs.start();
  assert.equal(disk.refused(), 1);
  disk.makeRoom();
  assert.equal(await ran.promise, 'left');
});

test('what has to be written is tried again while the disk is full; any other failure is thrown', async (t) => {
  const { dataDir, remove } = onDisk(undefined, async () => {});
  const db = await openDatabase({ dataDir, log: silentLog });
  const jobs = createJobs({ db, log: silentLog });
  t.after(async () => {
    await jobs.stop();
    await db.close();
    await remove();
  });
  await jobs.start();
  const done = Promise.withResolvers<number>();
  let tries = 0;
  await jobs.whenWritable('a sweep', async () => {
    if (++tries === 1) throw new AppError('storage_full', 'The disk is full.');
    done.resolve(tries);
  });
  assert.equal(tries, 1);
  assert.equal(await done.promise, 2);
  const defect = async () => {
    throw new TypeError('a defect');
  };
  await assert.rejects(jobs.whenWritable('a sweep', defect), TypeError);
});

/** Jobs on an embedded database whose disk is full, and which try again every millisecond. */
async function onFullDisk(t: TestContext) {
  const { dataDir, remove } = onDisk(undefined, async () => {});
  const db = await openDatabase({ dataDir, log: silentLog });
  const disk = fullDisk(db);
  const jobs = createJobs({ db: disk.db, log: silentLog, retryMs: 1 });
  t.after(async () => {
    await jobs.stop();
    await db.close();
    await remove();
  });
  return { db, disk, jobs };
}

test('a job whose end cannot be written for long leaves no listeners behind', async (t) => {
  const { db, disk, jobs } = await onFullDisk(t);
  const signals = new Set<EventTarget>();
  const { addEventListener } = EventTarget.prototype;
  t.mock.method(EventTarget.prototype, 'addEventListener', function (this: EventTarget, ...rest: never[]) {
    if (this instanceof AbortSignal) signals.add(this);
    return Reflect.apply(addEventListener, this, rest);
  });
  disk.makeRoom();
  const ended = Promise.withResolvers<void>();
  jobs.define('k', {
    run: async () => {
      disk.fill();
      ended.resolve();
    },
  });
  await jobs.start();
  await db.write((batch) => jobs.enqueue(batch, { kind: 'k', workspaceId: null, payload: null }));
  await ended.promise;
  await until(async () => disk.refused() > 50);
  const most = Math.max(...Array.from(signals, (signal) => getEventListeners(signal, 'abort').length));
  assert.ok(most <= 1, `${most} listeners on one signal`);
  disk.makeRoom();
  await jobs.idle();
  assert.deepEqual(await db.query.selectFrom('jobs').selectAll().execute(), []);
});

test('what is tried again and again on a full disk leaves no timers behind', async (t) => {
  const { disk, jobs } = await onFullDisk(t);
  await jobs.start();
  await jobs.whenWritable('a sweep', () => disk.db.write(() => {}));
  await until(async () => disk.refused() > 50);
  const cleared = t.mock.method(globalThis, 'clearTimeout');
  await jobs.stop();
  assert.ok(cleared.mock.callCount() < 20, `${cleared.mock.callCount()} timers were cleared`);
});
