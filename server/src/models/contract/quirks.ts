import type { ChatRequest } from './chat.ts';
import { ALL_SERVING, describeRefused, keepTaken, type TakenServing } from './serving.ts';

/**
 * What a model does not take, or takes under another name. Facts of a catalogue, passed to `resolve`;
 * what is left out is unknown and sent as asked.
 */
export interface ModelQuirks {
  /** False: the model refuses `temperature`, or takes its default only; it is not sent. */
  acceptsTemperature?: boolean;
  /** A higher temperature is lowered to it. */
  maxTemperature?: number;
  /** False: there is no seed in its protocol; it is not sent. */
  acceptsSeed?: boolean;
  /** False: it takes no limit of tokens; none is sent. */
  acceptsMaxTokens?: boolean;
  /** The most tokens it writes; a higher limit is lowered to it. */
  maxOutputTokens?: number;
  /** The name of the token limit in OpenAI's protocol; `max_tokens` where left out. */
  maxTokensParameter?: 'max_tokens' | 'max_completion_tokens';
  /** What it takes of how a model is served; all of it where left out. */
  serving?: TakenServing;
  /** False: no message of the system reaches it. */
  readsSystem?: boolean;
}

/** The request as the model takes it. */
export function applyQuirks(request: ChatRequest, quirks: ModelQuirks): ChatRequest {
  const { temperature, seed, maxTokens, serving, ...rest } = request;
  const warm = quirks.acceptsTemperature === false ? undefined : lowest(temperature, quirks.maxTemperature);
  const limit = quirks.acceptsMaxTokens === false ? undefined : lowest(maxTokens, quirks.maxOutputTokens);
  return {
    ...rest,
    ...(warm !== undefined && { temperature: warm }),
    ...(limit !== undefined && { maxTokens: limit }),
    ...(seed !== undefined && quirks.acceptsSeed !== false && { seed }),
    ...(serving && { serving: keepTaken(serving, quirks.serving ?? ALL_SERVING) }),
  };
}

/** What will be sent otherwise than asked, a sentence each; to be shown before anything is asked. */
export function describeQuirks(
  { temperature, seed, maxTokens, serving = {}, system }: Omit<ChatRequest, 'messages'> & { system?: string },
  quirks: ModelQuirks,
): string[] {
  const { acceptsTemperature, maxTemperature, acceptsSeed } = quirks;
  const { acceptsMaxTokens, maxOutputTokens, maxTokensParameter } = quirks;
  const sentences: string[] = [];
  if (temperature !== undefined && acceptsTemperature === false) {
    sentences.push(`The model does not take a temperature: ${temperature} is not sent, its default holds.`);
  } else if (isAbove(temperature, maxTemperature)) {
    sentences.push(
      `The model takes temperatures up to ${maxTemperature}: ${temperature} is lowered to that.`,
    );
  }
  if (seed !== undefined && acceptsSeed === false) {
    sentences.push('The provider takes no seed: repeated calls can answer differently.');
  }
  if (maxTokens !== undefined && acceptsMaxTokens === false) {
    sentences.push(`It takes no limit of tokens: the limit of ${maxTokens} is not sent.`);
  } else if (isAbove(maxTokens, maxOutputTokens)) {
    sentences.push(
      `The model writes at most ${maxOutputTokens} tokens: the limit of ${maxTokens} is lowered to that.`,
    );
  }
  if (maxTokens !== undefined && maxTokensParameter === 'max_completion_tokens') {
    sentences.push('The token limit is sent as max_completion_tokens, and includes reasoning.');
  }
  if (system !== undefined && quirks.readsSystem === false) {
    sentences.push('It reads no message of the system: the system text is not sent.');
  }
  return [...sentences, ...describeRefused(serving, quirks.serving ?? ALL_SERVING)];
}

function lowest(asked: number | undefined, most: number | undefined): number | undefined {
  return isAbove(asked, most) ? most : asked;
}

function isAbove(asked: number | undefined, most: number | undefined): boolean {
  return asked !== undefined && most !== undefined && asked > most;
}
