/**
 * The default address of each kind of provider, in which `{region}` is a field of the account; null if it must be
 * given.
 */
export const PROVIDER_KINDS = {
  'openai-compatible': null,
  openai: 'https://api.openai.com/v1',
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  mistral: 'https://api.mistral.ai/v1',
  cohere: 'https://api.cohere.com/v2',
  bedrock: 'https://bedrock-runtime.{region}.amazonaws.com',
  vertex:
    'https://{location}-aiplatform.googleapis.com/v1/projects/{project}/locations/{location}/publishers/google',
  azure: null,
  http: null,
  command: null,
} as const;

export type ProviderKind = keyof typeof PROVIDER_KINDS;

export const ACCOUNT_NEEDS = ['required', 'key_group', 'optional'] as const;

/** What identifies an account if a key in a header is not enough. */
export interface AccountField {
  name: string;
  label: string;
  /** The environment variable of this field in the preset. */
  variable: string;
  /** Whether it is stored encrypted and never returned. */
  isSecret: boolean;
  /** `key_group`: all of these are given together, in place of an API key. */
  need: (typeof ACCOUNT_NEEDS)[number];
  /** Only allowed in the settings of the service, because it uses the identity of its machine. */
  isOperatorOnly?: boolean;
  /** The value is an https address. */
  isAddress?: boolean;
  /** The variable names a file that contains the value. */
  isFile?: boolean;
  /** Together with all required fields it replaces a key, by the identity of the machine. */
  identifies?: boolean;
}

/** The values of `ACCOUNT_FIELDS` by name. */
export type Account = Readonly<Record<string, string>>;

export const accountFields = (kind: ProviderKind): readonly AccountField[] => ACCOUNT_FIELDS[kind] ?? [];

/** Inserts the fields of an account into an address; null if one is missing. */
export function addressFor(template: string | null | undefined, account: Account = {}): string | null {
  if (template === null || template === undefined) return null;
  const address = template.replace(/\{(\w+)\}/g, (place, name: string) => account[name] ?? place);
  return address.includes('{') ? null : address.replace('//global-', '//');
}

/**
 * Why an account cannot be used, as a sentence with its field; null if it can.
 *
 * @param ownsMachine whether the identity of the machine may replace a key
 */
export function accountProblem(
  kind: ProviderKind,
  account: Account,
  { hasKey, ownsMachine }: { hasKey: boolean; ownsMachine: boolean },
): { field: string; detail: string } | null {
  const fields = accountFields(kind);
  for (const name of Object.keys(account)) {
    const field = fields.find((known) => known.name === name);
    if (field === undefined || (field.isOperatorOnly && !ownsMachine)) {
      const known = fields.filter((one) => ownsMachine || !one.isOperatorOnly).map((one) => one.name);
      const takes = known.length === 0 ? 'takes no account' : `takes ${known.join(', ')}`;
      return { field: name, detail: `is unknown; the kind ${kind} ${takes}` };
    }
    const value = account[name] ?? '';
    if (field.isAddress && !isHttps(value))
      return { field: name, detail: 'must be an address such as https://login.microsoftonline.com' };
    if (!field.isSecret && !/^(?:https:\/\/[\w.:/-]+|[\w.:@-]+)$/.test(value))
      return { field: name, detail: 'must be a word of letters, digits and . : / @ _ -' };
  }
  const missing = fields.find(({ name, need }) => need === 'required' && account[name] === undefined);
  if (missing !== undefined) return { field: missing.name, detail: `is required for the kind ${kind}` };
  const group = fields.filter(({ need }) => need === 'key_group');
  const absent = group.find(({ name }) => account[name] === undefined);
  if (absent === undefined) return null;
  const isPart = group.some(({ name }) => account[name] !== undefined);
  const mayBeMissing = hasKey || (ownsMachine && LENT.has(kind));
  if (!isPart && mayBeMissing) return null;
  const names = group.map(({ name }) => name).join(', ');
  return { field: absent.name, detail: `is required: give an API key, or all of ${names}` };
}

