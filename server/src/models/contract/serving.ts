/** Parameters of serving besides temperature, token limit and seed, under the names of the API that a stack uses. */
export interface Serving {
  reasoning_effort?: ReasoningEffort;
  top_p?: number;
  /** Stop sequences. */
  stop?: readonly string[];
  response_format?: ResponseFormat;
  /** Allowed providers behind a router, first choice first. */
  provider_route?: readonly string[];
  service_tier?: ServiceTier;
  /** Requests with the same key use the same prompt cache. */
  prompt_cache_key?: string;
  /** How long the provider caches prompts; required for caching if the provider does not cache by default. */
  prompt_cache_retention?: PromptCacheRetention;
}

export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];

/** Service tiers, by the names of all providers. */
export const SERVICE_TIERS = [
  'auto',
  'default',
  'standard',
  'standard_only',
  'flex',
  'priority',
  'scale',
  'reserved',
  'on_demand',
  'performance',
  'fast',
  'ultrafast',
] as const;
export type ServiceTier = (typeof SERVICE_TIERS)[number];

export const PROMPT_CACHE_RETENTIONS = ['in_memory', '5m', '1h', '24h'] as const;
export type PromptCacheRetention = (typeof PROMPT_CACHE_RETENTIONS)[number];

export const RESPONSE_FORMATS = ['json_object', 'json_schema'] as const;

/** JSON of any shape, or JSON that matches a schema. */
export interface ResponseFormat {
  type: (typeof RESPONSE_FORMATS)[number];
  /** Required with `json_schema`. */
  schema?: Readonly<Record<string, unknown>>;
  /** The name of the schema, for protocols that need one. */
  name?: string;
  strict?: boolean;
}

/** The serving parameters that a model accepts; absent ones it does not accept. */
export interface AcceptedServing {
  reasoning_effort?: readonly ReasoningEffort[] | false;
  top_p?: boolean;
  stop?: boolean;
  response_format?: readonly ResponseFormat['type'][];
  provider_route?: boolean;
  service_tier?: readonly ServiceTier[] | false;
  prompt_cache_key?: boolean;
  prompt_cache_retention?: readonly PromptCacheRetention[] | false;
}

export const ALL_SERVING_ACCEPTED: Required<AcceptedServing> = {
  reasoning_effort: REASONING_EFFORTS,
  top_p: true,
  stop: true,
  response_format: RESPONSE_FORMATS,
  provider_route: true,
  service_tier: SERVICE_TIERS,
  prompt_cache_key: true,
  prompt_cache_retention: PROMPT_CACHE_RETENTIONS,
};

const HOSTED: AcceptedServing = { top_p: true, stop: true, response_format: RESPONSE_FORMATS };

const OPENAI_SERVING: AcceptedServing = {
  ...HOSTED,
  reasoning_effort: REASONING_EFFORTS.filter((effort) => effort !== 'max'),
  service_tier: ['auto', 'default', 'flex', 'priority', 'scale', 'fast', 'ultrafast'],
  prompt_cache_key: true,
  prompt_cache_retention: ['in_memory', '24h'],
};
const GOOGLE_SERVING: AcceptedServing = {
  ...HOSTED,
  reasoning_effort: ['minimal', 'low', 'medium', 'high', 'xhigh'],
};

/** By kind of provider, as their protocols are published; shown in docs/how-to/load-and-cost.md. */
const TAKEN: Readonly<Record<string, AcceptedServing>> = {
  baseline: {},
  'openai-compatible': ALL_SERVING_ACCEPTED,
  openai: OPENAI_SERVING,
  azure: OPENAI_SERVING,
  'openai-responses': { ...OPENAI_SERVING, stop: false },
  mistral: { ...HOSTED, reasoning_effort: ['none', 'low', 'medium', 'high', 'max'] },
  google: { ...GOOGLE_SERVING, service_tier: ['standard', 'flex', 'priority'] },
  // Its tiers are request headers, and its caches are resources of the project.
  vertex: GOOGLE_SERVING,
  // It has no JSON mode without a schema.
  anthropic: {
    ...HOSTED,
    reasoning_effort: ['low', 'medium', 'high', 'xhigh', 'max'],
    response_format: ['json_schema'],
    service_tier: ['auto', 'standard_only'],
    prompt_cache_retention: ['5m', '1h'],
  },
  // It accepts a token budget for its reasoning, to which no effort corresponds.
  cohere: HOSTED,
  bedrock: {
    ...HOSTED,
    reasoning_effort: ['low', 'medium', 'high'],
    response_format: ['json_schema'],
    service_tier: ['default', 'flex', 'priority', 'reserved'],
    prompt_cache_retention: ['5m', '1h'],
  },
};

export function acceptedServing(kind: string, modelId: string): AcceptedServing {
  const { reasoning_effort, ...taken } = TAKEN[kind] ?? ALL_SERVING_ACCEPTED;
  // Up to version 2.5, Gemini accepts a token budget, to which no effort corresponds.
  const isGemini = kind === 'google' || kind === 'vertex';
  if (reasoning_effort === undefined || (isGemini && /^gemini-[12]\b/.test(modelId))) return taken;
  // Each vendor has a field of its own; these are the known ones.
  if (kind === 'bedrock' && !/\bopenai\.|\bnova-2\b|^$/.test(modelId)) return taken;
  return { ...taken, reasoning_effort };
}

/** The parameters that are sent. */
export function keepAcceptedServing(serving: Serving, taken: AcceptedServing): Serving {
  return Object.fromEntries(
    Object.entries(serving).filter(([name]) => refusal(name as keyof Serving, serving, taken) === null),
  );
}

/** The parameters that are not sent, one sentence each. */
export function describeRefusedServing(serving: Serving, taken: AcceptedServing): string[] {
  return (Object.keys(serving) as (keyof Serving)[]).flatMap((name) => refusal(name, serving, taken) ?? []);
}

function refusal(name: keyof Serving, serving: Serving, taken: AcceptedServing): string | null {
  const accepted = taken[name];
  if (accepted === undefined || accepted === false)
    return `The provider does not accept ${name}: it is not sent.`;
  if (accepted === true) return null;
  const value = name === 'response_format' ? serving.response_format?.type : serving[name];
  if ((accepted as readonly unknown[]).includes(value)) return null;
  return `The provider accepts ${name} ${accepted.join(', ')}: ${value} is not sent.`;
}
