import type { Batch, Database } from '../db/db.ts';
import { purgeRows, WORKSPACE_TABLES } from '../db/purge-rows.ts';
import { type JobContext, type JobQueue, type Jobs, runSteps } from '../jobs/jobs.ts';
import { purgeWorkspaceRow } from './workspace-store.ts';

const PURGE = 'workspace.purge';
/** The delay until the row of the workspace is deleted, when every write that was running at its deletion has ended. */
const ROW_KEPT_MS = 60_000;

interface Payload {
  workspaceId: string;
  step: 'rows' | 'workspace';
}

export interface WorkspaceJobsOptions {
  db: Database;
  jobs: Jobs;
  /** Deletes what is outside the database: the search index of this node, and batches at providers. */
  forget: (workspaceId: string, context: JobContext) => Promise<void>;
}

/** Registers the purge of deleted workspaces. */
export function defineWorkspaceJobs({ db, jobs, forget }: WorkspaceJobsOptions): void {
  jobs.define<Payload>(PURGE, {
    async run({ payload: { workspaceId, step } }, context) {
      if (step === 'rows') await forget(workspaceId, context);
      for (const { table } of WORKSPACE_TABLES)
        await runSteps(context, () => purgeRows(db, table, { workspace_id: workspaceId }));
      if (step === 'workspace') await purgeWorkspaceRow(db, workspaceId);
    },
  });
}

/**
 * Part of the batch that deletes a workspace: deletes its jobs and enqueues two purges of its rows. The first runs at
 * once. The second deletes what running writes have added since, and the tombstone.
 */
export function enqueueWorkspacePurge(jobs: JobQueue, batch: Batch, workspaceId: string): void {
  jobs.cancel(batch, { workspaceId });
  // These jobs belong to no workspace, so that they are not deleted with the workspace's jobs.
  const purge = (step: Payload['step'], runAt?: number) => {
    const payload: Payload = { workspaceId, step };
    const when = runAt === undefined ? {} : { runAt };
    jobs.enqueue(batch, { kind: PURGE, workspaceId: null, key: `${workspaceId} ${step}`, payload, ...when });
  };
  purge('rows');
  purge('workspace', Date.now() + ROW_KEPT_MS);
}
