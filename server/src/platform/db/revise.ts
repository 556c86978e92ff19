import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import type { Batch, Database } from './contract.ts';
import { requireCommitted } from './live-workspace.ts';

/** A resource with the revision its ETag shows. */
export interface Revised<T> {
  resource: T;
  revision: number;
}

export interface Revision<R extends { revision: number }, W = void, P = void> {
  workspaceId: string;
  /** The row as it is now. Throws `not_found`. */
  read(): Promise<R>;
  /** The revisions the caller accepts (`If-Match`); null = any. */
  expected: readonly number[] | null;
  /** Works out the change, and throws what refuses it; not called for a row that the caller does not accept. */
  prepare?(row: R): P | Promise<P>;
  /** Adds the change. Its UPDATE must be guarded by `WHERE revision = row.revision` and `STALE_REVISION`. */
  write(batch: Batch, row: R, prepared: P): W;
}

/** Pass as `orElse` of the guarded UPDATE. */
export const STALE_REVISION = { orElse: 'stale' } as const;

/** So long a change without `If-Match` is worked out anew when others keep coming in between. */
const DEADLINE_MS = 20_000;
/** The longest pause before that. Of those who collide one always wins, so n callers need at most n rounds. */
const MAX_PAUSE_MS = 32;

/**
 * Read, work out the change, write it only if nothing came in between; answers what `write` returned. Throws
 * `precondition_failed` when the caller named a revision that is not the present one, whatever else would refuse the
 * change, and `conflict` when others always came first for 20 s.
 */
export async function reviseRow<R extends { revision: number }, W = void, P = void>(
  db: Database,
  change: Revision<R, W, P>,
): Promise<W> {
  const started = performance.now();
  for (let tries = 0; performance.now() - started < DEADLINE_MS; tries++) {
    if (tries > 0) await sleep(Math.random() * Math.min(MAX_PAUSE_MS, 2 ** tries));
    const row = await change.read();
    if (change.expected !== null && !change.expected.includes(row.revision)) throw stale();
    const prepared = (await change.prepare?.(row)) as P;
    const written: W[] = [];
    const outcome = await db.write((batch) => {
      written.push(change.write(batch, row, prepared));
    });
    if (outcome.committed) return written[0] as W;
    if (outcome.why !== STALE_REVISION.orElse) requireCommitted(outcome, change.workspaceId);
  }
  throw new AppError(
    'conflict',
    'Other requests are changing this resource; get it again, then repeat the change.',
  );
}

/** Whether these columns are as they were: then nothing is written, and the revision and `updated_at` stay. */
export function changesNothing<R extends object>(row: R, set: Partial<R>): boolean {
  return Object.entries(set).every(([name, value]) => row[name as keyof R] === value);
}

function stale(): AppError {
  return new AppError(
    'precondition_failed',
    'Get the resource again, then repeat the change with its new ETag.',
  );
}
