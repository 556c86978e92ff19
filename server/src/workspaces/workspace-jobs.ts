import type { Batch, Database } from '../db/db.ts';
import { type JobQueue, type Jobs, runSteps } from '../jobs/jobs.ts';
import { PURGED, purgeRows, purgeWorkspaceRow } from './purge-store.ts';

const PURGE = 'workspace.purge';
/** The row itself goes last, and not before every write that was under way when it was deleted has ended. */
const ROW_KEPT_MS = 60_000;

interface Payload {
  workspaceId: string;
  step: 'rows' | 'workspace';
}

export interface WorkspaceJobsOptions {
  db: Database;
  jobs: Jobs;
  /** Forgets what lies outside the database: the search index of this node. */
  forget: (workspaceId: string) => Promise<void>;
}

/** Registers the purge of deleted workspaces. */
export function defineWorkspaceJobs({ db, jobs, forget }: WorkspaceJobsOptions): void {
  jobs.define<Payload>(PURGE, {
    async run({ payload: { workspaceId, step } }, context) {
      if (step === 'rows') await forget(workspaceId);
      for (const purged of PURGED) await runSteps(context, () => purgeRows(db, workspaceId, purged));
      if (step === 'workspace') await purgeWorkspaceRow(db, workspaceId);
    },
  });
}

/**
 * What deleting a workspace brings with it, in the same batch: its jobs are taken back, and its rows are purged in
 * small steps: at once, and a second time for what a write under way may have added, now with the tombstone itself.
 */
export function enqueueWorkspacePurge(jobs: JobQueue, batch: Batch, workspaceId: string): void {
  jobs.cancel(batch, { workspaceId });
  // Of no workspace: they must not be taken back with its jobs, nor purged with them.
  const purge = (step: Payload['step'], runAt?: number) => {
    const payload: Payload = { workspaceId, step };
    const when = runAt === undefined ? {} : { runAt };
    jobs.enqueue(batch, { kind: PURGE, workspaceId: null, key: `${workspaceId} ${step}`, payload, ...when });
  };
  purge('rows');
  purge('workspace', Date.now() + ROW_KEPT_MS);
}
