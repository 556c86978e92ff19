import { isRecord, type Notices } from '../imported.ts';

/** The word before the first colon, and the provider's name here. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  mistral: 'mistral',
  ollama: 'ollama',
  openrouter: 'openrouter',
  vllm: 'vllm',
};
/** Words between the provider and the model that say how it is called. */
const KINDS = ['chat', 'messages', 'completion', 'responses'];
const CONVERTED = ['id', 'label', 'config'];

interface Stack {
  name: string;
  model: Record<string, unknown>;
}

/** `openai:chat:gpt-x` or `{id, label, config}` as a stack; [] and a sentence where it is neither. */
export function toStack(given: unknown, notices: Notices): Stack[] {
  const { id, label, config } = isRecord(given) ? given : { id: given, label: undefined, config: undefined };
  if (typeof id !== 'string') {
    notices.add('A provider without an id is left out.');
    return [];
  }
  const [family = '', ...rest] = id.split(':');
  const provider = Object.hasOwn(PROVIDERS, family) ? PROVIDERS[family] : undefined;
  const words = KINDS.includes(rest[0] ?? '') ? rest.slice(1) : rest;
  if (provider === undefined || words.length === 0) {
    notices.add(`The provider ${id} has no counterpart; it is left out.`);
    return [];
  }
  for (const field of isRecord(given) ? Object.keys(given) : []) {
    if (!CONVERTED.includes(field)) notices.add(`"${field}" of a provider has no counterpart.`);
  }
  const model = {
    provider,
    model_id: words.join(':'),
    ...parameters(isRecord(config) ? config : {}, notices),
  };
  return [{ name: typeof label === 'string' ? label : id, model }];
}

function parameters(config: Record<string, unknown>, notices: Notices): Record<string, number> {
  const { temperature, max_tokens, ...others } = config;
  // Named without their values: one of them may be a key.
  for (const field of Object.keys(others))
    notices.add(`"${field}" of a provider's config has no counterpart.`);
  return {
    ...(typeof temperature === 'number' && { temperature }),
    ...(typeof max_tokens === 'number' && { max_tokens }),
  };
}
