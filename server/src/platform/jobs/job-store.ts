import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Batch, Database, Slot } from '../db/db.ts';
import type { Row, Schema } from '../db/schema.ts';

type JobRow = Row<'jobs'>;
/** A claimed job with the milliseconds since it was enqueued. */
export type ClaimedJob = JobRow & { age_ms: number };

/** One claim of one job; each claim has another fence. */
export interface Claim {
  id: string;
  owner: string;
  fence: number;
}

export type JobSelection = { kind: string; key: string | readonly string[] } | { workspaceId: string };

type Time = RawBuilder<number>;

const timeAfter = (time: Time, ms: number) => sql<number>`${time} + ${Math.round(ms)}`;

/**
 * Adds a job, unless an unfinished one has the same kind and key: if that one waits, it gets this payload and the
 * earlier of both times; if it runs, it runs once more afterwards with this payload.
 */
export function insertJob(
  batch: Batch,
  job: Pick<JobRow, 'id' | 'kind' | 'key' | 'workspace_id' | 'payload_json'>,
  time: Time,
  runAt: number | null,
): void {
  const due_at = runAt ?? time;
  batch.add(
    batch.query
      .insertInto('jobs')
      .values({ ...job, due_at, owner: null, fence: 0, attempts: 0, lapses: 0, again: 0, created_at: time })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'key'])
          .where('failed_at', 'is', null)
          .doUpdateSet(({ ref }) => ({
            payload_json: ref('excluded.payload_json'),
            again: sql<number>`CASE WHEN jobs.owner IS NULL THEN 0 ELSE 1 END`,
            due_at: sql<number>`CASE WHEN jobs.owner IS NULL AND excluded.due_at < jobs.due_at THEN excluded.due_at ELSE jobs.due_at END`,
          })),
      ),
  );
}

/** Jobs of a kind, except those with these keys. */
export interface Due {
  kind: string;
  except: readonly string[];
}

/**
 * Claims up to `most` due jobs of a kind. The rows are chosen in a CTE that locks them: as a plain subquery
 * PostgreSQL may run the choice more than once and claim more than `most`.
 */
export function claimJobs(
  batch: Batch,
  {
    kind,
    except,
    owner,
    most,
    leaseMs,
    time,
  }: Due & { owner: string; most: number; leaseMs: number; time: Time },
): Slot<ClaimedJob> {
  return batch.add(
    batch.query
      .with('due', (query) => {
        const due = query
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', kind)
          .where('failed_at', 'is', null)
          .where('due_at', '<=', time)
          .$if(except.length > 0, (some) => some.where('key', 'not in', [...except]))
          .orderBy('due_at')
          .limit(most);
        return batch.capabilities.rowLocks ? due.forUpdate().skipLocked() : due;
      })
      .updateTable('jobs')
      .set({
        owner,
        due_at: timeAfter(time, leaseMs),
        fence: sql<number>`fence + 1`,
        lapses: sql<number>`CASE WHEN owner IS NULL THEN 0 ELSE lapses + 1 END`,
      })
      .where('id', 'in', ({ selectFrom }) => selectFrom('due').select('due.id'))
      .returningAll()
      .returning(sql<number>`${time} - created_at`.as('age_ms')),
  );
}

/** Renews the leases of these jobs; returns the rows that this owner still holds. */
export function extendLeases(
  batch: Batch,
  { owner, ids, leaseMs, time }: { owner: string; ids: readonly string[]; leaseMs: number; time: Time },
): Slot<{ id: string; fence: number }> {
  return batch.add(
    batch.query
      .updateTable('jobs')
      .set({ due_at: timeAfter(time, leaseMs) })
      .where('owner', '=', owner)
      .where('id', 'in', [...ids])
      .where('failed_at', 'is', null)
      .returning(['id', 'fence']),
  );
}

/** A `WHERE` term: this claim is still valid. */
function claimHolds({ id, owner, fence }: Claim): Expression<SqlBool> {
  const { and, eb } = expressionBuilder<Schema, 'jobs'>();
  return and([eb('id', '=', id), eb('owner', '=', owner), eb('fence', '=', fence)]);
}

/** Undoes the batch unless this claim is valid until it commits. */
export function guardClaim(batch: Batch, claim: Claim, orElse: string): void {
  const query = batch.query.selectFrom('jobs').select('id').where(claimHolds(claim));
  batch.add(batch.capabilities.rowLocks ? query.forShare() : query, { orElse });
}

/** Removes a finished job; one that was enqueued again while it ran waits for its next run instead. */
export function finishJob(batch: Batch, claim: Claim, time: Time): void {
  batch.add(batch.query.deleteFrom('jobs').where(claimHolds(claim)).where('again', '=', 0));
  waitAgain(batch, claim, time);
}

