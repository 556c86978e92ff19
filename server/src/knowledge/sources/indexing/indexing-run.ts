import type { Clock } from '../../../kernel/clock.ts';
import type { Batch, Database, WriteOutcome } from '../../../platform/db/db.ts';
import { requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { Job, JobQueue } from '../../../platform/jobs/jobs.ts';
import type { SearchEngine } from '../../search/search.ts';
import type { SourceJob } from '../source-queue.ts';
import type { ReadingDeps } from './read-source.ts';

/** Why a batch of indexing is undone: the source was deleted, and no other source shares its content. */
export const SOURCE_GONE = 'source_gone';

export interface IndexingOptions extends ReadingDeps {
  db: Database;
  jobs: JobQueue;
  clock: Clock;
  search: Pick<SearchEngine, 'changed' | 'waitUntilIndexed'>;
  /** Called after each change of a source. `sharers`: publish the change for all sources that share its content. */
  changed: (workspaceId: string, ownerId: string, status: string, sharers?: boolean) => Promise<void>;
}

/** Commits a batch of this run. Returns false if the source was deleted. Throws if another run has taken the job. */
export async function writeInRun(
  { db }: IndexingOptions,
  job: Job<SourceJob>,
  build: (batch: Batch) => void,
): Promise<boolean> {
  const outcome: WriteOutcome = await db.write((batch) => {
    job.guard(batch);
    build(batch);
  });
  if (!outcome.committed && outcome.why === SOURCE_GONE) return false;
  requireCommitted(outcome);
  return true;
}
