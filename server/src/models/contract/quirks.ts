import type { ChatRequest } from './chat.ts';
import type { RefusedParameter } from './failure.ts';
import {
  type AcceptedServing,
  ALL_SERVING_ACCEPTED,
  describeRefusedServing,
  keepAcceptedServing,
  type Serving,
} from './serving.ts';

/**
 * What a model does not accept, or accepts under another name. These are facts of a catalogue, passed to `resolve`;
 * omitted fields are unknown, and the parameters are sent unchanged.
 */
export interface ModelQuirks {
  /** False: the model refuses `temperature`, or accepts only its default, so it is not sent. */
  acceptsTemperature?: boolean;
  /** A higher temperature is reduced to this. */
  maxTemperature?: number;
  /** False: the protocol has no seed, so it is not sent. */
  acceptsSeed?: boolean;
  /** False: the model accepts no token limit, so none is sent. */
  acceptsMaxTokens?: boolean;
  /** The model requires a token limit: this one is sent if none is stated. */
  defaultMaxTokens?: number;
  /** Maximum number of tokens that it writes; a higher limit is reduced to it. */
  maxOutputTokens?: number;
  /** The name of the token limit in OpenAI's protocol; default `max_tokens`. */
  maxTokensParameter?: 'max_tokens' | 'max_completion_tokens';
  /** The serving parameters that it accepts; default: all. */
  serving?: AcceptedServing;
  /** False: the model ignores system messages. */
  readsSystem?: boolean;
}

/** The serving parameters that are sent to the model. */
export const sentServing = (
  serving: Serving = {},
  { serving: taken = ALL_SERVING_ACCEPTED }: ModelQuirks,
): Serving => keepAcceptedServing(serving, taken);

/** The request as it is sent to the model. */
export function applyQuirks(request: ChatRequest, quirks: ModelQuirks): ChatRequest {
  const { temperature, seed, maxTokens, serving, ...rest } = request;
  const warm =
    quirks.acceptsTemperature === false ? undefined : lowestLimit(temperature, quirks.maxTemperature);
  const limit =
    quirks.acceptsMaxTokens === false
      ? undefined
      : lowestLimit(maxTokens ?? quirks.defaultMaxTokens, quirks.maxOutputTokens);
  return {
    ...rest,
    ...(warm !== undefined && { temperature: warm }),
    ...(limit !== undefined && { maxTokens: limit }),
    ...(seed !== undefined && quirks.acceptsSeed !== false && { seed }),
    ...(serving && { serving: sentServing(serving, quirks) }),
  };
}

/** The parameters of a request as they are sent to the model, by the names of OpenAI's protocol. */
export function sentParameters(request: ChatRequest, quirks: ModelQuirks): Record<string, unknown> {
  const { temperature, seed, maxTokens, serving } = applyQuirks(request, quirks);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { [quirks.maxTokensParameter ?? 'max_tokens']: maxTokens }),
    ...(seed !== undefined && { seed }),
    ...serving,
  };
}

/** What will be sent differently from the request, one sentence each; shown before any call. */
export function describeQuirks(
  { temperature, seed, maxTokens, serving = {}, system }: Omit<ChatRequest, 'messages'> & { system?: string },
  quirks: ModelQuirks,
): string[] {
  const { acceptsTemperature, maxTemperature, acceptsSeed } = quirks;
  const { acceptsMaxTokens, maxOutputTokens, maxTokensParameter } = quirks;
  const sentences: string[] = [];
  if (temperature !== undefined && acceptsTemperature === false) {
    sentences.push(
      `The model does not accept a temperature: ${temperature} is not sent, and its default applies.`,
    );
  } else if (isAbove(temperature, maxTemperature)) {
    sentences.push(
      `The model accepts temperatures up to ${maxTemperature}: ${temperature} is reduced to that.`,
    );
  }
  if (seed !== undefined && acceptsSeed === false) {
    sentences.push('The provider does not accept a seed: repeated calls may differ.');
  }
  if (maxTokens !== undefined && acceptsMaxTokens === false) {
    sentences.push(`The provider does not accept a token limit: ${maxTokens} is not sent.`);
  } else if (isAbove(maxTokens, maxOutputTokens)) {
    sentences.push(
      `The model writes at most ${maxOutputTokens} tokens: the limit of ${maxTokens} is reduced to that.`,
    );
  }
  if (maxTokens !== undefined && maxTokensParameter === 'max_completion_tokens') {
    sentences.push('The token limit is sent as max_completion_tokens, and includes reasoning.');
  }
  if (system !== undefined && quirks.readsSystem === false) {
    sentences.push('The provider does not accept system messages: the system text is not sent.');
  }
  return [...sentences, ...describeRefusedServing(serving, quirks.serving ?? ALL_SERVING_ACCEPTED)];
}

