import { type Static, Type } from 'typebox';
import {
  PROMPT_CACHE_RETENTIONS,
  REASONING_EFFORTS,
  RESPONSE_FORMATS,
  SERVICE_TIERS,
} from '../../models/models.ts';
import { Clearable, ClearableMembers, readOnly } from '../../platform/http/patch.ts';
import type { ResourceApi } from '../../platform/http/resource-routes.ts';
import {
  closed,
  DAY_PATTERN,
  Description,
  Id,
  LIMITS,
  Name,
  Nullable,
  PageOf,
  PageQuery,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';

const largest = Number.MAX_SAFE_INTEGER;
const Word = Text(LIMITS.name);

function oneOf<const T extends string>(values: readonly T[], description: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], description });
}

const model = {
  provider: Text(LIMITS.name, { description: 'A configured provider. Required to evaluate the stack.' }),
  model_id: Text(LIMITS.name, {
    description: 'The provider’s id of the model. Required to evaluate the stack.',
  }),
  temperature: Type.Number({ minimum: 0, maximum: 2 }),
  max_tokens: Type.Integer({ minimum: 1, maximum: largest }),
  reasoning_effort: oneOf(REASONING_EFFORTS, 'The reasoning effort of the model.'),
  top_p: Type.Number({ minimum: 0, maximum: 1 }),
  seed: Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'The seed of the first epoch; each further epoch adds 1. Defaults to `random_seed`.',
  }),
  stop: Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.name }), {
    minItems: 1,
    maxItems: 4,
    description: 'Stop sequences.',
  }),
  response_format: Type.Object(
    {
      type: oneOf(RESPONSE_FORMATS, '`json_object` for any JSON, or `json_schema` for JSON of the schema.'),
      schema: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description: 'A JSON Schema. Required with `json_schema`.',
        }),
      ),
      name: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
      strict: Type.Optional(Type.Boolean()),
    },
    {
      additionalProperties: false,
      description: 'The response format to request from the provider.',
    },
  ),
  system: Type.String({
    minLength: 1,
    maxLength: LIMITS.message,
    description: 'A system prompt that precedes each item’s messages, including its system message.',
  }),
  provider_route: Type.Array(Word, {
    minItems: 1,
    maxItems: 10,
    description: 'The providers that a router may use, in order of preference.',
  }),
  service_tier: oneOf(SERVICE_TIERS, 'The service tier to request, by the provider’s name for it.'),
  prompt_cache_key: Text(LIMITS.name, {
    description: 'Requests with the same key are sent to the same prompt cache.',
  }),
  prompt_cache_retention: oneOf(
    PROMPT_CACHE_RETENTIONS,
    'How long the provider keeps prompts in its cache. With `anthropic` and `bedrock`, prompts are cached only if it is set.',
  ),
};
const framework = { orchestration: Word, observability: Word, logging: Word, tracing: Word };
const hardware = {
  cloud_provider: Word,
  region: Word,
  gpu_type: Word,
  instance_family: Word,
  replicas: Type.Integer({ minimum: 1, maximum: largest }),
  engine: Text(LIMITS.name, { description: 'The inference engine and its version, such as vllm 0.11.0.' }),
  engine_args: Text(LIMITS.description, { description: 'The start options of the engine.' }),
  quantization: Text(LIMITS.name, {
    description: 'The quantization of the weights, such as fp8 or awq-int4.',
  }),
};

const JsonPath = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }));
const NamedPath = Type.String({ maxLength: 300 });

