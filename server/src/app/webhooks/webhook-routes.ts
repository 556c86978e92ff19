import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { answerIdempotently } from '../../platform/http/idempotent-create.ts';
import { memberOperation, resourceRoutes } from '../../platform/http/resource-routes.ts';
import { Id, ResourceParams } from '../../platform/http/schemas.ts';
import {
  DeliveryQuery,
  SecretRotation,
  WEBHOOK_API,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookWithSecret,
} from './webhook-schemas.ts';
import type { Webhooks } from './webhooks.ts';

const ONE = '/workspaces/:workspace_id/webhooks/:webhook_id';
const Params = ResourceParams('webhook_id');
const DeliveryParams = Type.Object({ ...Params.properties, delivery_id: Id });
const tags = ['webhooks'];

export function webhookRoutes(app: App, { webhooks, access }: { webhooks: Webhooks; access: Access }): void {
  resourceRoutes(app, access, WEBHOOK_API, webhooks);

  memberOperation(app, WEBHOOK_API, ['POST', 'rotate-secret'], webhooks.rotate, {
    operationId: 'rotateWebhookSecret',
    summary: 'Rotate the secret of a webhook',
    input: SecretRotation,
    answer: WebhookWithSecret,
  });

  app.post(
    `${ONE}/test`,
    {
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test message to a webhook',
        params: Params,
        response: { 201: WebhookDelivery },
      },
    },
    (request, reply) => {
      const { workspace_id, webhook_id } = request.params;
      const location = () => (request.url.split('?', 1)[0] ?? '').replace(/\/test\/?$/, '/deliveries');
      return answerIdempotently(access, request, reply, { status: 201, location }, (alongside) =>
        webhooks.test(request.actor, workspace_id, webhook_id, alongside),
      );
    },
  );

  memberOperation(app, WEBHOOK_API, ['GET', 'deliveries'], webhooks.deliveries, {
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook',
    input: DeliveryQuery,
    answer: WebhookDeliveryPage,
  });

  app.post(
    `${ONE}/deliveries/:delivery_id/resend`,
    {
      schema: {
        operationId: 'resendWebhookDelivery',
        tags,
        summary: 'Resend a webhook delivery',
        params: DeliveryParams,
        response: { 200: WebhookDelivery },
      },
    },
    (request) => {
      const { workspace_id, webhook_id, delivery_id } = request.params;
      return webhooks.resend(request.actor, workspace_id, webhook_id, delivery_id);
    },
  );
}
