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
 * The outcome of asking a model once, as a run would. - `passed`: a token came. - `other_model`: a token came from a
 * different model than requested, or from a gateway's fallback. - `refused`: all further calls to this model, or with
 * this account, would be refused as well. - `undetermined`: nothing came in time, or a transient failure.
 */
export interface ModelTrial {
  status: 'passed' | 'other_model' | 'refused' | 'undetermined';
  /** Why it did not pass; null where it did, and where nothing came in time. */
  failure: CallFailure | null;
  /** Where it came whole before it was given up. */
  answer: ChatAnswer | null;
  /** The model that the server named; null where it named none. */
  returnedModel: string | null;
  /** Milliseconds to the first token of a streamed response. */
  firstTokenMs: number | null;
  /** From the beginning to the end of it, in ms. */
  latencyMs: number;
  calls: number;
  /** As they were sent, of the last call, by the names of OpenAI's protocol. */
  parameters: Readonly<Record<string, unknown>>;
  /** Counted by the server, or estimated from the characters of what was given up; all null where nothing came. */
  usage: ChatUsage;
  isEstimated: boolean;
  /** How requests to this account and model differ from what the catalogue says. */
  learned: ModelQuirks;
  /** What was learned, such as `parameter temperature is not taken and was left out`. */
  lessons: readonly string[];
}

export interface TrialOptions {
  signal: AbortSignal;
  /** Nothing within this time is undetermined. */
  withinMs: number;
  /** So long what has begun is read on, for the tokens it took; longer answers are given up. */
  readOnMs: number;
  /** Minimum time for which a response that has begun is read, from the beginning. Default: `readOnMs`. */
  wholeWithinMs?: number;
  /** Makes each call, within the limits of who asks. */
  within?: (call: () => Promise<ChatOutcome>, signal: AbortSignal) => Promise<ChatOutcome>;
}

/** Refusals that teach something; a server that refuses each parameter in turn is not asked for ever. */
const MAX_LESSONS = 4;

/** The model that was asked, with its known quirks. */
export interface TriedModel extends NamedModel {
  connectionKey: string;
  call: Call;
  quirks: ModelQuirks;
}

/**
 * @param connect connects with what was learned
 * @param lessons null = nothing is learned of it
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
  /** Null where it was given up. */
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
        // The signal ends it before.
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

/** A server that answers whole where a stream was asked for, or refuses to stream, is asked without. */
function maySpeakWhole({ reason, parameter }: CallFailure): boolean {
  return (
    reason === 'malformed' ||
    reason === 'not_a_completion' ||
    parameter?.name === 'stream' ||
    parameter?.name.startsWith('stream_options') === true
  );
}

/** Characters in a token of English text and code, roughly. */
const CHARACTERS_PER_TOKEN = 4;

/** @param asked null for an application: what it says of its models is its own matter */
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
  // A whole answer that does not pass is one that was filtered.
  return answer
    ? contentFilterNote(answer.finishDetail).message
    : `Nothing came within ${withinMs / 1000} s.`;
}

/** Why a trial did not pass that a model answered. */
export const otherModelMessage = (returnedModel: string | null, route?: string): string =>
  `A different model than requested responded: ${[returnedModel, route].filter(Boolean).join(', ')}. Request the model by that name, or list the name in answers_as of the provider if it is the same model, and create a new evaluation.`;

interface LearnedQuirks {
  learned: ModelQuirks;
  sentences: readonly string[];
}

/** What this process has learned of models, by account and model. */
export type Lessons = ReturnType<typeof createLessons>;

const NOTHING_LEARNED: LearnedQuirks = { learned: {}, sentences: [] };
/** Names of models are the users' own. */
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
