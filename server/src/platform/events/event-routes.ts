import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { Id, OneOf, WorkspaceParams } from '../http/schemas.ts';
import { openSse, sendSse } from '../http/sse.ts';
import { EVENT_TYPES } from './event.ts';
import type { Events } from './events.ts';

const description =
  'Server-sent events, each a notice to read a resource again. Events are not replayed: after the first event of a ' +
  'stream, `resync`, and whenever it is sent again because a reader was too slow, read everything that you show. ' +
  `The other events have the \`id\` of their resource in \`data\`: ${EVENT_TYPES.map((type) => `\`${type}\``).join(', ')}. ` +
  '`….updated` means that a resource was created or changed, `….deleted` that it was deleted. ' +
  '`conversation.deleted` covers all messages; `workspace.deleted` is the last event of a stream. ' +
  'A comment every 15 seconds keeps the connection open. The stream ends with the workspace or the key.';

/** The name and data of one event, for generated clients. */
const WorkspaceEvent = Type.Object(
  {
    event: OneOf<string>(['resync', ...EVENT_TYPES]),
    data: Type.Object({ id: Type.Optional(Id) }, { additionalProperties: true }),
  },
  { title: 'WorkspaceEvent', description: 'A notice that a resource changed; `resync` has no `id`.' },
);
const EventStream = Type.String({ contentMediaType: 'text/event-stream', contentSchema: WorkspaceEvent });

export function eventRoutes(app: App, { events }: { events: Events }): void {
  app.get(
    '/workspaces/:workspace_id/events',
    {
      // HEAD would open a stream that nobody reads.
      exposeHeadRoute: false,
      schema: {
        tags: ['events'],
        summary: 'Stream the events of a workspace',
        description,
        params: WorkspaceParams,
        response: {
          200: {
            description: 'The event stream.',
            content: { 'text/event-stream': { schema: EventStream } },
          },
        },
      },
    },
    async (request, reply) => {
      const { workspace_id } = request.params;
      let close = () => {};
      const stream = openSse({ onClose: () => close() });
      try {
        close = await events.open(request.actor, workspace_id, {
          event: ({ type, id, data }) => stream.send(`${type} ${id}`, type, { id, ...data }),
          end: () => stream.end(),
        });
      } catch (error) {
        stream.body.destroy();
        throw error;
      }
      return sendSse(request, reply, stream.body);
    },
  );
}
