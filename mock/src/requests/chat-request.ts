import { badRequest, type Refusal } from '../delivery/reply.ts';
import { isObject } from '../script/fields.ts';

/** The parameters of a chat completion request that the mock uses; all others are accepted and ignored. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** `max_completion_tokens`, otherwise `max_tokens`. */
  readonly maxTokens: number | null;
}

type Message = Readonly<Record<string, unknown>> & { readonly role: string };

export function readChatRequest(text: string): ChatRequest | Refusal {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return badRequest('The body is not valid JSON.', 'invalid_json');
  }
  if (!isObject(body)) return badRequest('The body must be a JSON object.');
  const { model, messages, n, stream, stream_options } = body;
  if (typeof model !== 'string' || model === '') return badRequest('model is required and must be a string.');
  if (!Array.isArray(messages) || messages.length === 0) {
    return badRequest('messages is required and must be a list of at least one message.');
  }
  if (!messages.every(isMessage)) {
    return badRequest('Each message needs a role and a content that is a string, a list of parts or null.');
  }
  if (n !== undefined && n !== null && n !== 1) return badRequest('Only n = 1 is supported.');
  const maxTokens = body.max_completion_tokens ?? body.max_tokens ?? null;
  if (maxTokens !== null && !isPositiveInteger(maxTokens)) {
    return badRequest('max_tokens and max_completion_tokens must be whole numbers above 0.');
  }
  const includeUsage = isObject(stream_options) && stream_options.include_usage === true;
  return { model, messages, stream: stream === true, includeUsage, maxTokens };
}

const isPositiveInteger = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0;

function isMessage(value: unknown): value is Message {
  if (!isObject(value) || typeof value.role !== 'string') return false;
  const { content } = value;
  return typeof content === 'string' || content === null || content === undefined || Array.isArray(content);
}

/** The text of the last user message, or of the last message if there is none. */
export function lastUserText({ messages }: ChatRequest): string {
  const last = messages.findLast((message) => message.role === 'user') ?? messages.at(-1);
  return last === undefined ? '' : messageText(last);
}

/** UTF-16 units of text in all messages. */
export function promptLength({ messages }: ChatRequest): number {
  return messages.reduce((length, message) => length + messageText(message).length, 0);
}

export function messageText({ content }: Message): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts: unknown[] = content;
  return parts.map((part) => (isObject(part) && typeof part.text === 'string' ? part.text : '')).join('\n');
}
