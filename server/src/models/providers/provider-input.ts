import { type Static, Type } from 'typebox';
import { readOnly, unchangeable } from '../../platform/http/patch.ts';
import { Nullable, OneOf, Text } from '../../platform/http/schemas.ts';
import { Price } from '../provider-schemas.ts';

/** The kinds that need only an address with a key or an account. */
export const ADDED_KINDS = [
  'openai-compatible',
  'openai',
  'openai-responses',
  'anthropic',
  'google',
  'mistral',
  'cohere',
  'bedrock',
  'vertex',
  'azure',
] as const;

const MOST_MODELS = 1000;

const ModelId = Text(300, { pattern: '^[^\\s\\u0000-\\u001f\\u007f]+$' });
export const ProviderName = Text(100, {
  pattern: '^\\w[\\w.-]*$',
  description: 'The value for `model.provider` of a stack.',
});
const BaseUrl = Text(2000, {
  description:
    'The address without `/chat/completions`. Defaults to that of the kind or preset. Private addresses and other ports than 80 and 443 need `TARGET_ALLOW_HOSTS`; over http no key is sent to another machine.',
});
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 5000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'The key. It is stored encrypted, needs `ENCRYPTION_KEYS`, and is never returned.',
});
const AccountFields = Type.Record(Text(100), Type.String({ minLength: 1, maxLength: 20_000 }), {
  maxProperties: 20,
  description:
    'What identifies the account, by the names in `kinds` of `GET /providers`. Secret fields are stored as the key is. A change replaces all fields and the key.',
});
const Models = Type.Array(ModelId, {
  maxItems: MOST_MODELS,
  description: 'The only model ids accepted. Defaults to any; an empty list also means any.',
});
const ReturnedModel = Type.Object(
  { id: ModelId, ...readOnly('description', 'price') },
  { additionalProperties: false },
);
const PatchedModels = Type.Array(Type.Union([ModelId, ReturnedModel]), {
  maxItems: MOST_MODELS,
  description:
    'The only model ids accepted; null or an empty list means any. The list that GET returns is accepted too, and changes nothing if its ids are unchanged. Prices are changed with `prices`.',
});
const Prices = Type.Record(ModelId, Price, {
  maxProperties: MOST_MODELS,
  description: 'Prices by model id, in USD per million tokens, with at most 6 decimals.',
});
const Positive = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000_000, description });
const MaxConcurrency = Positive('Maximum calls in flight, over all processes.');
const RequestsPerMinute = Positive('Maximum requests in any 60 seconds, over all processes.');

const closed = { additionalProperties: false } as const;

/** The fields of a provider that are stored as JSON. */
export const ProviderLimits = Type.Object({
  models: Type.Optional(Models),
  max_concurrency: Type.Optional(MaxConcurrency),
  requests_per_minute: Type.Optional(RequestsPerMinute),
  prices: Type.Optional(Prices),
});
export type ProviderLimits = Static<typeof ProviderLimits>;

export const NewProvider = Type.Object(
  {
    name: ProviderName,
    kind: Type.Optional(
      OneOf(
        ADDED_KINDS,
        'The protocol. Defaults to that of the preset with this name, such as `openai`, `anthropic`, `groq` or `openrouter`.',
      ),
    ),
    base_url: Type.Optional(BaseUrl),
    api_key: Type.Optional(ApiKey),
    account: Type.Optional(AccountFields),
    ...ProviderLimits.properties,
  },
  closed,
);
export type NewProvider = Static<typeof NewProvider>;

export const ProviderPatch = Type.Object(
  {
    base_url: Type.Optional(BaseUrl),
    api_key: Type.Optional(Nullable(ApiKey)),
    account: Type.Optional(AccountFields),
    models: Type.Optional(Nullable(PatchedModels)),
    max_concurrency: Type.Optional(Nullable(MaxConcurrency)),
    requests_per_minute: Type.Optional(Nullable(RequestsPerMinute)),
    prices: Type.Optional(Nullable(Prices)),
    ...unchangeable('name', 'kind'),
    ...readOnly('description', 'source', 'problem', 'accepts_other_models', 'batches'),
  },
  closed,
);
export type ProviderPatch = Static<typeof ProviderPatch>;

export const ProviderToCheck = Type.Object(
  {
    model_id: Type.Optional(
      Text(300, { description: 'The model to check, with up to 4 short requests. Defaults to none.' }),
    ),
  },
  closed,
);

const FINDINGS = ['yes', 'no', 'unknown'] as const;
const Finding = (description: string) =>
  Type.Object(
    {
      works: OneOf(FINDINGS, '`unknown`: the check was not completed.'),
      detail: Nullable(Type.String({ description: 'What the provider said, or what was observed.' })),
    },
    { description },
  );

const CheckedModel = Type.Object({
  model_id: Type.String(),
  responds: Finding('Whether the model responded to a short request.'),
  streams: Finding('Whether the response was streamed.'),
  seed: Finding('Whether the provider accepted a seed. It may still ignore it.'),
  json_schema: Finding('Whether the response followed a JSON schema.'),
  tools: Finding('Whether the model called a tool.'),
  returned_model: Nullable(
    Type.String({ description: 'The model that the provider named in its response.' }),
  ),
  first_token_ms: Nullable(Type.Number()),
  latency_ms: Nullable(
    Type.Number({
      description: 'The time from sending the first request to the end of its response, in milliseconds.',
    }),
  ),
  price: Nullable(Price),
  price_source: Nullable(
    Type.String({
      description: '`provider`: the price of this provider. Otherwise the source of the catalogue.',
    }),
  ),
  cost_usd: Nullable(Type.Number({ description: 'The cost of the check; null if it is not known.' })),
});

export const ProviderCheck = Type.Object(
  {
    provider: Type.String(),
    models: Type.Object({
      listed: Finding('Whether the provider listed its models (`GET /models`).'),
      count: Nullable(Type.Integer({ description: 'The number of models on the first page of the list.' })),
      has_more: Type.Boolean({
        description: 'Whether the list has more pages, which were not read: `count` is then a minimum.',
      }),
      ids: Type.Array(Type.String(), { description: 'The ids of the first 200 models.' }),
    }),
    model: Nullable(CheckedModel),
  },
  { title: 'ProviderCheck' },
);
export type ProviderCheck = Static<typeof ProviderCheck>;
export type CheckedModel = Static<typeof CheckedModel>;
export type Finding = CheckedModel['responds'];

export const RewrappedProviders = Type.Object(
  {
    rewrapped: Type.Integer({ description: 'Number of keys that are now encrypted with the first key.' }),
    unchanged: Type.Integer({
      description: 'Number of keys that were already encrypted with the first key.',
    }),
    unreadable: Type.Array(Type.String(), {
      description: 'Providers whose key none of `ENCRYPTION_KEYS` decrypts.',
    }),
  },
  { title: 'RewrappedProviders' },
);
export type RewrappedProviders = Static<typeof RewrappedProviders>;
