import { LRUCache } from 'lru-cache';
import {
  type Call,
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  type ChatUsage,
  NO_USAGE,
} from './contract/chat.ts';
import type { CallFailure } from './contract/failure.ts';
import { isFallbackRoute, isNameOfOtherModel, type NamedModel } from './contract/model-names.ts';
import { outcomeFailsAllCalls } from './contract/outcome.ts';
import { learnQuirk, type ModelQuirks, sentParameters, withQuirks } from './contract/quirks.ts';
import { contentFilterNote } from './contract/reasons.ts';

/**
 * The outcome of calling a model once, as a run would.
 * - `passed`: a token arrived.
 * - `other_model`: a token arrived from a different model than requested, or from a gateway's fallback.
 * - `refused`: all further calls to this model, or with this account, would be refused too.
 * - `undetermined`: nothing arrived in time, or there was a transient failure.
 */
export interface ModelTrial {
  status: 'passed' | 'other_model' | 'refused' | 'undetermined';
  /** Why it did not pass; null if it passed or nothing arrived in time. */
  failure: CallFailure | null;
  /** The response, if it was complete before the trial was aborted. */
  answer: ChatAnswer | null;
  /** The model that the server named; null if it named none. */
  returnedModel: string | null;
  /** Milliseconds to the first token of a streamed response. */
  firstTokenMs: number | null;
  /** Milliseconds from the start to the end of the response. */
  latencyMs: number;
  calls: number;
  /** The parameters of the last call, by the names of OpenAI's protocol. */
  parameters: Readonly<Record<string, unknown>>;
  /** Counted by the server, or estimated from the characters of an aborted response; all null if nothing arrived. */
  usage: ChatUsage;
  isEstimated: boolean;
  /** How requests to this account and model differ from the catalogue's facts. */
  learned: ModelQuirks;
  /** What was learned, such as `parameter temperature is not accepted and was omitted`. */
  lessons: readonly string[];
}

export interface TrialOptions {
  signal: AbortSignal;
  /** Without a token in this time the trial is undetermined. */
  withinMs: number;
  /** Maximum time for reading a response after its first token, to count its tokens; longer responses are aborted. */
  readOnMs: number;
  /** Minimum time for which a response that has begun is read, from the beginning. Default: `readOnMs`. */
  wholeWithinMs?: number;
  /** Makes each call, within the caller's limits. */
  within?: (call: () => Promise<ChatOutcome>, signal: AbortSignal) => Promise<ChatOutcome>;
}

/** The maximum number of refusals to learn from, in case a server refuses each parameter in turn. */
const MAX_LESSONS = 4;

/** The model that was called, with its known quirks. */
export interface TriedModel extends NamedModel {
  connectionKey: string;
  call: Call;
  quirks: ModelQuirks;
}

/**
 * @param connect connects with the learned quirks
 * @param lessons null: nothing is learned
 */
export async function tryModel(
  connect: (learned: ModelQuirks) => TriedModel,
  lessons: Lessons | null,
  request: ChatRequest,
  options: TrialOptions,
): Promise<ModelTrial> {
  const begun = performance.now();
  const untilMs = begun + options.withinMs;
  const wholeUntilMs = begun + (options.wholeWithinMs ?? 0);
  const before = lessons?.of(connect({})) ?? NOTHING_LEARNED;
  let { learned } = before;
  const sentences = [...before.sentences];
  let stream = true;
  for (let calls = 1; ; calls++) {
    const connection = connect(learned);
    const came = await askOnce(connection, request, { ...options, untilMs, wholeUntilMs, stream });
    const { outcome } = came;
    if (outcome !== null && !outcome.ok) {
      if (stream && maySpeakWhole(outcome)) {
        stream = false;
        continue;
      }
      const lesson =
        lessons !== null && outcome.parameter && sentences.length < MAX_LESSONS
          ? learnQuirk(request, connection.quirks, outcome.parameter)
          : null;
      if (lesson !== null) {
        learned = withQuirks(learned, lesson.learned);
        sentences.push(lesson.sentence);
        continue;
      }
    }
    if (sentences.length > before.sentences.length) lessons?.keep(connection, { learned, sentences });
    return {
      ...describe(came, request, lessons === null ? null : connection),
      latencyMs: performance.now() - begun,
      calls,
      parameters: sentParameters(request, connection.quirks),
      learned,
      lessons: sentences,
    };
  }
}

interface Came {
  /** Null if it was aborted. */
  outcome: ChatOutcome | null;
  first: { ms: number; returnedModel: string | null } | null;
  /** Characters received before the trial was aborted. */
  characters: number;
}

