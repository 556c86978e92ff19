import { type Static, Type } from 'typebox';
import { readOnly } from '../../platform/http/patch.ts';
import {
  ChunkLocation,
  Id,
  LIMITS,
  Name,
  Nullable,
  OneOf,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';

const MESSAGE_ROLES = ['user', 'assistant', 'system', 'tool'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

const Role = OneOf<MessageRole>(MESSAGE_ROLES, 'The author’s role.');

export type MessageStatus = 'complete' | 'streaming' | 'failed' | 'stopped';

const Status = OneOf(
  ['complete', 'streaming', 'failed', 'stopped'],
  '`complete` for messages and finished answers. `streaming`: an agent is writing the answer. `stopped`: a person ended it. `failed`: it could not be finished; see `error`. Text written so far is kept.',
);

const Offset = Type.Integer({ minimum: 0 });

const Citation = Type.Object(
  {
    mark: Type.Integer({
      minimum: 1,
      description: 'The number that marks this citation in `content`, as in [1].',
    }),
    quote: Type.String({ description: 'The exact text of the chunk between `start` and `end`.' }),
    chunk_id: Id,
    source_id: Id,
    source_title: Type.String(),
    start: Offset,
    end: Offset,
    location: ChunkLocation,
    url: Nullable(Type.String({ description: 'A link to the passage, if the source has one.' })),
  },
  {
    title: 'Citation',
    description: 'A quotation that was found in its source. Finding it there does not prove it true.',
  },
);

const Made = Type.Object(
  {
    kind: OneOf(['scenario', 'stack', 'approval']),
    id: Id,
    name: Type.String(),
  },
  { title: 'Made', description: 'A draft that the answer created, or an approval that it requested.' },
);

export const Message = Type.Object(
  {
    id: Id,
    role: Role,
    content: Type.String(),
    agent_name: Nullable(
      Type.String({ description: 'The agent that wrote the message; null for a person.' }),
    ),
    created_at: Timestamp,
    status: Status,
    pinned: Type.Boolean({
      description: 'Whether agents always receive this message, however long the conversation is.',
    }),
    citations: Type.Array(Citation, {
      description: 'The citations of an answer; empty for other messages.',
    }),
    reply_to: Type.Optional(Id),
    answer_id: Type.Optional(Id),
    made: Type.Optional(Type.Array(Made)),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { description: 'Why the answer failed and what to do. Present only with status `failed`.' },
      ),
    ),
    usage: Type.Optional(
      Type.Object(
        { input_tokens: Nullable(Type.Integer()), output_tokens: Nullable(Type.Integer()) },
        {
          description:
            'Tokens that the answer used, as counted by the provider. Present only if a model wrote it.',
        },
      ),
    ),
    cost: Type.Optional(
      Nullable(
        Type.String({
          description:
            'Cost in USD as a decimal string; null if the price is unknown. Present together with `usage`.',
        }),
      ),
    ),
    warnings: Warnings,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const NewMessage = Type.Object(
  {
    role: Type.Optional(
      Type.Unsafe<MessageRole>({
        ...OneOf(MESSAGE_ROLES, 'The author’s role; `user` by default.'),
        default: 'user',
      }),
    ),
    content: Text(LIMITS.message),
    agent_name: Type.Optional(Nullable(Name)),
    respond: Type.Optional(
      Type.Boolean({
        description:
          'Whether an agent answers. Defaults to true for role `user`; other roles cannot be answered. Begin `content` with a name such as @researcher to choose the agent.',
      }),
    ),
  },
  { additionalProperties: false, title: 'NewMessage' },
);
export type NewMessage = Static<typeof NewMessage>;

export const MessagePatch = Type.Object(
  {
    pinned: Type.Boolean(),
    ...readOnly(
      'id',
      'workspace_id',
      'role',
      'content',
      'agent_name',
      'created_at',
      'status',
      'citations',
      'reply_to',
      'answer_id',
      'made',
      'error',
      'usage',
      'cost',
      'warnings',
    ),
  },
  { additionalProperties: false, title: 'MessagePatch' },
);
export type MessagePatch = Static<typeof MessagePatch>;

const MessageStep = Type.Object(
  {
    tool: Type.String(),
    input: Type.Unknown(),
    output: Type.Unknown(),
    failed: Type.Boolean(),
    took_ms: Type.Number({ minimum: 0 }),
  },
  { title: 'MessageStep' },
);

export const MessageSteps = Type.Object(
  { data: Type.Array(MessageStep, { description: 'The tool calls in the order in which they were made.' }) },
  { title: 'MessageSteps' },
);

export const MessageQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Maximum number of messages. Larger values are reduced to 1000. Default 1000.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Number of messages to skip.',
      }),
    ),
    order: Type.Optional(
      OneOf(
        ['asc', 'desc'],
        '`asc`: oldest first; `desc`: newest first. `offset` skips messages in this order.',
      ),
    ),
  },
  { additionalProperties: false },
);
export type MessageQuery = Static<typeof MessageQuery>;

export const MessagePage = Type.Object(
  {
    data: Type.Array(Message),
    total: Type.Integer({ minimum: 0, description: 'Number of messages in the conversation.' }),
    warnings: Warnings,
  },
  { title: 'MessagePage' },
);
export type MessagePage = Static<typeof MessagePage>;
