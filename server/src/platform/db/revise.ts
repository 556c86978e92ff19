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
  /** The current row. Throws `not_found`. */
  read(): Promise<R>;
  /** The revisions that the caller accepts (`If-Match`); null for any. */
  expected: readonly number[] | null;
  /** Computes the change and throws the reasons against it; not called for a row that the caller does not accept. */
  prepare?(row: R): P | Promise<P>;
  /**
   * Adds the change to the batch. Its UPDATE must be guarded by `WHERE revision = row.revision` and `STALE_REVISION`.
   */
  write(batch: Batch, row: R, prepared: P): W;
}

/** Pass as `orElse` of the guarded UPDATE. */
export const STALE_REVISION = { orElse: 'stale' } as const;

/** How long a change without `If-Match` is retried while other changes interfere. */
const DEADLINE_MS = 20_000;
/** The longest pause before a retry. Of colliding callers one always succeeds, so n callers need at most n rounds. */
const MAX_PAUSE_MS = 32;

/**
 * Reads a row, computes a change, and writes it only if nothing changed in between; returns the result of `write`.
 * Throws `precondition_failed` if the caller named a revision other than the present one (before any other error), and
 * `conflict` if other changes were always first for 20 s.
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

/** Whether the change has no effect: then nothing is written, and the revision and `updated_at` stay. */
export function changesNothing<R extends object>(row: R, set: Partial<R>): boolean {
  return Object.entries(set).every(([name, value]) => row[name as keyof R] === value);
}

function stale(): AppError {
  return new AppError(
    'precondition_failed',
    'Get the resource again, then repeat the change with its new ETag.',
  );
}