const isHttps = (value: string) => URL.parse(value)?.protocol === 'https:';

/** The kinds for which the machine can have an identity. */
const LENT: ReadonlySet<ProviderKind> = new Set<ProviderKind>(['bedrock', 'vertex']);

const field = (
  name: string,
  label: string,
  variable: string,
  need: AccountField['need'],
  more: Partial<Omit<AccountField, 'name' | 'label' | 'variable' | 'need'>> = {},
): AccountField => ({ name, label, variable, need, isSecret: false, ...more });
const SECRET = { isSecret: true };

export const ACCOUNT_FIELDS: Readonly<Partial<Record<ProviderKind, readonly AccountField[]>>> = {
  bedrock: [
    field('region', 'Region', 'AWS_REGION', 'required'),
    field('access_key_id', 'Access key ID', 'AWS_ACCESS_KEY_ID', 'key_group', SECRET),
    field('secret_access_key', 'Secret access key', 'AWS_SECRET_ACCESS_KEY', 'key_group', SECRET),
    field('session_token', 'Session token', 'AWS_SESSION_TOKEN', 'optional', SECRET),
    field('profile', 'Profile', 'AWS_PROFILE', 'optional', { isOperatorOnly: true, identifies: true }),
  ],
  vertex: [
    field('project', 'Project', 'GOOGLE_VERTEX_PROJECT', 'required', { identifies: true }),
    field('location', 'Location', 'GOOGLE_VERTEX_LOCATION', 'required'),
    field('service_account', 'Service account (JSON)', 'GOOGLE_APPLICATION_CREDENTIALS', 'key_group', {
      isSecret: true,
      isFile: true,
    }),
  ],
  azure: [
    field('tenant_id', 'Tenant ID', 'AZURE_TENANT_ID', 'key_group'),
    field('client_id', 'Client ID', 'AZURE_CLIENT_ID', 'key_group'),
    field('client_secret', 'Client secret', 'AZURE_CLIENT_SECRET', 'key_group', SECRET),
    field('authority', 'Authority', 'AZURE_AUTHORITY_HOST', 'optional', {
      isOperatorOnly: true,
      isAddress: true,
    }),
    field('scope', 'Scope', 'AZURE_OPENAI_SCOPE', 'optional'),
  ],
};

/** A provider that environment variables configure. */
export interface ProviderPreset {
  /** The protocol it speaks. */
  kind: ProviderKind;
  /** The variable of its key; absent if a server usually needs none. */
  key?: string;
  /** The variable that replaces its address and configures the provider without a key. */
  address: string;
  /** The address; absent if every account or machine has its own. */
  baseUrl?: string;
  /** The path that may be omitted from `address`. */
  version?: string;
  /** A note about the address for the documentation. */
  note?: string;
}

/** By the value of `model.provider` in stacks. Variables have the names that the providers' own programs use. */
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
  cohere: {
    kind: 'cohere',
    key: 'CO_API_KEY',
    address: 'COHERE_BASE_URL',
    baseUrl: PROVIDER_KINDS.cohere,
  },
  azure: {
    kind: 'azure',
    key: 'AZURE_OPENAI_API_KEY',
    address: 'AZURE_OPENAI_ENDPOINT',
    version: '/openai/v1',
    note: 'such as `https://NAME.openai.azure.com`; model ids are names of deployments',
  },
  vertex: {
    kind: 'vertex',
    address: 'GOOGLE_VERTEX_BASE_URL',
    baseUrl: PROVIDER_KINDS.vertex,
    note: 'with `GOOGLE_VERTEX_PROJECT` and `GOOGLE_VERTEX_LOCATION`',
  },
  bedrock: {
    kind: 'bedrock',
    key: 'AWS_BEARER_TOKEN_BEDROCK',
    address: 'BEDROCK_BASE_URL',
    baseUrl: PROVIDER_KINDS.bedrock,
    note: 'with `AWS_REGION`, and in place of a key `AWS_ACCESS_KEY_ID` with `AWS_SECRET_ACCESS_KEY`, or `AWS_PROFILE`',
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
