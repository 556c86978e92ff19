import type { Batch, Database, WriteOutcome } from '../../db/db.ts';
import { requireCommitted } from '../../db/live-workspace.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SearchEngine } from '../../search/search.ts';
import type { SourceJob } from '../source-queue.ts';
import type { ReadingDeps } from './read-source.ts';

/** Why a batch of indexing is undone: the source was deleted, and nobody shares its content. */
export const GONE = 'source_gone';

export interface IndexingOptions extends ReadingDeps {
  db: Database;
  clock: Clock;
  search: Pick<SearchEngine, 'changed' | 'waitUntilIndexed'>;
  /** Told after each change of a source; `sharers`: also about those that share its content. */
  changed: (workspaceId: string, ownerId: string, status: string, sharers?: boolean) => Promise<void>;
  /** Has the generations before the present one purged, but not before searches are done with them. */
  purgeLater: (batch: Batch, payload: SourceJob) => void;
}

/** A batch of this run; false when the source is gone. Throws when another run has the job. */
export async function writeAs(
  { db }: IndexingOptions,
  job: Job<SourceJob>,
  build: (batch: Batch) => void,
): Promise<boolean> {
  const outcome: WriteOutcome = await db.write((batch) => {
    job.guard(batch);
    build(batch);
  });
  if (!outcome.committed && outcome.why === GONE) return false;
  requireCommitted(outcome);
  return true;
}
