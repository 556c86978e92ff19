import {
  type CallOutcome,
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  callOutcomeOf,
  failureNote,
  type ModelConnection,
  outcomeFailsAllCalls,
  type Serving,
} from '../../models/models.ts';
import type { AskTarget, DrawnRequest, EarlierTurn, RequestResult } from './ask.ts';
import type { LoadOutcome } from './request-log.ts';

const NOTHING = {
  firstMs: null,
  firstTextMs: null,
  lastMs: null,
  inputTokens: null,
  outputTokens: null,
  cachedTokens: null,
  chunks: null,
};

/** The serving parameters of the stack, and the time limit. */
interface AskedAs {
  temperature?: number | undefined;
  seed?: number;
  system?: string;
  serving?: Serving;
  requestTimeoutMs: number;
}

/** Calls a model under load: streamed, so that times are known, and once; failures are results and not retried. */
export function askModel(
  { call }: ModelConnection,
  { temperature, seed, system, serving = {}, requestTimeoutMs }: AskedAs,
): AskTarget {
  const drawnRequest = ({ prompt, maxTokens, said }: DrawnRequest): ChatRequest => ({
    messages: said === undefined ? messagesOf(prompt, system) : conversationOf(said, prompt, system),
    maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(Object.keys(serving).length > 0 && { serving }),
    ...(said?.session !== undefined && { session: said.session }),
  });
  return async (asked, now, signal) => {
    const calledMs = now();
    const calledAt = performance.now();
    const said = 'said' in asked ? asked.said : undefined;
    const request = {
      ...('prompt' in asked ? drawnRequest(asked) : asked),
      ...(seed !== undefined && { seed }),
    };
    // Only an abort rejects.
    const outcome = await call(request, { stream: true, timeoutMs: requestTimeoutMs, signal }).catch(
      () => null,
    );
    return outcome === null
      ? { ...NOTHING, calledMs, sentMs: calledMs, endedMs: now(), outcome: 'cut' }
      : {
          ...toAsked(outcome, { calledMs, calledAt }, now()),
          ...(said && outcome.ok && { answer: toAnswer(outcome) }),
        };
  };
}

/** The beginning makes a prompt unique, and its end states the requested length of the response. */
const KEPT_HEAD = 120;
const KEPT_TAIL = 80;

/** The system text replaces a part in the middle of the prompt, so that both together have the prompt's length. */
function messagesOf(prompt: string, system?: string): ChatRequest['messages'] {
  if (system === undefined) return [{ role: 'user', content: prompt }];
  const cut = Math.max(0, Math.min(system.length, prompt.length - KEPT_HEAD - KEPT_TAIL));
  return systemFirst(prompt.slice(0, KEPT_HEAD) + prompt.slice(KEPT_HEAD + cut), system);
}

function systemFirst(content: string, system?: string): ChatRequest['messages'] {
  const user = { role: 'user' as const, content };
  return system === undefined ? [user] : [{ role: 'system', content: system }, user];
}

/**
 * The system text replaces a part of the first prompt, as in single requests, if that prompt was generated to a length.
 */
function conversationOf(
  { messages, isOwnText = false }: EarlierTurn,
  prompt: string,
  system?: string,
): ChatRequest['messages'] {
  const [first, ...rest] = [...messages, { role: 'user' as const, content: prompt }];
  const opening = isOwnText
    ? systemFirst(first?.content ?? '', system)
    : messagesOf(first?.content ?? '', system);
  return [...opening, ...rest];
}

/**
 * The response to add to the conversation, or a substitute if the model returned only reasoning: no provider accepts an empty
 * message.
 */
function toAnswer({ text, session }: ChatAnswer): NonNullable<RequestResult['answer']> {
  return { text: text.trim() === '' ? '…' : text, ...(session !== undefined && { session }) };
}

/** When a request was called, by the window's clock and by `performance.now()`. */
interface Called {
  calledMs: number;
  calledAt: number;
}

function toAsked(outcome: ChatOutcome, called: Called, endedMs: number): RequestResult {
  const { calledMs } = called;
  const what = { endedMs, outcome: loadOutcomeOf(outcome) };
  if (!outcome.ok) return { ...NOTHING, calledMs, sentMs: calledMs, ...what, failure: failureNote(outcome) };
  return {
    calledMs,
    ...timesOf(outcome, called, endedMs),
    ...tokensOf(outcome),
    ...what,
    answeredBy: {
      model: outcome.returnedModel,
      ...(outcome.route !== undefined && { route: outcome.route }),
      ...(outcome.usage.service_tier !== undefined && { tier: outcome.usage.service_tier }),
    },
  };
}

/** The outcome of a call, with the distinctions that load figures need. */
function loadOutcomeOf(call: ChatOutcome): LoadOutcome {
  const outcome = callOutcomeOf(call);
  if (call.ok)
    return outcome === 'answered' && call.finishReason === 'length' ? 'truncated' : toLoad(outcome);
  if (call.class === 'timeout') return 'timed_out';
  if (call.class === 'quota') return 'quota';
  return outcome === 'refused' && !outcomeFailsAllCalls(call) ? 'rejected' : toLoad(outcome);
}

const toLoad = (outcome: CallOutcome): LoadOutcome => (outcome === 'not_sent' ? 'cut' : outcome);

/**
 * Times on the window's clock; the timings of a stream start when its account has a token. If a provider cannot stream,
 * only the end of the response is known.
 */
function timesOf({ timings }: ChatAnswer, { calledMs, calledAt }: Called, endedMs: number) {
  if (timings === undefined) return { sentMs: calledMs, firstMs: null, firstTextMs: null, lastMs: endedMs };
  const startMs = calledMs + timings.calledAt - calledAt;
  const at = (ms: number | null) => (ms === null ? null : startMs + ms);
  return {
    sentMs: startMs + timings.sentMs,
    firstMs: at(timings.firstTokenMs),
    firstTextMs: at(timings.firstTextMs),
    lastMs: at(timings.lastTokenMs),
  };
}

function tokensOf({ usage, timings }: ChatAnswer) {
  return {
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    cachedTokens: usage.cached_tokens,
    chunks: timings?.chunks.length ?? null,
  };
}