const Endpoint = Type.Object(
  {
    kind: Type.Unsafe<'http'>({ type: 'string', enum: ['http'] }),
    url: Type.String({
      maxLength: 2000,
      description: 'The address of the application. Its host must be in `TARGET_ALLOW_HOSTS`.',
    }),
    method: Type.Optional(
      Type.Unsafe<'POST' | 'PUT' | 'PATCH' | 'GET'>({
        type: 'string',
        enum: ['POST', 'PUT', 'PATCH', 'GET'],
        description: 'The HTTP method. With GET, the members of `request` become the query. Default POST.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 2000 }), {
        maxProperties: 30,
        description:
          'HTTP headers. A value may contain {{secret.NAME}}, a variable that the operator allows for the host.',
      }),
    ),
    request: Type.Unknown({
      description:
        'The JSON body. Its strings may contain {{input}}, {{messages}}, {{fields.NAME}} and others; see docs/how-to/tasks-and-agents.md#measure-a-running-application. At most 64,000 characters.',
    }),
    response: Type.Object(
      {
        answer: Type.String({
          maxLength: 300,
          description:
            'The path of the response text, such as $.choices[0].message.content; with `stream`, within each event.',
        }),
        model: JsonPath('The path of the model name.'),
        finish_reason: JsonPath(
          'The path of the finish reason; `length` or `max_tokens` marks a truncated response.',
        ),
        cost_usd: JsonPath('The path of the cost in USD that the application reports.'),
        error: JsonPath('The path that exists only in an error. Default $.error.'),
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
              each: Type.String({ maxLength: 300, description: 'The path of all calls, ending in [*].' }),
              name: Type.String({
                maxLength: 300,
                description: 'The path of the name within a call, as are the paths below.',
              }),
              arguments: Type.Optional(NamedPath),
              id: Type.Optional(NamedPath),
            },
            closed,
          ),
        ),
        passages: Type.Optional(
          Type.Object(
            {
              each: Type.String({ maxLength: 300, description: 'The path of all passages, ending in [*].' }),
              text: Type.String({
                maxLength: 300,
                description: 'The path of the text within a passage, as is the path below.',
              }),
              id: Type.Optional(NamedPath),
            },
            closed,
          ),
        ),
      },
      {
        ...closed,
        description:
          'The paths of the parts of a response; see docs/how-to/tasks-and-agents.md#measure-a-running-application.',
      },
    ),
    stream: Type.Optional(
      Type.Object(
        {
          format: Type.Unsafe<'sse' | 'json_lines'>({ type: 'string', enum: ['sse', 'json_lines'] }),
          data: Type.Optional(
            Type.Unsafe<'json' | 'text'>({
              type: 'string',
              enum: ['json', 'text'],
              description: 'The format of an event. Default json.',
            }),
          ),
          done: Type.Optional(
            Type.String({ maxLength: 200, description: 'The data of the last event, such as [DONE].' }),
          ),
          finished: JsonPath('The path that is not null in the event that finishes a response.'),
        },
        {
          ...closed,
          description:
            'The format of a streamed response, which makes time to first token measurable. Omit if the response is not streamed.',
        },
      ),
    ),
    session: Type.Optional(
      Type.Object(
        {
          id: JsonPath(
            'The path of the session id in the first response. By default this service creates the id.',
          ),
        },
        {
          ...closed,
          description:
            'The session of an application that stores the conversation. Each request sends {{session}} and only the new messages.',
        },
      ),
    ),
  },
  { ...closed, title: 'Endpoint', description: 'The HTTP interface of an application.' },
);
const MAX_PASSAGES = 50;
const MAX_SOURCES = 100;
const Retrieval = Type.Object(
  {
    mode: Type.Optional(
      oneOf(
        ['keyword', 'semantic', 'hybrid'],
        'The search mode. Defaults to `hybrid` if the workspace has a search model, otherwise to `keyword`.',
      ),
    ),
    k: Type.Integer({
      minimum: 1,
      maximum: MAX_PASSAGES,
      description: 'Maximum number of chunks placed in the prompt.',
    }),
    source_ids: Type.Optional(
      Type.Array(Type.String({ format: 'uuid', maxLength: 100 }), {
        minItems: 1,
        maxItems: MAX_SOURCES,
        description: 'The sources to search. Defaults to all sources.',
      }),
    ),
  },
  {
    ...closed,
    title: 'Retrieval',
    description:
      'The chunks of this workspace that are placed in the model’s prompt when the benchmark requires passages. See docs/reference/kinds.md#retrieval.',
  },
);
const Model = Type.Partial(Type.Object(model), closed);
const Framework = Type.Partial(Type.Object(framework), closed);
const Hardware = Type.Partial(Type.Object(hardware), closed);

const ModelEnd = Type.Object(
  {
    date: Type.String({ description: 'The first UTC day on which the provider no longer serves the model.' }),
    replacement: Nullable(Type.String({ description: 'The provider’s recommended replacement.' })),
    source: Type.String(),
    as_of: Type.String({ description: 'The date of the source.' }),
  },
  {
    title: 'ModelEnd',
    description:
      'The date on which the provider ends the model, as announced, according to the catalogue. Absent if no date is known.',
  },
);

export const Stack = Type.Object(
  {
    id: Id,
    name: Name,
    description: Description,
    model: Model,
    framework: Framework,
    hardware: Hardware,
    endpoint: Type.Optional(Endpoint),
    model_end: Type.Optional(ModelEnd),
    retrieval: Type.Optional(Retrieval),
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Stack' },
);
export type Stack = Static<typeof Stack>;

/** The fields of a stack that users set. */
export type StackFields = Omit<Stack, 'id' | 'created_at' | 'updated_at' | 'warnings' | 'model_end'>;

export const NewStack = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    model: Model,
    framework: Type.Optional(Framework),
    hardware: Type.Optional(Hardware),
    endpoint: Type.Optional(Endpoint),
    retrieval: Type.Optional(Retrieval),
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
    // Replaced as a whole, because a merge would mix two templates; null removes it.
    endpoint: Type.Optional(Nullable(Endpoint)),
    retrieval: Type.Optional(Nullable(Retrieval)),
    ...readOnly('id', 'created_at', 'updated_at', 'warnings', 'model_end'),
  },
  closed,
);
export type StackPatch = Pick<Static<typeof StackPatch>, keyof StackFields>;

