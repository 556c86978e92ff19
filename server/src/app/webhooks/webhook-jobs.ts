import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Job, type Jobs, RetryAfter } from '../../platform/jobs/jobs.ts';
import { deliverDue } from './deliver.ts';
import { bodyOf, dataOf, type MessageSources } from './message.ts';
import type { Sender } from './send.ts';
import { newDelivery, wants } from './webhook-fields.ts';
import { DELIVER, type DeliverJob, enqueueDelivery, MESSAGE, type MessageJob } from './webhook-queue.ts';
import {
  deleteDeliveries,
  findWebhook,
  insertDelivery,
  type WebhookRow,
  webhooksOf,
} from './webhook-store.ts';

export interface WebhookJobsOptions extends MessageSources {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  sender: Pick<Sender, 'send'>;
}

/** Webhooks that one process delivers for at once; each has its own job, so one that hangs holds one place. */
const AT_ONCE = 32;
/** What happened is told, however long it takes: one that gave up would be lost, and nobody would see it. */
const retry = { most: Number.MAX_SAFE_INTEGER, backoff: { firstMs: 1000, ceilingMs: 600_000 } };

/** Registers the jobs of webhooks: making the deliveries of what happened, and sending them. */
export function defineWebhookJobs(options: WebhookJobsOptions): void {
  const { db, jobs, clock } = options;

  jobs.define<MessageJob>(MESSAGE, { concurrency: 4, retry, run: (job) => makeDeliveries(options, job) });

  jobs.define<DeliverJob>(DELIVER, {
    concurrency: AT_ONCE,
    retry,
    async run(job, { signal }) {
      const { workspaceId, webhookId } = job.payload;
      const webhook = await findWebhook(db, workspaceId, webhookId);
      if (webhook === undefined) {
        // A delivery may have been made while it was deleted.
        const of = { workspace_id: workspaceId, webhook_id: webhookId };
        await db.write((batch) => deleteDeliveries(batch, of));
        return;
      }
      const next = await deliverDue(options, webhook, { signal, guard: job.guard });
      if (next !== null) throw new RetryAfter(Math.max(0, next - clock.now()), 'nothing is due yet');
    },
  });
}

async function makeDeliveries(options: WebhookJobsOptions, job: Job<MessageJob>): Promise<void> {
  const { db, jobs, clock } = options;
  const { workspaceId, type, at } = job.payload;
  const wanting = (await webhooksOf(db, workspaceId)).filter((webhook: WebhookRow) => wants(webhook, type));
  if (wanting.length === 0) return;
  const data = await dataOf(options, job.payload);
  if (data === null) return;
  const body = bodyOf(workspaceId, { id: job.id, type, at, data });
  const outcome = await db.write((batch) => {
    guardLiveWorkspace(batch, workspaceId);
    for (const webhook of wanting) {
      const delivery = newDelivery(webhook, { id: job.id, type, body, now: clock.now() });
      insertDelivery(batch, delivery);
      enqueueDelivery(jobs, batch, delivery);
    }
    job.guard(batch);
  });
  requireCommitted(outcome, workspaceId);
}
