import type { ChatMessage, ChatRequest } from '../contract/chat.ts';

/** Placeholders of a request template and their meaning. */
const PLACEHOLDERS = {
  input: 'the last message of the user, as text',
  messages: 'all messages, [{role, content}]',
  system: 'the system message, as text; omitted if there is none',
  fields: 'all fields of the item, as an object of texts',
  'fields.NAME': 'one field of the item',
  model: 'model.model_id of the stack',
  temperature: 'model.temperature of the stack',
  max_tokens: 'model.max_tokens of the stack, or the limit of a load request',
  seed: 'the seed of this response; it changes with each repetition',
  reasoning_effort: 'model.reasoning_effort of the stack',
  top_p: 'model.top_p of the stack',
  stop: 'model.stop of the stack, a list of texts',
  response_format: 'model.response_format of the stack, an object',
  provider_route: 'model.provider_route of the stack, a list of names',
  service_tier: 'model.service_tier of the stack',
  prompt_cache_key: 'model.prompt_cache_key of the stack',
  prompt_cache_retention: 'model.prompt_cache_retention of the stack',
  passages:
    'the passages to answer from, [{id, text}], if they are provided rather than retrieved; otherwise omitted',
  session: 'the id of the conversation; only with session',
  request_id: 'an id of this request that stays the same on retries',
} as const;

/** Why a name cannot be used in a request template; null if it can. */
export function placeholderProblem(name: string, hasSession: boolean): string | null {
  if (name.startsWith('secret.'))
    return `{{${name}}} is a secret and is only allowed in headers, never in the request`;
  if (name === 'session' && !hasSession)
    return '{{session}} needs session: {} (an id of ours) or {"id": "$.path"} (the id in the first answer)';
  if (/^fields\..{1,100}$/.test(name) || (name !== 'fields.NAME' && Object.hasOwn(PLACEHOLDERS, name)))
    return null;
  return `there is no {{${name.slice(0, 50)}}}; there are: ${Object.keys(PLACEHOLDERS).join(', ')}`;
}

/** The item fields that a request uses. */
export function itemFieldsIn(names: readonly string[]): string[] {
  return names.flatMap((name) => (name.startsWith('fields.') ? [name.slice('fields.'.length)] : []));
}

/** The values of the placeholders in one request. `missing` collects fields that the item does not have. */
export function placeholderValues(
  request: ChatRequest,
  { model, session, requestId }: { model: string | null; session: string | undefined; requestId: string },
  missing: Set<string>,
): (name: string) => unknown {
  const { messages, fields = {} } = request;
  return (name) => {
    switch (name) {
      case 'input':
        return messages.findLast(({ role }) => role === 'user')?.content ?? '';
      case 'messages':
        return messages.map(plainMessage);
      case 'system':
        return systemOf(messages);
      case 'fields':
        return fields;
      case 'model':
        return model ?? undefined;
      case 'temperature':
        return request.temperature;
      case 'max_tokens':
        return request.maxTokens;
      case 'seed':
        return request.seed;
      case 'reasoning_effort':
      case 'top_p':
      case 'stop':
      case 'response_format':
      case 'provider_route':
      case 'service_tier':
      case 'prompt_cache_key':
      case 'prompt_cache_retention':
        return request.serving?.[name];
      case 'passages':
        return request.passages?.map(({ id, text }) => ({ id, text }));
      case 'session':
        return session;
      case 'request_id':
        return requestId;
      default:
        return fieldOf(fields, name.slice('fields.'.length), missing);
    }
  };
}

const plainMessage = ({ role, content }: ChatMessage) => ({ role, content });

function systemOf(messages: readonly ChatMessage[]): string | undefined {
  const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  return texts.length === 0 ? undefined : texts.join('\n\n');
}

function fieldOf(fields: Readonly<Record<string, string>>, name: string, missing: Set<string>) {
  if (Object.hasOwn(fields, name)) return fields[name];
  missing.add(name);
  return undefined;
}

/** The failure of a request whose template uses fields that the item does not have. */
export function missingFieldsFailure(
  missing: ReadonlySet<string>,
  fields: Readonly<Record<string, string>>,
): string {
  const names = Object.keys(fields).slice(0, 30);
  const there =
    names.length === 0
      ? 'the item has no fields; its question is {{input}}'
      : `the item has: ${names.join(', ')}`;
  const asked = [...missing].map((name) => `{{fields.${name}}}`).join(', ');
  return `The request needs ${asked}; ${there}.`;
}
