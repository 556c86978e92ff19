import { isObject } from '../../../../../kernel/json.ts';
import type { Imported, Notices } from '../imported.ts';
import { isHttp, namesInRequest, type PromptForm, toEndpoint } from './http-provider.ts';
import { NotTaken } from './not-taken.ts';

/** The word before the first colon, and the provider's name here. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  ollama: 'ollama',
  openrouter: 'openrouter',
  vllm: 'vllm',
  azure: 'azure',
  azureopenai: 'azure',
  groq: 'groq',
  deepseek: 'deepseek',
  xai: 'xai',
  togetherai: 'together',
  fireworks: 'fireworks',
};
/** Providers here that are at an address of the user's own anyway. */
const AT_OWN_ADDRESS = new Set(['azure', 'ollama', 'vllm']);
/** The fields of a config that say where a provider is. */
const ADDRESSES = ['apiBaseUrl', 'apiHost'];
/** Words between the provider and the model that say how it is called. */
const KINDS = ['chat', 'messages', 'completion', 'responses', 'embedding', 'embeddings'];
/** The same of what does not answer with text. */
const NO_CHAT = new Set([
  'image',
  'video',
  'audio',
  'realtime',
  'speech',
  'transcription',
  'moderation',
  'assistant',
  'agents',
]);
const CONVERTED = ['id', 'label', 'config'];

/** The provider and model of an id such as `openai:chat:gpt-x`; null where there is none of the kind here. */
function modelOfId(id: unknown): { provider: string; modelId: string } | null {
  if (typeof id !== 'string') return null;
  const [family = '', ...rest] = id.split(':');
  const provider = Object.hasOwn(PROVIDERS, family) ? PROVIDERS[family] : undefined;
  const words = KINDS.includes(rest[0] ?? '') ? rest.slice(1) : rest;
  if (NO_CHAT.has(rest[0] ?? '')) return null;
  return provider === undefined || words.length === 0 ? null : { provider, modelId: words.join(':') };
}

const idIn = (given: unknown): unknown => (isObject(given) ? given.id : given);
const named = (given: unknown): string | null => {
  const model = modelOfId(idIn(given));
  return model && `${model.provider}/${model.modelId}`;
};

/** `provider/model` of what a configuration names as judge, by itself or as `text`; null where there is none here. */
export const modelNamed = (given: unknown): string | null =>
  named(isObject(given) && given.id === undefined ? given.text : given);

/** The same of an embedding model, by itself or as `embedding`. */
export function embedderNamed(given: unknown): string | null {
  const own = isObject(given) && given.id === undefined ? given.embedding : given;
  const id = idIn(own);
  return typeof id === 'string' && /:embeddings?:/.test(id) ? named(id) : null;
}

/** Providers that answer without a model, and the baseline that does the same. */
const BASELINES: Readonly<Record<string, string>> = { echo: 'baseline/echo' };

/** The names in the requests of applications among the providers: variables, and others such as `prompt`. */
export const namesInRequests = (providers: readonly unknown[]): string[] =>
  providers
    .flatMap((one) => asProvider(one))
    .flatMap((one) =>
      isObject(one) && isHttp(one.id) && isObject(one.config) ? namesInRequest(one.config) : [],
    );

/** The stacks of providers, and the baselines among them. */
export function toTargets(providers: readonly unknown[], notices: Notices, form: PromptForm) {
  const all = providers.flatMap((one) => asProvider(one));
  const isBaseline = (one: unknown) => Object.hasOwn(BASELINES, String(idIn(one)));
  return {
    stacks: all.filter((one) => !isBaseline(one)).flatMap((one) => toStack(one, notices, form)),
    targets: all.filter(isBaseline).map((one) => ({ model: BASELINES[String(idIn(one))] as string })),
  };
}

/** `{"openai:gpt-x": {config}}` is the provider of that id. */
function asProvider(given: unknown): unknown[] {
  if (!isObject(given) || given.id !== undefined) return [given];
  return Object.entries(given).map(([id, more]) => ({ id, ...(isObject(more) ? more : {}) }));
}

type Stack = NonNullable<Imported['definition']['stacks']>[number];

/** A program in any of promptfoo's forms. */
const PROGRAM = /^(?:exec:|python:|ruby:|golang:|file:\/\/.*\.(?:py|js|ts|mjs|cjs|go|rb)(?::\w+)?$)/;

