import { type Static, Type } from 'typebox';
import {
  CALL_OUTCOMES,
  type CallOutcome,
  FAILURE_REASONS,
  type FailureReason,
  REFUSAL_SCOPES,
  type RefusalScope,
} from '../../../models/models.ts';
import { OneOf } from '../../../platform/http/schemas.ts';

/** The outcome of a call without a response, from the list in `models/contract/outcome.ts`. */
export const CallOutcomeName = OneOf<Exclude<CallOutcome, 'answered'>>(
  CALL_OUTCOMES.filter((outcome) => outcome !== 'answered'),
  '`refused`: the server will refuse the call again. `rate_limited`: the server returned 429. `failed`: no complete response arrived. `filtered`: a content filter withheld or cut the response. `not_sent`: this service did not send the call.',
);

export const CallCause = OneOf<FailureReason>(
  FAILURE_REASONS,
  'The cause, such as `unauthorized`, `server_error` or `empty`.',
);

export const CallScope = OneOf<RefusalScope>(
  REFUSAL_SCOPES,
  'What a refusal applies to: every call of the account, every call to the model, or this request.',
);

/** Why calls of a target got no response, grouped. */
export const CallReason = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    outcome: CallOutcomeName,
    cause: CallCause,
    scope: Type.Optional(CallScope),
    count: Type.Integer({ minimum: 1, description: 'Number of calls with this reason.' }),
    message: Type.String({
      description: 'The provider’s message for the first of these calls.',
    }),
    request_id: Type.Optional(
      Type.String({ description: 'The provider’s request id of the first of these calls.' }),
    ),
    sample_id: Type.Optional(Type.String({ description: 'The sample of the first of these calls.' })),
  },
  { title: 'CallReason' },
);

export const NotMeasured = Type.Object(
  {
    target_label: Type.String(),
    attempted: Type.Integer({ minimum: 0, description: 'Number of calls that were made.' }),
    reason: Type.String({
      description: 'Why no call was answered, in the provider’s words, or which model answered instead.',
    }),
  },
  { title: 'NotMeasured' },
);
export type NotMeasured = Static<typeof NotMeasured>;

export const StoppedTarget = Type.Object(
  {
    target_label: Type.String(),
    units: Type.Integer({
      minimum: 0,
      description: 'Number of items planned; 0 if only load was planned.',
    }),
    answered: Type.Integer({
      minimum: 0,
      description: 'Number of calls answered before the target was stopped.',
    }),
    outcome: CallOutcomeName,
    cause: CallCause,
    scope: Type.Optional(CallScope),
    reason: Type.String({ description: 'Why the target was stopped, in the provider’s words.' }),
  },
  { title: 'StoppedTarget' },
);
export type StoppedTarget = Static<typeof StoppedTarget>;
