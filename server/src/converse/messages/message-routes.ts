import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import type { Access } from '../../platform/access/access.ts';
import type { AnyReply, AnyRequest, App } from '../../platform/http/app-type.ts';
import { acceptedRevisions, setEtag } from '../../platform/http/etag.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { pageJson } from '../../platform/http/page-json.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { memberAction } from '../../platform/http/resource-routes.ts';
import { OneOf, ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { sendSse, streamEvents, wantsStream } from '../../platform/http/sse.ts';
import {
  Message,
  MessagePage,
  MessagePatch,
  MessageQuery,
  MessageSteps,
  NewMessage,
} from './message-schemas.ts';
import type { Messages } from './messages.ts';

const COLLECTION = '/workspaces/:workspace_id/messages';
const ONE = `${COLLECTION}/:message_id`;
const Params = ResourceParams('message_id');
const tags = ['messages'];
const MESSAGE_API = { one: 'message', many: 'messages', get: { answer: Message } };
/** Enough for 100,000 characters in any encoding. */
const MESSAGE_BYTES = 2_000_000;

const STREAM =
  'the event `message` has the answer so far; `delta` (`{text}`) has text to append to its content; ' +
  '`citation`, `step` and `made` follow as they arise; the last event is `done` with the whole message, or ' +
  '`deleted`. After a lost connection, get the message again to receive the rest. A comment every 15 seconds keeps ' +
  'the connection open.';

const AnswerStream = Type.String({
  contentMediaType: 'text/event-stream',
  contentSchema: Type.Object(
    {
      event: OneOf(['message', 'delta', 'citation', 'step', 'made', 'done', 'deleted']),
      data: Type.Object({}, { additionalProperties: true }),
    },
    { title: 'AnswerEvent', description: 'One event of a streamed answer.' },
  ),
});

function asJsonOrStream(description: string) {
  return {
    description,
    content: {
      'application/json': { schema: Message },
      'text/event-stream': { schema: AnswerStream },
    },
  };
}

export function messageRoutes(app: App, { messages, access }: { messages: Messages; access: Access }): void {
  async function sendStream(request: AnyRequest, reply: AnyReply, id: string): Promise<void> {
    const { workspace_id } = request.params as { workspace_id: string };
    const ended = new AbortController();
    const events = await messages.follow(request.actor, workspace_id, id, ended.signal);
    await sendSse(
      request,
      reply,
      streamEvents(events, () => ended.abort()),
    );
  }

  app.post(
    COLLECTION,
    {
      bodyLimit: MESSAGE_BYTES,
      schema: {
        tags,
        summary: 'Create a message',
        description: `An agent answers messages with role \`user\` unless \`respond\` is false. The message is returned at once; \`answer_id\` names the answer, which is written in the background. With \`Accept: text/event-stream\` the answer is streamed: ${STREAM}`,
        params: WorkspaceParams,
        body: NewMessage,
        response: { 201: asJsonOrStream('The message, or a stream of its answer.') },
      },
    },
    (request, reply) =>
      answerCreated(
        access,
        request,
        reply,
        (alongside) => messages.create(request.actor, request.params.workspace_id, request.body, alongside),
        {
          send: async (message: Message) => {
            const { answer_id } = message;
            if (answer_id === undefined || !wantsStream(request)) return reply.send(message);
            try {
              return await sendStream(request, reply, answer_id);
            } catch (error) {
              // The message was stored, so it is returned even if its answer has ended or the key has too many
              // streams.
              if (error instanceof AppError) return reply.send(message);
              throw error;
            }
          },
        },
      ),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List messages',
        description: 'Oldest first. Pages by `limit` and `offset`; this list has no cursor.',
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
      schema: {
        tags,
        summary: 'Get a message, or stream an answer',
        description: `With \`Accept: text/event-stream\` the message is streamed: ${STREAM}`,
        params: Params,
        response: { 200: asJsonOrStream('The message, or a stream of it.') },
      },
    },
    async (request, reply) => {
      const { workspace_id, message_id } = request.params;
      if (wantsStream(request)) return sendStream(request, reply, message_id);
      const { resource, revision } = await messages.get(request.actor, workspace_id, message_id);
      setEtag(reply, revision);
      return reply.send(resource as never);
    },
  );

  app.patch(
    ONE,
    {
      schema: {
        tags,
        summary: 'Pin or unpin a message',
        params: Params,
        body: MessagePatch,
        response: { 200: Message },
      },
    },
    async (request, reply) => {
      const { workspace_id, message_id } = request.params;
      requireSameIds(request.body, { id: message_id, workspace_id });
      const { resource, revision } = await messages.patch(
        request.actor,
        workspace_id,
        message_id,
        request.body,
        acceptedRevisions(request),
      );
      setEtag(reply, revision);
      return resource;
    },
  );

  memberAction(app, MESSAGE_API, 'stop', messages.stop, { summary: 'Stop an answer that is being written' });

  app.get(
    `${ONE}/steps`,
    {
      schema: {
        tags,
        summary: 'List the tool calls of an answer',
        params: Params,
        response: { 200: MessageSteps },
      },
    },
    async (request) => {
      const { workspace_id, message_id } = request.params;
      return { data: await messages.steps(request.actor, workspace_id, message_id) };
    },
  );

  app.delete(
    ONE,
    {
      schema: { tags, summary: 'Delete a message', params: Params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { workspace_id, message_id } = request.params;
      await messages.remove(request.actor, workspace_id, message_id, acceptedRevisions(request));
      return reply.code(204).send(null);
    },
  );

  app.delete(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'Delete all messages',
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
