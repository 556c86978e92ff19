import { type Static, Type } from 'typebox';
import { Count, Nullable, Timestamp } from '../../../platform/http/schemas.ts';

/** A provider batch of an evaluation. */
const RequestBatch = Type.Object(
  {
    id: Type.String({ description: 'This service’s id of the batch, which is also sent to the provider.' }),
    target_label: Type.String(),
    state: Type.String({
      description:
        '`planned`: not sent to the provider. `exhausted`: not sent in this run because the account is exhausted. `sending`: the provider may have it. `submitted`: the provider has it. `cancelling`: a cancellation was requested. `ended`: no more results will arrive.',
    }),
    provider_batch_id: Nullable(Type.String()),
    requests: Count,
    done: Type.Integer({
      minimum: 0,
      description: 'Number of finished requests, as reported by the provider.',
    }),
    attempt: Type.Integer({
      minimum: 1,
      description:
        'The attempt number. Above 1, the batch contains requests that failed or expired in an earlier batch.',
    }),
    submissions: Type.Integer({
      minimum: 0,
      description:
        'Number of times the batch was sent, without rejections because the account was busy with other batches.',
    }),
    problem: Nullable(Type.String({ description: 'The most recent error.' })),
    next_look_at: Nullable(Timestamp),
    submitted_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  { title: 'RequestBatch' },
);

export const RequestBatches = Type.Object(
  {
    data: Type.Array(RequestBatch, { description: 'The batches, newest first, at most 1,000.' }),
  },
  { title: 'RequestBatches' },
);
export type RequestBatches = Static<typeof RequestBatches>;