/** `openai:chat:gpt-x` or `{id, label, config}` as a stack; [] and a sentence where it is neither. */
function toStack(given: unknown, notices: Notices, form: PromptForm): Stack[] {
  const { id, label, config } = isObject(given) ? given : { id: given, label: undefined, config: undefined };
  if (typeof id !== 'string') {
    notices.add('A provider without an id is skipped.');
    return [];
  }
  if (isHttp(id)) return toApplication({ ...(isObject(given) ? given : {}), id }, notices, form);
  const known = modelOfId(id);
  if (known === null) {
    notices.add(
      PROGRAM.test(id)
        ? `The provider ${id} is a program, which is skipped: let it read its request as JSON from standard input, and name it as a provider of the kind command in TOUCHSTONE_CONFIG.`
        : `The provider ${id} has no equivalent; it is skipped.`,
    );
    return [];
  }
  for (const field of isObject(given) ? Object.keys(given) : []) {
    if (!CONVERTED.includes(field)) notices.add(`"${field}" of a provider has no equivalent.`);
  }
  const { own, address } = splitAddress(isObject(config) ? config : {});
  const isElsewhere = address !== null && !AT_OWN_ADDRESS.has(known.provider);
  const provider = isElsewhere ? nameOfAddress(address) : known.provider;
  if (isElsewhere)
    notices.add(
      `The provider ${id} is called at ${address}: configure a provider named "${provider}" with this base_url.`,
    );
  const model = { provider, model_id: known.modelId, ...parameters(own, notices) };
  return [{ name: typeof label === 'string' ? label : id, model }];
}

/** A provider that is called over HTTP as a stack with an endpoint; [] and a sentence where it cannot be one. */
function toApplication(
  given: Record<string, unknown> & { id: string },
  notices: Notices,
  form: PromptForm,
): Stack[] {
  const config = isObject(given.config) ? given.config : {};
  const name =
    typeof given.label === 'string'
      ? given.label
      : withoutSecrets(typeof config.url === 'string' ? config.url : given.id);
  try {
    if (given.transform !== undefined) throw new NotTaken('its transform is code, which is not run');
    const { endpoint, notes } = toEndpoint(given.id, config, form);
    for (const field of Object.keys(given))
      if (!CONVERTED.includes(field)) notices.add(`"${field}" of a provider has no equivalent.`);
    for (const note of notes) notices.add(`The provider ${name}: ${note}.`);
    return [{ name, model: {}, endpoint }];
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    notices.add(`The provider ${name} is skipped: ${error.message}.`);
    return [];
  }
}

/** A password or a key in an address is not repeated. */
const withoutSecrets = (address: string): string =>
  address.replace(/[?#].*$/, '').replace(/^([a-z]+:\/\/)?[^/@]*@/i, '$1');

/** A config without the address that it names. */
function splitAddress(config: Record<string, unknown>) {
  const own = Object.fromEntries(Object.entries(config).filter(([field]) => !ADDRESSES.includes(field)));
  const address = ADDRESSES.map((field) => config[field]).find((one) => typeof one === 'string');
  return { own, address: typeof address === 'string' ? withoutSecrets(address) : null };
}

/** `localhost-8080` of `http://localhost:8080/v1`: requests for an address never go to the provider of the same protocol. */
const nameOfAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Fields of a config, and Google's `generationConfig`, by the name of a stack's field; several may mean the same. */
const FIELDS: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  max_tokens: 'max_tokens',
  max_completion_tokens: 'max_tokens',
  maxOutputTokens: 'max_tokens',
  top_p: 'top_p',
  topP: 'top_p',
  seed: 'seed',
  stop: 'stop',
  stop_sequences: 'stop',
  stopSequences: 'stop',
  reasoning_effort: 'reasoning_effort',
  response_format: 'response_format',
  service_tier: 'service_tier',
  serviceTier: 'service_tier',
};

/** As a stack names them. */
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'];

/** What a value is in a stack; undefined where a stack has nothing like it. */
const VALUES: Readonly<Record<string, (value: unknown) => unknown>> = {
  temperature: aNumber,
  max_tokens: aNumber,
  top_p: aNumber,
  seed: aNumber,
  stop: (value) => {
    const texts = [value].flat();
    return texts.length > 0 && texts.every((one) => typeof one === 'string') ? texts : undefined;
  },
  reasoning_effort: (value) => EFFORTS.find((effort) => effort === value),
  service_tier: (value) => (typeof value === 'string' ? value : undefined),
  response_format: toResponseFormat,
};

function aNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** OpenAI's form, whose schema stands in `json_schema`. */
function toResponseFormat(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  if (value.type === 'json_object') return { type: 'json_object' };
  const { name, schema, strict } = isObject(value.json_schema) ? value.json_schema : {};
  if (value.type !== 'json_schema' || !isObject(schema)) return undefined;
  return {
    type: 'json_schema',
    schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof strict === 'boolean' && { strict }),
  };
}

function parameters(config: Record<string, unknown>, notices: Notices): Record<string, unknown> {
  const { generationConfig, reasoning, ...own } = config;
  const effort = isObject(reasoning) ? { reasoning_effort: reasoning.effort } : {};
  const given = { ...(isObject(generationConfig) ? generationConfig : {}), ...effort, ...own };
  const model: Record<string, unknown> = {};
  // Named without their values: one of them may be a key.
  for (const [field, value] of Object.entries(given)) {
    const name = Object.hasOwn(FIELDS, field) ? (FIELDS[field] as string) : undefined;
    const converted = name === undefined ? undefined : VALUES[name]?.(value);
    if (name === undefined) notices.add(`"${field}" of a provider's config has no equivalent.`);
    else if (converted === undefined)
      notices.add(
        `"${field}" of a provider's config has a value that a stack does not support; it is skipped.`,
      );
    else model[name] = converted;
  }
  return model;
}
