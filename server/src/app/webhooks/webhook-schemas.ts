import { type Static, Type } from 'typebox';
import { readOnly } from '../../platform/http/patch.ts';
import type { ResourceApi } from '../../platform/http/resource-routes.ts';
import {
  Count,
  closed,
  Id,
  Name,
  Nullable,
  PageOf,
  PageQuery,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';

/** The message types that a webhook can subscribe to. */
export const MESSAGE_TYPES = [
  'series.alarm',
  'series.looked',
  'evaluation.completed',
  'evaluation.failed',
  'evaluation.cancelled',
  'approval.created',
] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

const Url = Text(2048, {
  description:
    'The receiver’s address: HTTPS on port 443 in a public network. Other ports, private addresses and `http` need `FETCH_ALLOW_HOSTS` or `ALLOW_PRIVATE_NETWORKS`. Redirects are not followed.',
});
const MessageTypes = Type.Array(
  Type.Unsafe<MessageType>({
    type: 'string',
    enum: [...MESSAGE_TYPES],
    description:
      'The message types to deliver. `series.alarm`: an interim analysis raised a new alarm. `series.looked`: an interim analysis ended or was skipped. `evaluation.*`: an evaluation ended in this status. `approval.created`: an agent requested something that costs money or load.',
  }),
  { minItems: 1, maxItems: MESSAGE_TYPES.length, uniqueItems: true },
);
const WebhookStatus = Type.Unsafe<'active' | 'paused'>({ type: 'string', enum: ['active', 'paused'] });

const NewWebhook = Type.Object(
  { name: Name, url: Url, events: MessageTypes },
  { ...closed, title: 'NewWebhook' },
);
export type NewWebhook = Static<typeof NewWebhook>;

const Webhook = Type.Object(
  {
    id: Id,
    workspace_id: Id,
    name: Name,
    url: Url,
    events: MessageTypes,
    status: WebhookStatus,
    status_reason: Nullable(Type.String({ description: 'Why the service paused this webhook.' })),
    failing_since: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The first failed attempt since the last successful delivery.',
      }),
    ),
    earlier_secrets_until: Nullable(
      Type.String({
        format: 'date-time',
        description: 'The time until which messages are also signed with earlier secrets.',
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Webhook' },
);
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: 'The signing secret: `whsec_` and 32 bytes in base64. Returned only in this response.',
    }),
  },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const WebhookPatch = Type.Object(
  {
    name: Type.Optional(Name),
    url: Type.Optional(Url),
    events: Type.Optional(MessageTypes),
    status: Type.Optional(WebhookStatus),
    ...readOnly(
      'id',
      'workspace_id',
      'status_reason',
      'failing_since',
      'earlier_secrets_until',
      'created_at',
      'updated_at',
      'warnings',
    ),
  },
  { ...closed, title: 'WebhookPatch' },
);
export type WebhookPatch = Static<typeof WebhookPatch>;

export const WEBHOOK_API = {
  one: 'webhook',
  many: 'webhooks',
  create: {
    description: 'Sends events to an address. The response contains the secret, which is shown only once.',
    body: NewWebhook,
    answer: WebhookWithSecret,
  },
  list: { answer: PageOf(Webhook) },
  get: { description: 'Returns the webhook without its secret.', answer: Webhook },
  update: { body: WebhookPatch, answer: Webhook },
  delete: { description: 'Also deletes its deliveries.' },
} as const satisfies ResourceApi;

export const SecretRotation = Type.Object(
  {
    earlier_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description:
          'Number of hours for which earlier secrets also sign. Use 0 if an earlier secret has leaked.',
      }),
    ),
  },
  { ...closed, title: 'SecretRotation' },
);
export type SecretRotation = Static<typeof SecretRotation>;

export const WebhookDelivery = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'The `webhook-id` of the message, which is the same for every attempt.',
    }),
    webhook_id: Id,
    type: Type.String({ description: 'A message type, or `webhook.test`.' }),
    state: Type.Unsafe<'pending' | 'delivered' | 'failed'>({
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
    }),
    attempts: Count,
    response_status: Nullable(
      Type.Integer({ description: 'The HTTP status of the last attempt; null if no response arrived.' }),
    ),
    error: Nullable(Type.String({ description: 'Why the last attempt failed.' })),
    body: Type.String({ description: 'The exact body that is sent.' }),
    created_at: Timestamp,
    attempted_at: Nullable(Timestamp),
    next_attempt_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  { title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const DeliveryQuery = Type.Object(PageQuery, closed);
export const WebhookDeliveryPage = PageOf(WebhookDelivery);
