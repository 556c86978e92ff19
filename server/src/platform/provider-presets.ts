/** The address each kind of provider has by itself; null where it must be given. */
export const PROVIDER_KINDS = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  http: null,
  command: null,
} as const;

export type ProviderKind = keyof typeof PROVIDER_KINDS;

/** A provider that environment variables configure. */
export interface ProviderPreset {
  /** The protocol it speaks. */
  kind: ProviderKind;
  /** The variable of its key; absent where a server usually wants none. */
  key?: string;
  /** The variable that replaces its address, and configures the provider where no key is set. */
  address: string;
  /** Absent where every account or machine has its own. */
  baseUrl?: string;
  /** The path that `address` may be given without. */
  version?: string;
  /** What else the documents say of the address. */
  note?: string;
}

/** By the name that stacks use as `model.provider`. Variables are named as the providers' own programs name them. */
export const PROVIDER_PRESETS: Readonly<Record<string, ProviderPreset>> = {
  openai: {
    kind: 'openai',
    key: 'OPENAI_API_KEY',
    address: 'OPENAI_BASE_URL',
    baseUrl: PROVIDER_KINDS.openai,
    note: 'any address but OpenAI’s own makes it an OpenAI-compatible server',
  },
  anthropic: {
    kind: 'anthropic',
    key: 'ANTHROPIC_API_KEY',
    address: 'ANTHROPIC_BASE_URL',
    baseUrl: PROVIDER_KINDS.anthropic,
    version: '/v1',
    note: 'with or without `/v1`',
  },
  google: {
    kind: 'google',
    key: 'GOOGLE_GENERATIVE_AI_API_KEY',
    address: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    baseUrl: PROVIDER_KINDS.google,
  },
  mistral: {
    kind: 'mistral',
    key: 'MISTRAL_API_KEY',
    address: 'MISTRAL_BASE_URL',
    baseUrl: PROVIDER_KINDS.mistral,
  },
  azure: {
    kind: 'openai-compatible',
    key: 'AZURE_OPENAI_API_KEY',
    address: 'AZURE_OPENAI_ENDPOINT',
    version: '/openai/v1',
    note: 'such as `https://NAME.openai.azure.com`; model ids are names of deployments',
  },
  groq: {
    kind: 'openai-compatible',
    key: 'GROQ_API_KEY',
    address: 'GROQ_BASE_URL',
    baseUrl: 'https://api.groq.com/openai/v1',
  },
  deepseek: {
    kind: 'openai-compatible',
    key: 'DEEPSEEK_API_KEY',
    address: 'DEEPSEEK_BASE_URL',
    baseUrl: 'https://api.deepseek.com/v1',
  },
  xai: {
    kind: 'openai-compatible',
    key: 'XAI_API_KEY',
    address: 'XAI_BASE_URL',
    baseUrl: 'https://api.x.ai/v1',
  },
  together: {
    kind: 'openai-compatible',
    key: 'TOGETHER_API_KEY',
    address: 'TOGETHER_BASE_URL',
    baseUrl: 'https://api.together.xyz/v1',
  },
  fireworks: {
    kind: 'openai-compatible',
    key: 'FIREWORKS_API_KEY',
    address: 'FIREWORKS_BASE_URL',
    baseUrl: 'https://api.fireworks.ai/inference/v1',
  },
  openrouter: {
    kind: 'openai-compatible',
    key: 'OPENROUTER_API_KEY',
    address: 'OPENROUTER_BASE_URL',
    baseUrl: 'https://openrouter.ai/api/v1',
  },
  ollama: {
    kind: 'openai-compatible',
    address: 'OLLAMA_BASE_URL',
    version: '/v1',
    note: 'such as `http://127.0.0.1:11434`',
  },
  vllm: {
    kind: 'openai-compatible',
    key: 'VLLM_API_KEY',
    address: 'VLLM_BASE_URL',
    version: '/v1',
    note: 'such as `http://127.0.0.1:8000`',
  },
};