function lowestLimit(asked: number | undefined, most: number | undefined): number | undefined {
  return isAbove(asked, most) ? most : asked;
}

function isAbove(asked: number | undefined, most: number | undefined): boolean {
  return asked !== undefined && most !== undefined && asked > most;
}

/** Merges a catalogue's quirks with those learned since. */
export function withQuirks(known: ModelQuirks, learned: ModelQuirks): ModelQuirks {
  const serving = { ...known.serving, ...learned.serving };
  return { ...known, ...learned, ...(Object.keys(serving).length > 0 && { serving }) };
}

/** What a refusal teaches: how later requests differ, and that as a sentence. */
export interface Lesson {
  learned: ModelQuirks;
  sentence: string;
}

/**
 * Learns from the parameter that a refusal of `request` names; null if nothing can be learned, for example if it was
 * not sent or the measurement depends on it (`response_format`).
 */
export function learnQuirk(
  request: ChatRequest,
  quirks: ModelQuirks,
  parameter: RefusedParameter,
): Lesson | null {
  const { name, problem } = parameter;
  const field = FIELDS[name];
  if (field === undefined) return null;
  if (field === 'maxTokens') return learnLimit(request, quirks, parameter);
  if (problem === 'missing' || sentValue(request, quirks, field) === undefined) return null;
  const learned: ModelQuirks =
    field === 'temperature'
      ? { acceptsTemperature: false }
      : field === 'seed'
        ? { acceptsSeed: false }
        : { serving: { [field]: false } };
  return { learned, sentence: `parameter ${name} is not accepted and was omitted` };
}

/** The parameters that can be omitted, by their names in the protocols. */
const FIELDS: Readonly<Record<string, 'temperature' | 'seed' | 'maxTokens' | DroppedParameter>> = {
  temperature: 'temperature',
  seed: 'seed',
  random_seed: 'seed',
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  max_output_tokens: 'maxTokens',
  maxOutputTokens: 'maxTokens',
  top_p: 'top_p',
  topP: 'top_p',
  stop: 'stop',
  stop_sequences: 'stop',
  stopSequences: 'stop',
  reasoning_effort: 'reasoning_effort',
  service_tier: 'service_tier',
  serviceTier: 'service_tier',
  prompt_cache_key: 'prompt_cache_key',
  prompt_cache_retention: 'prompt_cache_retention',
  cache_control: 'prompt_cache_retention',
};
type DroppedParameter = Exclude<keyof Serving, 'response_format' | 'provider_route'>;

/** Limit for a model that requires one: the longest responses of most chat models. */
const LIMIT_WHERE_REQUIRED = 4096;

function learnLimit(
  { maxTokens }: ChatRequest,
  { acceptsMaxTokens, defaultMaxTokens, maxTokensParameter = 'max_tokens' }: ModelQuirks,
  { name, problem, instead }: RefusedParameter,
): Lesson | null {
  const other = instead ?? (problem === 'missing' ? name : undefined);
  if (other !== maxTokensParameter && (other === 'max_tokens' || other === 'max_completion_tokens'))
    return {
      learned: {
        maxTokensParameter: other,
        ...(problem === 'missing' && maxTokens === undefined && { defaultMaxTokens: LIMIT_WHERE_REQUIRED }),
      },
      sentence: `the token limit is sent as ${other}`,
    };
  if (problem === 'missing' && maxTokens === undefined && defaultMaxTokens === undefined)
    return {
      learned: { defaultMaxTokens: LIMIT_WHERE_REQUIRED },
      sentence: `parameter ${name} is required, and ${LIMIT_WHERE_REQUIRED} is sent`,
    };
  // A limit that is too high must be lowered by the user.
  const isSent = (maxTokens ?? defaultMaxTokens) !== undefined && acceptsMaxTokens !== false;
  if (problem !== 'unsupported' || !isSent) return null;
  return {
    learned: { acceptsMaxTokens: false },
    sentence: `parameter ${name} is not accepted and was omitted`,
  };
}

function sentValue(
  request: ChatRequest,
  quirks: ModelQuirks,
  field: 'temperature' | 'seed' | DroppedParameter,
) {
  const { temperature, seed, serving } = applyQuirks(request, quirks);
  if (field === 'temperature') return temperature;
  return field === 'seed' ? seed : serving?.[field];
}
