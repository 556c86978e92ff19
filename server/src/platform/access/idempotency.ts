import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Batch, Database } from '../db/db.ts';
import { BatchUndone, requireLiveWorkspace } from '../db/live-workspace.ts';
import {
  deleteIdempotentBefore,
  findIdempotent,
  type IdempotencyScope,
  insertIdempotent,
} from './access-store.ts';

/** The response to a creating POST, as it is stored for replay. */
export interface StoredAnswer {
  status: number;
  location: string;
  body: string;
}

/** Adds the response to the batch that creates the resource, so that both are durable together. */
export type StoreAnswer = (batch: Batch, answer: StoredAnswer) => void;

export type IdempotencyOutcome<T> = { replayed: false; value: T } | { replayed: true; answer: StoredAnswer };

const SWEEP_EVERY_MS = 3_600_000;
const KEPT_MS = 24 * 3_600_000;
const TAKEN = 'idempotency_key_taken';
const SWEEP_ROWS = 500;

export function createIdempotency(db: Database, clock: Clock) {
  const running = new Set<string>();

  async function replay(scope: IdempotencyScope, bodyHash: string): Promise<StoredAnswer | null> {
    const kept = await findIdempotent(db, scope);
    if (!kept || kept.created_at < clock.now() - KEPT_MS) return null;
    if (kept.body_hash !== bodyHash) {
      throw new AppError('idempotency_mismatch', 'Use a new Idempotency-Key for a new request.');
    }
    // The stored response belongs to a deleted workspace, so it must not be replayed.
    if (scope.workspace_id !== '') await requireLiveWorkspace(db, scope.workspace_id);
    return { status: kept.status, location: kept.location, body: kept.body };
  }

  async function once<T>(
    scope: IdempotencyScope,
    bodyHash: string,
    create: (keep: StoreAnswer) => Promise<T>,
  ): Promise<IdempotencyOutcome<T>> {
    const known = await replay(scope, bodyHash);
    if (known) return { replayed: true, answer: known };
    const keep: StoreAnswer = (batch, answer) => {
      const now = clock.now();
      const row = { ...scope, ...answer, body_hash: bodyHash, created_at: now };
      insertIdempotent(batch, row, now - KEPT_MS, TAKEN);
    };
    try {
      return { replayed: false, value: await create(keep) };
    } catch (error) {
      const isTaken = error instanceof BatchUndone && error.why === TAKEN;
      if (!isTaken && !(error instanceof AppError)) throw error;
      // Another process was first with this key, so its response is returned, even if the resource it made is the
      // reason for this failure (such as a running run of a series): both became visible together.
      const first = await replay(scope, bodyHash);
      if (first) return { replayed: true, answer: first };
      if (!isTaken) throw error;
      throw new AppError('conflict', 'The Idempotency-Key has just expired; send the request again.');
    }
  }

  async function sweep(): Promise<void> {
    const before = clock.now() - KEPT_MS;
    while ((await deleteIdempotentBefore(db, before, SWEEP_ROWS)) === SWEEP_ROWS);
  }

  return {
    /** Deletes responses older than 24 hours. */
    sweep,
    /** Sweeps now and every hour. Returns a function that stops this, after a running sweep has ended. */
    keepSwept(onError: (error: unknown) => void): () => Promise<void> {
      let sweeping = sweep().catch(onError);
      const timer = setInterval(() => {
        sweeping = sweep().catch(onError);
      }, SWEEP_EVERY_MS);
      return () => {
        clearInterval(timer);
        return sweeping;
      };
    },
    /**
     * Runs `create` once for a key: a second call with the same key and body (its `hashJson`) returns the response of
     * the first. Throws `idempotency_mismatch` for another body, `idempotency_in_progress` while the first call is
     * running, and `not_found` if the workspace of the scope is gone.
     */
    async once<T>(
      scope: IdempotencyScope,
      bodyHash: string,
      create: (keep: StoreAnswer) => Promise<T>,
    ): Promise<IdempotencyOutcome<T>> {
      const name = JSON.stringify(scope);
      if (running.has(name)) {
        throw new AppError(
          'idempotency_in_progress',
          'Wait for the first response, then repeat the request.',
          {
            retryAfter: 1,
          },
        );
      }
      running.add(name);
      try {
        return await once(scope, bodyHash, create);
      } finally {
        running.delete(name);
      }
    },
  };
}
