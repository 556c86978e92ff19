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
import type { AskedRequest, AskTarget, DrawnRequest, SaidTurn } from './ask.ts';
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

/** How a model is served, as its stack says, and how long it may take. */
interface AskedAs {
  temperature?: number | undefined;
  seed?: number;
  system?: string;
  serving?: Serving;
  requestTimeoutMs: number;
}

/** Asks a model as a load does: streamed, so that times are known, and once; a failure is a result and not repeated. */
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
      : { ...toAsked(outcome, calledMs, now()), ...(said && outcome.ok && { answer: toAnswer(outcome) }) };
  };
}

/** The beginning of a prompt makes it its own, and its end says how long the answer is to be. */
const KEPT_HEAD = 120;
const KEPT_TAIL = 80;

/** The system text comes out of the middle of the prompt: both together are as long as the prompt was. */
function messagesOf(prompt: string, system?: string): ChatRequest['messages'] {
  if (system === undefined) return [{ role: 'user', content: prompt }];
  const cut = Math.max(0, Math.min(system.length, prompt.length - KEPT_HEAD - KEPT_TAIL));
  return systemFirst(prompt.slice(0, KEPT_HEAD) + prompt.slice(KEPT_HEAD + cut), system);
}

function systemFirst(content: string, system?: string): ChatRequest['messages'] {
  const user = { role: 'user' as const, content };
  return system === undefined ? [user] : [{ role: 'system', content: system }, user];
}

/** The system text comes out of the first prompt, as it does where a request stands alone, if that was made to a length. */
function conversationOf(
  { messages, isOwnText = false }: SaidTurn,
  prompt: string,
  system?: string,
): ChatRequest['messages'] {
  const [first, ...rest] = [...messages, { role: 'user' as const, content: prompt }];
  const opening = isOwnText
    ? systemFirst(first?.content ?? '', system)
    : messagesOf(first?.content ?? '', system);
  return [...opening, ...rest];
}

/** A model that only showed reasoning said nothing, and no provider takes an empty message back. */
function toAnswer({ text, session }: ChatAnswer): NonNullable<AskedRequest['answer']> {
  return { text: text.trim() === '' ? '…' : text, ...(session !== undefined && { session }) };
}

function toAsked(outcome: ChatOutcome, calledMs: number, endedMs: number): AskedRequest {
  const what = { endedMs, outcome: loadOutcomeOf(outcome) };
  if (!outcome.ok) return { ...NOTHING, calledMs, sentMs: calledMs, ...what, failure: failureNote(outcome) };
  return {
    calledMs,
    ...timesOf(outcome, calledMs, endedMs),
    ...tokensOf(outcome),
    ...what,
    answeredBy: {
      model: outcome.returnedModel,
      ...(outcome.route !== undefined && { route: outcome.route }),
    },
  };
}

/** The outcome of a call, with the causes told apart that figures of load need. */
function loadOutcomeOf(call: ChatOutcome): LoadOutcome {
  const outcome = callOutcomeOf(call);
  if (call.ok)
    return outcome === 'answered' && call.finishReason === 'length' ? 'truncated' : toLoad(outcome);
  if (call.class === 'timeout') return 'timed_out';
  if (call.class === 'quota') return 'quota';
  return outcome === 'refused' && !outcomeFailsAllCalls(call) ? 'rejected' : toLoad(outcome);
}

const toLoad = (outcome: CallOutcome): LoadOutcome => (outcome === 'not_sent' ? 'cut' : outcome);

/** Where a provider cannot stream, only the end of the answer is known. */
function timesOf({ timings }: ChatAnswer, calledMs: number, endedMs: number) {
  if (timings === undefined) return { sentMs: calledMs, firstMs: null, firstTextMs: null, lastMs: endedMs };
  const at = (ms: number | null) => (ms === null ? null : calledMs + ms);
  return {
    sentMs: calledMs + timings.sentMs,
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