async function askOnce(
  { call }: TriedModel,
  request: ChatRequest,
  {
    signal,
    untilMs,
    wholeUntilMs,
    readOnMs,
    stream,
    within = (one) => one(),
  }: TrialOptions & { untilMs: number; wholeUntilMs: number; stream: boolean },
): Promise<Came> {
  const giveUp = new AbortController();
  const after = (ms: number) => setTimeout(() => giveUp.abort(), Math.max(0, ms));
  let timer = after(untilMs - performance.now());
  const came: Came = { outcome: null, first: null, characters: 0 };
  const either = AbortSignal.any([signal, giveUp.signal]);
  try {
    came.outcome = await within(() => {
      either.throwIfAborted();
      const calledAt = performance.now();
      return call(request, {
        signal: either,
        // The signal ends it earlier.
        timeoutMs: Math.max(0, untilMs - calledAt) + readOnMs + SPARE_MS,
        stream,
        onFirstToken(returnedModel) {
          came.first = { ms: performance.now() - calledAt, returnedModel };
          clearTimeout(timer);
          timer = after(Math.max(readOnMs, wholeUntilMs - performance.now()));
        },
        onText(text) {
          came.characters += text.length;
        },
      });
    }, either);
  } catch (error) {
    signal.throwIfAborted();
    if (!giveUp.signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  return came;
}

const SPARE_MS = 5_000;

/** Repeats without streaming if a server ignores or refuses the stream. */
function maySpeakWhole({ reason, parameter }: CallFailure): boolean {
  return (
    reason === 'malformed' ||
    reason === 'not_a_completion' ||
    parameter?.name === 'stream' ||
    parameter?.name.startsWith('stream_options') === true
  );
}

/** Approximate number of characters in a token of English text and code. */
const CHARACTERS_PER_TOKEN = 4;

/** @param asked null for an application, whose models are not checked */
function describe({ outcome, first, characters }: Came, { messages }: ChatRequest, asked: TriedModel | null) {
  const answer = outcome?.ok ? outcome : null;
  const failure = outcome !== null && !outcome.ok ? outcome : null;
  const isFiltered = answer?.finishReason === 'content_filter';
  const passes = failure === null && (answer !== null ? !isFiltered : first !== null);
  const isEstimated = outcome === null && first !== null;
  const sent = messages.reduce((sum, { content }) => sum + content.length, 0);
  const returnedModel = answer?.returnedModel ?? first?.returnedModel ?? null;
  const isOther =
    asked !== null && (isFallbackRoute(answer?.route) || isNameOfOtherModel(asked, returnedModel ?? ''));
  const passed = isOther ? 'other_model' : 'passed';
  const status = passes
    ? passed
    : failure !== null && outcomeFailsAllCalls(failure)
      ? 'refused'
      : 'undetermined';
  return {
    status,
    failure,
    answer,
    returnedModel,
    firstTokenMs: first?.ms ?? null,
    usage: isEstimated
      ? {
          ...NO_USAGE,
          input_tokens: Math.ceil(sent / CHARACTERS_PER_TOKEN),
          output_tokens: Math.max(1, Math.ceil(characters / CHARACTERS_PER_TOKEN)),
        }
      : (answer?.usage ?? NO_USAGE),
    isEstimated,
  } as const;
}

/** Why a model failed a trial of `withinMs`; null if it passed. */
export function trialMessage(trial: ModelTrial, withinMs: number): string | null {
  const { status, failure, answer, returnedModel } = trial;
  if (status === 'passed') return null;
  if (status === 'other_model') return otherModelMessage(returnedModel, answer?.route);
  if (failure !== null) return failure.message;
  // A complete response that did not pass was filtered.
  return answer
    ? contentFilterNote(answer.finishDetail).message
    : `Nothing came within ${withinMs / 1000} s.`;
}

/** Why a trial did not pass although a model responded. */
export const otherModelMessage = (returnedModel: string | null, route?: string): string =>
  `A different model than requested responded: ${[returnedModel, route].filter(Boolean).join(', ')}. Request the model by that name, or list the name in answers_as of the provider if it is the same model, and create a new evaluation.`;

interface LearnedQuirks {
  learned: ModelQuirks;
  sentences: readonly string[];
}

/** What this process has learned about models, by account and model. */
export type Lessons = ReturnType<typeof createLessons>;

const NOTHING_LEARNED: LearnedQuirks = { learned: {}, sentences: [] };
/** The maximum number of entries, because users choose the names of models. */
const MAX_KEPT = 1_000;

export function createLessons() {
  const kept = new LRUCache<string, LearnedQuirks>({ max: MAX_KEPT });
  const keyOf = ({ connectionKey, modelId }: Pick<TriedModel, 'connectionKey' | 'modelId'>) =>
    JSON.stringify([connectionKey, modelId]);
  return {
    of: (connection: Pick<TriedModel, 'connectionKey' | 'modelId'>): LearnedQuirks =>
      kept.get(keyOf(connection)) ?? NOTHING_LEARNED,
    keep: (connection: Pick<TriedModel, 'connectionKey' | 'modelId'>, learned: LearnedQuirks): void =>
      void kept.set(keyOf(connection), learned),
  };
}
