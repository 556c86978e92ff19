import { type Static, Type } from 'typebox';
import { Count, Nullable, Timestamp } from '../../../platform/http/schemas.ts';

/** A batch of an evaluation as it is shown. */
const RequestBatch = Type.Object(
  {
    id: Type.String({ description: 'Ours; the provider is told it.' }),
    target_label: Type.String(),
    state: Type.String({
      description:
        'planned: the provider does not have it; exhausted: nor is it sent in this run, for the account is exhausted; sending: it may; submitted: it has; cancelling; ended: nothing more comes of it.',
    }),
    provider_batch_id: Nullable(Type.String()),
    requests: Count,
    done: Type.Integer({ minimum: 0, description: 'Of them, as the provider says.' }),
    attempt: Type.Integer({
      minimum: 1,
      description: 'Above 1: requests that failed or expired in an earlier batch.',
    }),
    submissions: Type.Integer({
      minimum: 0,
      description:
        'How often it was sent; not counted where it was turned down while its account worked on others.',
    }),
    problem: Nullable(Type.String({ description: 'What went wrong the last time.' })),
    next_look_at: Nullable(Timestamp),
    submitted_at: Nullable(Timestamp),
    expires_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  { title: 'RequestBatch' },
);

export const RequestBatches = Type.Object(
  {
    data: Type.Array(RequestBatch, { description: 'The newest first, at most 1,000.' }),
  },
  { title: 'RequestBatches' },
);
export type RequestBatches = Static<typeof RequestBatches>;