function waitAgain(batch: Batch, claim: Claim, time: Time): void {
  batch.add(
    batch.query
      .updateTable('jobs')
      .set({ owner: null, due_at: time, again: 0, attempts: 0, lapses: 0 })
      .where(claimHolds(claim))
      .where('again', '=', 1),
  );
}

/**
 * Postpones a job: it can be claimed after `delayMs`, with `attempts` attempts spent. A job that was enqueued again
 * while it ran can be claimed at once, because there may be other work.
 */
export function postponeJob(
  batch: Batch,
  claim: Claim,
  {
    delayMs,
    attempts,
    error_json,
    time,
  }: { delayMs: number; attempts: number; error_json: string | null; time: Time },
): void {
  batch.add(
    batch.query
      .updateTable('jobs')
      .set({
        owner: null,
        due_at: sql<number>`CASE WHEN again = 1 THEN ${time} ELSE ${timeAfter(time, delayMs)} END`,
        again: 0,
        attempts,
        lapses: 0,
        ...(error_json && { error_json }),
      })
      .where(claimHolds(claim)),
  );
}

/**
 * Marks a job as permanently failed. Undoes the batch with `orElse` if the claim is lost or the job was enqueued again.
 */
export function failJob(batch: Batch, claim: Claim, error_json: string, time: Time, orElse: string): void {
  batch.add(
    batch.query
      .updateTable('jobs')
      .set({ owner: null, failed_at: time, error_json })
      .where(claimHolds(claim))
      .where('again', '=', 0),
    { orElse },
  );
}

/**
 * Releases everything that a worker still holds, so that it is claimed at once and before jobs that have not started.
 */
export function releaseJobsOf(batch: Batch, owner: string): void {
  batch.add(
    batch.query
      .updateTable('jobs')
      .set(({ ref }) => ({ owner: null, due_at: ref('created_at'), lapses: 0 }))
      .where('owner', '=', owner),
  );
}

/** The jobs that this owner still holds. */
export function findJobsLeasedBy(db: Database, owner: string): Promise<Pick<JobRow, 'id' | 'fence'>[]> {
  return db.query
    .selectFrom('jobs')
    .select(['id', 'fence'])
    .where('owner', '=', owner)
    .where('failed_at', 'is', null)
    .execute();
}

/**
 * Stores a message of a claim's holder and returns the payload. Undoes the batch with `orElse` if the claim is lost.
 */
export function storeJobMessage(
  batch: Batch,
  claim: Claim,
  said_json: string,
  orElse: string,
): Slot<Pick<JobRow, 'payload_json'>> {
  return batch.add(
    batch.query.updateTable('jobs').set({ said_json }).where(claimHolds(claim)).returning('payload_json'),
    { orElse },
  );
}

/** A job as the code that enqueued it sees it. */
export interface ChildJob {
  key: string;
  /** Its last message; null if there is none. */
  said: unknown;
  /** Whether a process runs it, or it is waiting. */
  isHeld: boolean;
}

/** The unfinished jobs of a kind with these keys, ordered by key. */
export async function findChildJobs(
  db: Database,
  { kind, keys }: { kind: string; keys: readonly string[] },
): Promise<ChildJob[]> {
  const rows = await db.query
    .selectFrom('jobs')
    .select(['key', 'said_json', sql<number>`due_at - ${db.time}`.as('heldMs')])
    .where('kind', '=', kind)
    .where('key', 'in', [...keys])
    .where('failed_at', 'is', null)
    .orderBy('key')
    .execute();
  return rows.map(({ key, said_json, heldMs }) => ({
    key,
    said: said_json === null ? null : (JSON.parse(said_json) as unknown),
    isHeld: heldMs > 0,
  }));
}

/** Records that this process is alive and which kinds it runs. */
export function storeWorkerHeartbeat(
  batch: Batch,
  { owner, kinds, time }: { owner: string; kinds: readonly string[]; time: Time },
): void {
  batch.add(
    batch.query
      .insertInto('workers')
      .values({ owner, kinds_json: JSON.stringify(kinds), seen_at: time })
      .onConflict((conflict) =>
        conflict.column('owner').doUpdateSet(({ ref }) => ({ seen_at: ref('excluded.seen_at') })),
      ),
  );
}

export function deleteWorkers(batch: Batch, owners: readonly string[]): void {
  batch.add(batch.query.deleteFrom('workers').where('owner', 'in', [...owners]));
}

interface Worker {
  owner: string;
  kinds: string[];
  /** Time since its last heartbeat. */
  silentMs: number;
}

