import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Job, type Jobs, RetryJobAfter } from '../../platform/jobs/jobs.ts';
import { sendDueDeliveries } from './deliver.ts';
import { type MessageSources, messageBody, messageData } from './message.ts';
import type { Sender } from './send.ts';
import { newDelivery, subscribesTo } from './webhook-fields.ts';
import {
  type DeliverJob,
  enqueueDelivery,
  type MessageJob,
  WEBHOOK_DELIVERY_JOB,
  WEBHOOK_MESSAGE_JOB,
} from './webhook-queue.ts';
import {
  deleteDeliveries,
  findWebhook,
  insertDelivery,
  listWebhooksOfWorkspace,
  type WebhookRow,
} from './webhook-store.ts';

export interface WebhookJobsOptions extends MessageSources {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  sender: Pick<Sender, 'send'>;
}

/** Number of webhooks that one process serves at once; each has its own job, so a hanging one occupies one place. */
const PARALLEL_WEBHOOKS = 32;
/** Retried indefinitely: a message whose job gave up would be lost unnoticed. */
const retry = { most: Number.MAX_SAFE_INTEGER, backoff: { firstMs: 1000, ceilingMs: 600_000 } };

/** Registers the jobs of webhooks: creating deliveries of events, and sending them. */
export function defineWebhookJobs(options: WebhookJobsOptions): void {
  const { db, jobs, clock } = options;

  jobs.define<MessageJob>(WEBHOOK_MESSAGE_JOB, {
    concurrency: 4,
    retry,
    run: (job) => makeDeliveries(options, job),
  });

  jobs.define<DeliverJob>(WEBHOOK_DELIVERY_JOB, {
    concurrency: PARALLEL_WEBHOOKS,
    retry,
    async run(job, { signal }) {
      const { workspaceId, webhookId } = job.payload;
      const webhook = await findWebhook(db, workspaceId, webhookId);
      if (webhook === undefined) {
        // A delivery may have been created while the webhook was deleted.
        const of = { workspace_id: workspaceId, webhook_id: webhookId };
        await db.write((batch) => deleteDeliveries(batch, of));
        return;
      }
      const next = await sendDueDeliveries(options, webhook, { signal, guard: job.guard });
      if (next !== null) throw new RetryJobAfter(Math.max(0, next - clock.now()), 'nothing is due yet');
    },
  });
}

async function makeDeliveries(options: WebhookJobsOptions, job: Job<MessageJob>): Promise<void> {
  const { db, jobs, clock } = options;
  const { workspaceId, type, at } = job.payload;
  const wanting = (await listWebhooksOfWorkspace(db, workspaceId)).filter((webhook: WebhookRow) =>
    subscribesTo(webhook, type),
  );
  if (wanting.length === 0) return;
  const data = await messageData(options, job.payload);
  if (data === null) return;
  const body = messageBody(workspaceId, { id: job.id, type, at, data });
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
