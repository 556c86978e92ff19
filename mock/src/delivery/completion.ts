import { MOCK_FINGERPRINT } from './reply.ts';

export const CHARACTERS_PER_TOKEN = 4;

/** The mock's rule for usage: one token for each four UTF-16 units, rounded up. */
export function countTokens(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}

/** A complete answer, before it is written as JSON or a stream. */
export interface Completion {
  readonly id: string;
  readonly model: string;
  /** The server's configuration name; null if it has only one. */
  readonly configuration: string | null;
  readonly text: string;
  readonly reasoning: string;
  /** Its tool calls; their arguments are JSON. */
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finishReason: 'stop' | 'length' | 'tool_calls';
  readonly promptTokens: number;
  /** Null: usage does not mention a cache. */
  readonly cachedTokens: number | null;
  /** Output tokens, including those of the reasoning. */
  readonly completionTokens: number;
  readonly reasoningTokens: number;
}

interface ComposedText {
  text: string;
  finishReason: 'stop' | 'length';
}

const FILLER = 'hmm '; // exactly one token, without a digit or a word that a grader could take for an answer

/** The text of a completion: reasoning, padding, then the answer in its format, truncated to `maxTokens` in total. */
export function composeCompletion(
  answer: string,
  behaviour: { answer_format: string; padding_tokens: number; reasoning_tokens: number },
  maxTokens: number | null,
): ComposedText & { reasoning: string } {
  const reasoningTokens = Math.min(behaviour.reasoning_tokens, maxTokens ?? Number.POSITIVE_INFINITY);
  const left = maxTokens === null ? null : maxTokens - reasoningTokens;
  return { ...composeText(answer, behaviour, left), reasoning: FILLER.repeat(reasoningTokens) };
}

function composeText(
  answer: string,
  { answer_format, padding_tokens }: { answer_format: string; padding_tokens: number },
  maxTokens: number | null,
): ComposedText {
  const formatted =
    answer_format === '{answer}' ? answer : answer_format.replaceAll('{answer}', () => answer);
  const text = padding_tokens === 0 ? formatted : FILLER.repeat(padding_tokens) + formatted;
  if (maxTokens === null || countTokens(text.length) <= maxTokens) return { text, finishReason: 'stop' };
  return { text: text.slice(0, cutBefore(text, maxTokens * CHARACTERS_PER_TOKEN)), finishReason: 'length' };
}

/** The cut at or just before `at` that does not split a surrogate pair. */
function cutBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return at < text.length && unit >= 0xd800 && unit < 0xdc00 ? at - 1 : at;
}

const head = ({ id, model, configuration }: Completion, object: string) =>
  `{"id":"${id}","object":"${object}","created":${Math.floor(Date.now() / 1000)},"model":${JSON.stringify(model)},` +
  `"system_fingerprint":${JSON.stringify([MOCK_FINGERPRINT, configuration ?? []].flat().join('-'))},`;

const usage = ({ promptTokens, completionTokens, cachedTokens, reasoningTokens }: Completion) =>
  `"usage":{"prompt_tokens":${promptTokens},"completion_tokens":${completionTokens},` +
  `"total_tokens":${promptTokens + completionTokens}` +
  (cachedTokens === null ? '' : `,"prompt_tokens_details":{"cached_tokens":${cachedTokens}}`) +
  (reasoningTokens === 0 ? '}' : `,"completion_tokens_details":{"reasoning_tokens":${reasoningTokens}}}`);

/** The body of an answer that is not streamed. */
export function completionJson(completion: Completion): string {
  const { text, reasoning, toolCalls } = completion;
  const apart = reasoning === '' ? '' : `,"reasoning_content":${JSON.stringify(reasoning)}`;
  const calls = toolCalls.length === 0 ? '' : `,"tool_calls":${JSON.stringify(toolCalls.map(toWireCall))}`;
  const content = JSON.stringify(text === '' && calls !== '' ? null : text);
  const message = `{"role":"assistant","content":${content},"refusal":null${apart}${calls}}`;
  const choice = `{"index":0,"message":${message},"logprobs":null,"finish_reason":"${completion.finishReason}"}`;
  return `${head(completion, 'chat.completion')}"choices":[${choice}],${usage(completion)}}`;
}

const toWireCall = ({ id, name, arguments: given }: Completion['toolCalls'][number]) => ({
  id,
  type: 'function',
  function: { name, arguments: given },
});

/** The server-sent events of a streamed answer, in three parts. */
export interface StreamParts {
  readonly opening: string;
  /** One event for each token, of the reasoning first. */
  readonly content: readonly string[];
  /** The finish reason, the usage if requested, and `[DONE]`. */
  readonly closing: string;
}

export function streamParts(completion: Completion, includeUsage: boolean): StreamParts {
  const start = `data: ${head(completion, 'chat.completion.chunk')}`;
  // With include_usage every chunk except the last contains `usage: null`, as in OpenAI's API.
  const end = includeUsage ? '],"usage":null}\n\n' : ']}\n\n';
  const event = (delta: string, finish: string) =>
    `${start}"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}${end}`;
  const delta = (field: string, token: string) => event(`{"${field}":${JSON.stringify(token)}}`, 'null');
  const last = includeUsage ? `${start}"choices":[],${usage(completion)}}\n\n` : '';
  return {
    opening: event('{"role":"assistant","content":""}', 'null'),
    content: [
      ...tokens(completion.reasoning).map((token) => delta('reasoning_content', token)),
      ...tokens(completion.text).map((token) => delta('content', token)),
      ...completion.toolCalls.flatMap((call, index) =>
        toolDeltas(call, index).map((part) => event(part, 'null')),
      ),
    ],
    closing: `${event('{}', `"${completion.finishReason}"`)}${last}data: [DONE]\n\n`,
  };
}

/** First the call's id and name, then its arguments token by token. */
function toolDeltas(call: Completion['toolCalls'][number], index: number): string[] {
  const part = (fields: object) => JSON.stringify({ tool_calls: [{ index, ...fields }] });
  const opening = toWireCall({ ...call, arguments: '' });
  return [part(opening), ...tokens(call.arguments).map((piece) => part({ function: { arguments: piece } }))];
}

/** An event that ends inside its JSON. */
export function brokenEvent(event: string): string {
  return `${event.slice(0, event.indexOf('"delta"') + 12)}\n\n`;
}

function tokens(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const cut = cutBefore(text, at + CHARACTERS_PER_TOKEN);
    pieces.push(text.slice(at, cut));
    at = cut;
  }
  return pieces;
}
