import { type Static, Type } from 'typebox';
import { Estimate } from '../../evaluate/evaluations/evaluations.ts';
import { ACTIONS, type Action } from '../../platform/access/operations.ts';
import { Id, Nullable, OneOf, PageOf, PageQuery, Timestamp } from '../../platform/http/schemas.ts';

const STATUSES = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const;
export type ApprovalStatus = (typeof STATUSES)[number];

export const isApprovalStatus = (word: string): word is ApprovalStatus =>
  STATUSES.some((status) => status === word);

export const Approval = Type.Object(
  {
    id: Id,
    workspace_id: Id,
    action: OneOf<Action>(
      ACTIONS,
      'The operation to approve. `create` makes an evaluation, `fetch` downloads the files of a public benchmark; the others act on the evaluation named in `body`.',
    ),
    body: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'The exact input of the operation: a NewEvaluation, `{evaluation_id, max_cost_usd?}` or `{benchmark_type}`.',
      },
    ),
    body_hash: Type.String({ description: 'SHA-256 of `action` and `body`, in hex.' }),
    evaluation_name: Type.String({
      description: 'The name of the evaluation; for `fetch`, of the benchmark.',
    }),
    estimate: Estimate,
    cap_usd: Nullable(
      Type.Number({
        description:
          'The `max_cost_usd` that applies: the requested limit, or one set from the estimate. Null if no model has a known price, or if the existing evaluation has no limit.',
      }),
    ),
    asked_by: Type.String({ description: 'The id of the requesting key, `open`, or `owner`.' }),
    asked_by_name: Nullable(Type.String({ description: 'The name of the requesting key.' })),
    message_id: Nullable(Id),
    status: OneOf<ApprovalStatus>(
      STATUSES,
      '`pending` until a person decides or the approval expires. `withdrawn`: the requester cancelled it.',
    ),
    created_at: Timestamp,
    expires_at: Timestamp,
    decided_by: Nullable(Type.String({ description: 'Who decided, in the form of `asked_by`.' })),
    decided_at: Nullable(Timestamp),
    result: Nullable(
      Type.Object(
        { evaluation_id: Id },
        { description: 'The evaluation that resulted. Null before approval, and for `fetch`.' },
      ),
    ),
  },
  {
    title: 'Approval',
    description: 'A request for an operation that costs money or load and needs a person’s approval.',
  },
);
export type Approval = Static<typeof Approval>;

export const ApprovalPage = PageOf(Approval);

export const ApprovalQuery = Type.Object(
  {
    ...PageQuery,
    status: Type.Optional(
      Type.String({
        maxLength: 100,
        description: `Return only approvals with this status: ${STATUSES.join(', ')}.`,
      }),
    ),
  },
  { additionalProperties: false },
);
export type ApprovalQuery = Static<typeof ApprovalQuery>;

export const Decision = Type.Object(
  {
    decision: OneOf(
      ['approve', 'decline'],
      '`approve` runs the operation at once; `decline` closes the request.',
    ),
  },
  { additionalProperties: false },
);
export type Decision = Static<typeof Decision>;
