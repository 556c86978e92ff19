import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ifMatch, setEtag } from '../../platform/http/etag.ts';
import { answerCreated, answerOnce } from '../../platform/http/idempotent-create.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { Id, ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import {
  NewWebhook,
  SecretRotation,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookPage,
  WebhookPatch,
  WebhookQuery,
  WebhookWithSecret,
} from './webhook-schemas.ts';
import type { Webhooks } from './webhooks.ts';

const COLLECTION = '/workspaces/:workspace_id/webhooks';
const ONE = `${COLLECTION}/:webhook_id`;
const Params = ResourceParams('webhook_id');
const DeliveryParams = Type.Object({ ...Params.properties, delivery_id: Id });
const tags = ['webhooks'];

export function webhookRoutes(app: App, { webhooks, access }: { webhooks: Webhooks; access: Access }): void {
  app.post(
    COLLECTION,
    {
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Tell an address of what happens; answers its secret once',
        params: WorkspaceParams,
        body: NewWebhook,
        response: { 201: WebhookWithSecret },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        webhooks.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List webhooks, newest first',
        params: WorkspaceParams,
        querystring: WebhookQuery,
        response: { 200: WebhookPage },
      },
    },
    (request) => webhooks.list(request.actor, request.params.workspace_id, request.query),
  );

  app.get(
    ONE,
    {
      schema: {
        operationId: 'getWebhook',
        tags,
        summary: 'Read a webhook, without its secret',
        params: Params,
        response: { 200: Webhook },
      },
    },
    async (request, reply) => {
      const { workspace_id, webhook_id } = request.params;
      const { resource, revision } = await webhooks.get(request.actor, workspace_id, webhook_id);
      setEtag(reply, revision);
      return resource;
    },
  );

  app.patch(
    ONE,
    {
      schema: {
        operationId: 'updateWebhook',
        tags,
        summary: 'Change a webhook, or pause it',
        params: Params,
        body: WebhookPatch,
        response: { 200: Webhook },
      },
    },
    async (request, reply) => {
      const { workspace_id, webhook_id } = request.params;
      requireSameIds(request.body, { id: webhook_id });
      const { actor, body } = request;
      const written = await webhooks.patch(actor, workspace_id, webhook_id, body, ifMatch(request));
      setEtag(reply, written.revision);
      return written.resource;
    },
  );

  app.delete(
    ONE,
    {
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook with its deliveries',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { workspace_id, webhook_id } = request.params;
      await webhooks.remove(request.actor, workspace_id, webhook_id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${ONE}/rotate-secret`,
    {
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Sign by a new secret, and for a while by the ones before it too',
        params: Params,
        body: SecretRotation,
        response: { 200: WebhookWithSecret },
      },
    },
    (request) => {
      const { workspace_id, webhook_id } = request.params;
      return webhooks.rotate(request.actor, workspace_id, webhook_id, request.body);
    },
  );

  app.post(
    `${ONE}/test`,
    {
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a message of the type webhook.test',
        params: Params,
        response: { 201: WebhookDelivery },
      },
    },
    (request, reply) => {
      const { workspace_id, webhook_id } = request.params;
      const location = () => (request.url.split('?', 1)[0] ?? '').replace(/\/test\/?$/, '/deliveries');
      return answerOnce(access, request, reply, { status: 201, location }, (alongside) =>
        webhooks.test(request.actor, workspace_id, webhook_id, alongside),
      );
    },
  );

  app.get(
    `${ONE}/deliveries`,
    {
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List what a webhook was told in the last 30 days, newest first',
        params: Params,
        querystring: WebhookQuery,
        response: { 200: WebhookDeliveryPage },
      },
    },
    (request) => {
      const { workspace_id, webhook_id } = request.params;
      return webhooks.deliveries(request.actor, workspace_id, webhook_id, request.query);
    },
  );

  app.post(
    `${ONE}/deliveries/:delivery_id/resend`,
    {
      schema: {
        operationId: 'resendWebhookDelivery',
        tags,
        summary: 'Send a message again that was delivered or has failed',
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
