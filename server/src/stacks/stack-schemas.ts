import { type Static, Type } from 'typebox';
import { Clearable, ClearableMembers, readOnly } from '../http/patch.ts';
import {
  Description,
  Id,
  LIMITS,
  Name,
  Nullable,
  PageOf,
  Text,
  Timestamp,
  Warnings,
} from '../http/schemas.ts';

const largest = Number.MAX_SAFE_INTEGER;
const Word = Text(LIMITS.name);

const model = {
  provider: Text(LIMITS.name, { description: 'A configured provider; needed when an evaluation runs it.' }),
  model_id: Text(LIMITS.name, {
    description: 'As the provider calls it; needed when an evaluation runs it.',
  }),
  temperature: Type.Number({ minimum: 0, maximum: 2 }),
  max_tokens: Type.Integer({ minimum: 1, maximum: largest }),
};
const framework = { orchestration: Word, observability: Word, logging: Word, tracing: Word };
const hardware = {
  cloud_provider: Word,
  region: Word,
  gpu_type: Word,
  instance_family: Word,
  replicas: Type.Integer({ minimum: 1, maximum: largest }),
};

const closed = { additionalProperties: false };

const JsonPath = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }));
const NamedPath = Type.String({ maxLength: 300 });

const Endpoint = Type.Object(
  {
    kind: Type.Unsafe<'http'>({ type: 'string', enum: ['http'] }),
    url: Type.String({
      maxLength: 2000,
      description: 'Where the application answers; its host is one of TARGET_ALLOW_HOSTS.',
    }),
    method: Type.Optional(
      Type.Unsafe<'POST' | 'PUT' | 'PATCH' | 'GET'>({
        type: 'string',
        enum: ['POST', 'PUT', 'PATCH', 'GET'],
        description: 'POST where it is left out. With GET the members of request become the query.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
        maxProperties: 30,
        description: 'A value may hold {{secret.NAME}}: a variable that the operator admits for the host.',
      }),
    ),
    request: Type.Unknown({
      description:
        'The body as JSON in which texts hold {{input}}, {{messages}}, {{fields.NAME}} and others, see docs/endpoints.md. At most 64,000 characters.',
    }),
    response: Type.Object(
      {
        answer: Type.String({
          maxLength: 300,
          description:
            'Path of the text of the answer, such as $.choices[0].message.content; with stream: of each event.',
        }),
        model: JsonPath('Of the name of the model that answered.'),
        finish_reason: JsonPath('Of why it stopped: length or max_tokens is a cut answer.'),
        cost_usd: JsonPath('Of what the application says that the answer cost, in USD.'),
        error: JsonPath('Of what is there when it is an error; $.error where left out.'),
        usage: Type.Optional(
          Type.Partial(
            Type.Object({
              input_tokens: NamedPath,
              output_tokens: NamedPath,
              reasoning_tokens: NamedPath,
              cached_tokens: NamedPath,
            }),
            closed,
          ),
        ),
        tool_calls: Type.Optional(
          Type.Object(
            {
              each: Type.String({ maxLength: 300, description: 'Path of every call, ending in [*].' }),
              name: Type.String({ maxLength: 300, description: 'Within a call, as those below.' }),
              arguments: Type.Optional(NamedPath),
              id: Type.Optional(NamedPath),
            },
            closed,
          ),
        ),
        passages: Type.Optional(
          Type.Object(
            {
              each: Type.String({ maxLength: 300, description: 'Path of every passage, ending in [*].' }),
              text: Type.String({ maxLength: 300, description: 'Within a passage, as the one below.' }),
              id: Type.Optional(NamedPath),
            },
            closed,
          ),
        ),
      },
      { ...closed, description: 'Where the parts of an answer are, as paths; see docs/endpoints.md.' },
    ),
    stream: Type.Optional(
      Type.Object(
        {
          format: Type.Unsafe<'sse' | 'json_lines'>({ type: 'string', enum: ['sse', 'json_lines'] }),
          data: Type.Optional(
            Type.Unsafe<'json' | 'text'>({
              type: 'string',
              enum: ['json', 'text'],
              description: 'What an event holds; json where it is left out.',
            }),
          ),
          done: Type.Optional(
            Type.String({ maxLength: 200, description: 'The data of the last event, such as [DONE].' }),
          ),
          finished: JsonPath('What an event of a finished answer has, and not null.'),
        },
        { ...closed, description: 'There where the answer is streamed; times to first token come of it.' },
      ),
    ),
    session: Type.Optional(
      Type.Object(
        { id: JsonPath('Of the id in the first answer; without it the id is made by this service.') },
        {
          ...closed,
          description:
            'There where the application keeps the conversation: each request then sends {{session}} and what is new.',
        },
      ),
    ),
  },
  { ...closed, title: 'Endpoint', description: 'How the application of a stack is asked.' },
);
const Model = Type.Partial(Type.Object(model), closed);
const Framework = Type.Partial(Type.Object(framework), closed);
const Hardware = Type.Partial(Type.Object(hardware), closed);

export const Stack = Type.Object(
  {
    id: Id,
    name: Name,
    description: Description,
    model: Model,
    framework: Framework,
    hardware: Hardware,
    endpoint: Type.Optional(Endpoint),
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Stack' },
);
export type Stack = Static<typeof Stack>;

/** The fields of a stack that users set. */
export type StackFields = Omit<Stack, 'id' | 'created_at' | 'updated_at' | 'warnings'>;

export const NewStack = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    model: Model,
    framework: Type.Optional(Framework),
    hardware: Type.Optional(Hardware),
    endpoint: Type.Optional(Endpoint),
  },
  closed,
);
export type NewStack = Static<typeof NewStack>;

export const StackPatch = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    model: ClearableMembers(model),
    framework: Clearable(framework),
    hardware: Clearable(hardware),
    // A merge would mix two templates: it takes the place of the one before as a whole; null removes it.
    endpoint: Type.Optional(Nullable(Endpoint)),
    ...readOnly('id', 'created_at', 'updated_at', 'warnings'),
  },
  closed,
);
export type StackPatch = Pick<Static<typeof StackPatch>, keyof StackFields>;

export const StackPage = PageOf(Stack);