/** Processes that run jobs, ordered by their last heartbeat (newest or oldest first); at most `most`. */
export async function readWorkers(db: Database, order: 'newest' | 'oldest', most: number): Promise<Worker[]> {
  const rows = await db.query
    .selectFrom('workers')
    .select(['owner', 'kinds_json', sql<number>`${db.time} - seen_at`.as('silentMs')])
    // Uses the index: a condition on the database's time would read all rows.
    .orderBy('seen_at', order === 'newest' ? 'desc' : 'asc')
    .limit(most)
    .execute();
  return rows.map(({ kinds_json, ...row }) => ({ ...row, kinds: JSON.parse(kinds_json) as string[] }));
}

/** All owners of leases, and of the processes that run jobs the `most` with the newest heartbeats. */
export async function listLeaseOwners(db: Database, most: number): Promise<string[]> {
  const newest = db.query.selectFrom('workers').select('owner').orderBy('seen_at', 'desc').limit(most);
  const rows = await db.query
    .selectFrom('jobs')
    .select('owner')
    .where('owner', 'is not', null)
    .union(db.query.selectFrom(newest.as('newest')).select('owner'))
    .execute();
  return rows.map(({ owner }) => owner as string);
}

/**
 * Up to this number of lapses, a job whose process ended is run first; after that it may be the cause, and is run last.
 */
const FIRST_AFTER_LAPSES = 3;

/** Ends the leases of owners that are known to be dead. Counts as lapses. */
export function endLeases(batch: Batch, owners: readonly string[], time: Time): void {
  const due_at = sql<number>`CASE WHEN lapses < ${FIRST_AFTER_LAPSES} THEN created_at ELSE ${time} END`;
  batch.add(
    batch.query
      .updateTable('jobs')
      .set({ due_at })
      .where('owner', 'in', [...owners]),
  );
}

/** Deletes jobs, including running ones; returns the rows that existed. */
export function deleteJobs(batch: Batch, which: JobSelection): Slot<{ id: string }> {
  const unfinished = batch.query.deleteFrom('jobs').where('failed_at', 'is', null);
  return batch.add(
    'workspaceId' in which
      ? unfinished.where('workspace_id', '=', which.workspaceId).returning('id')
      : unfinished.where('kind', '=', which.kind).where('key', 'in', [which.key].flat()).returning('id'),
  );
}

/** Due jobs of a kind that no process runs. */
export interface DueJobs {
  kind: string;
  due: number;
  /** How long the first of them has been due; null if none is. */
  oldestMs: number | null;
}

export function countDueJobs(db: Database): Promise<DueJobs[]> {
  return db.query
    .selectFrom('jobs')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('due'),
      sql<number>`${db.time} - ${fn.min('due_at')}`.as('oldestMs'),
    ])
    .where('failed_at', 'is', null)
    .where('due_at', '<=', db.time)
    .groupBy('kind')
    .execute();
}

/** Milliseconds until the next job of each of these kinds is due, 0 or below if one is; omits kinds without jobs. */
export async function msUntilNextDue(db: Database, kinds: readonly Due[]): Promise<Map<string, number>> {
  if (kinds.length === 0) return new Map();
  const row = await db.query
    .selectNoFrom(({ selectFrom }) =>
      kinds.map(({ kind, except }, i) =>
        // One index entry for each kind: grouping by kind would read all waiting jobs.
        selectFrom('jobs')
          .select(({ fn }) => sql<number | null>`${fn.min('due_at')} - ${db.time}`.as('wait'))
          .where('kind', '=', kind)
          .where('failed_at', 'is', null)
          .$if(except.length > 0, (some) => some.where('key', 'not in', [...except]))
          .as(`kind_${i}`),
      ),
    )
    .executeTakeFirstOrThrow();
  const waits = row as Record<string, number | null>;
  return new Map(
    kinds.flatMap(({ kind }, i) => {
      const wait = waits[`kind_${i}`] ?? null;
      return wait === null ? [] : [[kind, wait]];
    }),
  );
}

/** Deletes jobs that failed longer ago than `ageMs`, at most `most` at once; returns their number. */
export async function deleteFailedJobs(db: Database, ageMs: number, most: number): Promise<number> {
  const old = await db.query
    .selectFrom('jobs')
    .select('id')
    .where('failed_at', '<', sql<number>`${db.time} - ${ageMs}`)
    .limit(most)
    .execute();
  if (old.length === 0) return 0;
  await db.write((batch) => {
    const ids = old.map(({ id }) => id);
    batch.add(batch.query.deleteFrom('jobs').where('id', 'in', ids).where('failed_at', 'is not', null));
  });
  return old.length;
}
