import { FINGERPRINT } from './reply.ts';

const CHARACTERS_PER_TOKEN = 4;

/** The mock's rule for usage: one token for each four UTF-16 units, rounded up. */
export function countTokens(length: number): number {
  return Math.ceil(length / CHARACTERS_PER_TOKEN);
}

/** A finished answer, before it is written in either form. */
export interface Completion {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly finishReason: 'stop' | 'length';
  readonly promptTokens: number;
  readonly completionTokens: number;
}

const FILLER = 'hmm '; // exactly one token, without a digit or a word that a grader could take for an answer

/** The whole text of an answer: padding, then the answer in its format, cut at `maxTokens`. */
export function composeText(
  answer: string,
  { answer_format, padding_tokens }: { answer_format: string; padding_tokens: number },
  maxTokens: number | null,
): { text: string; finishReason: 'stop' | 'length' } {
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

const head = ({ id, model }: Completion, object: string) =>
  `{"id":"${id}","object":"${object}","created":${Math.floor(Date.now() / 1000)},"model":${JSON.stringify(model)},` +
  `"system_fingerprint":"${FINGERPRINT}",`;

const usage = ({ promptTokens, completionTokens }: Completion) =>
  `"usage":{"prompt_tokens":${promptTokens},"completion_tokens":${completionTokens},` +
  `"total_tokens":${promptTokens + completionTokens}}`;

/** The body of an answer that is not streamed. */
export function completionJson(completion: Completion): string {
  const message = `{"role":"assistant","content":${JSON.stringify(completion.text)},"refusal":null}`;
  const choice = `{"index":0,"message":${message},"logprobs":null,"finish_reason":"${completion.finishReason}"}`;
  return `${head(completion, 'chat.completion')}"choices":[${choice}],${usage(completion)}}`;
}

/** The server-sent events of a streamed answer, in three parts. */
export interface StreamParts {
  readonly opening: string;
  /** One event for each token of the answer. */
  readonly content: readonly string[];
  /** The finish reason, the usage where it was asked for, and `[DONE]`. */
  readonly closing: string;
}

export function streamParts(completion: Completion, includeUsage: boolean): StreamParts {
  const start = `data: ${head(completion, 'chat.completion.chunk')}`;
  // With include_usage every chunk but the last says `usage: null`, as OpenAI's do.
  const end = includeUsage ? '],"usage":null}\n\n' : ']}\n\n';
  const event = (delta: string, finish: string) =>
    `${start}"choices":[{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${finish}}${end}`;
  const last = includeUsage ? `${start}"choices":[],${usage(completion)}}\n\n` : '';
  return {
    opening: event('{"role":"assistant","content":""}', 'null'),
    content: tokens(completion.text).map((token) => event(`{"content":${JSON.stringify(token)}}`, 'null')),
    closing: `${event('{}', `"${completion.finishReason}"`)}${last}data: [DONE]\n\n`,
  };
}

/** An event that breaks off inside its JSON. */
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