export const StackPage = PageOf(Stack);

const StackQuery = Type.Object(
  {
    ...PageQuery,
    ends_before: Type.Optional(
      Type.String({
        pattern: DAY_PATTERN,
        description:
          'Return only stacks whose model has an announced shutdown before this date, such as 2027-01-01.',
      }),
    ),
  },
  closed,
);

/** A name, a description, ten words and an endpoint, in any characters. */
export const MAX_STACK_BODY_BYTES = 512_000;

export const STACK_API = {
  one: 'stack',
  many: 'stacks',
  create: { body: NewStack, answer: Stack, bodyLimit: MAX_STACK_BODY_BYTES },
  list: { query: StackQuery, answer: StackPage },
  get: { answer: Stack },
  update: {
    description:
      'A JSON Merge Patch. name and model are required (model may be {}); absent fields are unchanged.',
    body: StackPatch,
    answer: Stack,
    bodyLimit: MAX_STACK_BODY_BYTES,
  },
} as const satisfies ResourceApi;

/** One item that is sent to an application to test the paths of its endpoint. */
export const StackTrial = Type.Object(
  {
    stack_id: Type.Optional(
      Type.String({
        format: 'uuid',
        maxLength: 100,
        description: 'A stack with an endpoint or a model.',
      }),
    ),
    endpoint: Type.Optional(Endpoint),
    model: Type.Optional(Model),
    input: Type.String({ minLength: 1, maxLength: 100_000, description: 'The user’s message.' }),
    system: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
    fields: Type.Optional(
      Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 100_000 }), {
        maxProperties: 100,
        description: 'Fields of the item for {{fields.NAME}}.',
      }),
    ),
    session: Type.Optional(
      Type.String({ maxLength: 1000, description: 'The `session` of an earlier test, to continue it.' }),
    ),
    timeout_ms: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 120_000, description: 'The time limit. Default 30,000.' }),
    ),
  },
  {
    ...closed,
    title: 'StackTrial',
    description: 'Either `stack_id`, or an unsaved endpoint with the model that its template may name.',
  },
);
export type StackTrial = Static<typeof StackTrial>;

const Found = Type.Object({
  pointer: Type.String({
    description: 'The JSON Pointer of the path’s field in the endpoint, such as /response/answer.',
  }),
  path: Type.String(),
  value: Type.Optional(Type.Unknown({ description: 'The value at the path; long texts are truncated.' })),
  missing: Type.Optional(
    Type.String({ description: 'The part of the path that is missing, and what the response has instead.' }),
  ),
});

export const StackTrialResult = Type.Object(
  {
    request: Type.Object({
      method: Type.String(),
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String(), {
        description: 'The request headers, with the names of secrets in place of their values.',
      }),
      body: Type.Unknown(),
    }),
    status: Nullable(Type.Integer({ description: 'The HTTP status; null if no response began.' })),
    body: Nullable(
      Type.String({
        description: 'The first 20,000 characters of the response; for a stream, the data of its events.',
      }),
    ),
    found: Type.Array(Found),
    answer: Nullable(
      Type.String({ description: 'The response text; null if the test failed, with the reason in `error`.' }),
    ),
    error: Nullable(Type.String({ description: 'Why the test failed.' })),
    outcome: Type.Optional(
      Type.Unsafe<'passed' | 'other_model' | 'refused' | 'undetermined'>({
        type: 'string',
        enum: ['passed', 'other_model', 'refused', 'undetermined'],
        description:
          'For a stack with a model. `other_model`: a clearly different model, or a gateway’s fallback, responded. `refused`: the account or model refuses every request. `undetermined`: no response in time, or a temporary failure.',
      }),
    ),
    learned: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Parameters that the model rejects or requires. Omitted if there are none.',
      }),
    ),
    model: Nullable(Type.String()),
    finish_reason: Nullable(Type.String()),
    usage: Type.Object({
      input_tokens: Nullable(Type.Integer()),
      output_tokens: Nullable(Type.Integer()),
      reasoning_tokens: Nullable(Type.Integer()),
      cached_tokens: Nullable(Type.Integer()),
    }),
    cost_usd: Nullable(Type.Number()),
    tool_calls: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), arguments: Type.String() })),
    passages: Type.Array(Type.Object({ id: Nullable(Type.String()), text: Type.String() })),
    session: Nullable(Type.String()),
    latency_ms: Type.Number(),
    first_token_ms: Nullable(Type.Number({ description: 'For a stream: the time to the first token.' })),
  },
  { title: 'StackTrialResult' },
);
export type StackTrialResult = Static<typeof StackTrialResult>;
