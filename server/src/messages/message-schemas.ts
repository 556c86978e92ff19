import { type Static, Type } from 'typebox';
import { Id, LIMITS, Name, Nullable, Text, Timestamp, Warnings } from '../http/schemas.ts';

const MESSAGE_ROLES = ['user', 'assistant', 'system', 'tool'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

const Role = Type.Unsafe<MessageRole>({
  type: 'string',
  enum: [...MESSAGE_ROLES],
  description: 'Who speaks.',
});

const Status = Type.Unsafe<'complete' | 'streaming' | 'failed' | 'stopped'>({
  type: 'string',
  enum: ['complete', 'streaming', 'failed', 'stopped'],
  description: 'complete, unless an agent is writing it or could not finish.',
});

export const Message = Type.Object(
  {
    id: Id,
    role: Role,
    content: Type.String(),
    agent_name: Nullable(Type.String({ description: 'Which agent speaks; null for a person.' })),
    created_at: Timestamp,
    status: Status,
    citations: Type.Array(Type.Object({}, { additionalProperties: true }), {
      description: 'The chunks an answer rests on; empty for messages that no agent wrote.',
    }),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), detail: Type.String() },
        { description: 'Why an answer could not be finished; only where status is failed.' },
      ),
    ),
    usage: Type.Optional(
      Type.Object(
        { input_tokens: Nullable(Type.Integer()), output_tokens: Nullable(Type.Integer()) },
        { description: 'What an answer used, as the provider counted it; only where an agent wrote it.' },
      ),
    ),
    warnings: Warnings,
  },
  { title: 'Message' },
);
export type Message = Static<typeof Message>;

export const NewMessage = Type.Object(
  {
    role: Role,
    content: Text(LIMITS.message),
    agent_name: Type.Optional(Nullable(Name)),
    respond: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether an agent answers. No agent can answer yet: true is 422 agents_unavailable.',
      }),
    ),
  },
  { additionalProperties: false, title: 'NewMessage' },
);
export type NewMessage = Static<typeof NewMessage>;

export const MessageQuery = Type.Object(
  {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: '1 to 1000, default 1000; above is clamped.',
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'How many messages to leave out at the start; default 0.',
      }),
    ),
    order: Type.Optional(
      Type.Unsafe<'asc' | 'desc'>({
        type: 'string',
        enum: ['asc', 'desc'],
        description: 'asc (the default): oldest first; desc: newest first. The offset counts in this order.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type MessageQuery = Static<typeof MessageQuery>;

export const MessagePage = Type.Object(
  {
    data: Type.Array(Message),
    total: Type.Integer({ minimum: 0, description: 'How many messages the conversation has.' }),
    warnings: Warnings,
  },
  { title: 'MessagePage' },
);
export type MessagePage = Static<typeof MessagePage>;
