import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Access } from '../access/access.ts';
import type { App } from '../http/app-type.ts';
import { ifMatch, setEtag } from '../http/etag.ts';
import { answerCreated } from '../http/idempotent-create.ts';
import { pageJson } from '../http/page-json.ts';
import { ResourceParams, WorkspaceParams } from '../http/schemas.ts';
import { Message, MessagePage, MessageQuery, NewMessage } from './message-schemas.ts';
import type { Messages } from './messages.ts';

const COLLECTION = '/workspaces/:workspace_id/messages';
const ONE = `${COLLECTION}/:message_id`;
const Params = ResourceParams('message_id');
const tags = ['messages'];
/** 100,000 characters, whatever they are. */
const MESSAGE_BYTES = 2_000_000;

export function messageRoutes(app: App, { messages, access }: { messages: Messages; access: Access }): void {
  app.post(
    COLLECTION,
    {
      config: { role: 'editor' },
      bodyLimit: MESSAGE_BYTES,
      schema: {
        tags,
        summary: 'Say something',
        params: WorkspaceParams,
        body: NewMessage,
        response: { 201: Message },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        messages.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.get(
    COLLECTION,
    {
      config: { role: 'viewer' },
      schema: {
        tags,
        summary: 'Read the conversation, oldest first',
        description: 'A page by `limit` and `offset`; `total` says where it ends. There is no cursor here.',
        params: WorkspaceParams,
        querystring: MessageQuery,
        response: { 200: MessagePage },
      },
    },
    async (request, reply) => {
      const { first, rest, ...envelope } = await messages.list(
        request.actor,
        request.params.workspace_id,
        request.query,
      );
      if (rest === null) return { data: first, ...envelope };
      reply.header('content-type', 'application/json; charset=utf-8');
      return reply.send(Readable.from(pageJson(first, rest, envelope)) as never);
    },
  );

  app.get(
    ONE,
    {
      config: { role: 'viewer' },
      schema: { tags, summary: 'Read a message', params: Params, response: { 200: Message } },
    },
    async (request, reply) => {
      const { workspace_id, message_id } = request.params;
      const message = await messages.get(request.actor, workspace_id, message_id);
      setEtag(reply, 1);
      return message;
    },
  );

  app.delete(
    ONE,
    {
      config: { role: 'editor' },
      schema: { tags, summary: 'Delete a message', params: Params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { workspace_id, message_id } = request.params;
      await messages.remove(request.actor, workspace_id, message_id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    COLLECTION,
    {
      config: { role: 'editor' },
      schema: {
        tags,
        summary: 'Delete the whole conversation',
        params: WorkspaceParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await messages.removeAll(request.actor, request.params.workspace_id);
      return reply.code(204).send(null);
    },
  );
}
