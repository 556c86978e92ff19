import type {
  ChatAnswer,
  ChatOutcome,
  ChatRequest,
  FailureClass,
  ModelConnection,
  Serving,
} from '../models/models.ts';
import type { Ask, Asked } from './load-window.ts';
import type { LoadOutcome } from './request-log.ts';

const FAILED: Readonly<Record<FailureClass, LoadOutcome>> = {
  rate_limit: 'rate_limited',
  transient: 'failed',
  timeout: 'timed_out',
  quota: 'quota',
  deterministic: 'refused',
};

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
): Ask {
  return async ({ prompt, maxTokens }, now, signal) => {
    const calledMs = now();
    const request = {
      messages: messagesOf(prompt, system),
      maxTokens,
      ...(seed !== undefined && { seed }),
      ...(temperature !== undefined && { temperature }),
      ...(Object.keys(serving).length > 0 && { serving }),
    };
    // Only an abort rejects.
    const outcome = await call(request, { stream: true, timeoutMs: requestTimeoutMs, signal }).catch(
      () => null,
    );
    return outcome === null
      ? { ...NOTHING, calledMs, sentMs: calledMs, endedMs: now(), outcome: 'cut' }
      : toAsked(outcome, calledMs, now());
  };
}

/** The beginning of a prompt makes it its own, and its end says how long the answer is to be. */
const KEPT_HEAD = 120;
const KEPT_TAIL = 80;

/** The system text comes out of the middle of the prompt: both together are as long as the prompt was. */
function messagesOf(prompt: string, system?: string): ChatRequest['messages'] {
  if (system === undefined) return [{ role: 'user', content: prompt }];
  const cut = Math.max(0, Math.min(system.length, prompt.length - KEPT_HEAD - KEPT_TAIL));
  const content = prompt.slice(0, KEPT_HEAD) + prompt.slice(KEPT_HEAD + cut);
  return [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
}

function toAsked(outcome: ChatOutcome, calledMs: number, endedMs: number): Asked {
  if (!outcome.ok) return { ...NOTHING, calledMs, sentMs: calledMs, endedMs, outcome: FAILED[outcome.class] };
  return {
    calledMs,
    ...timesOf(outcome, calledMs, endedMs),
    ...tokensOf(outcome),
    endedMs,
    outcome: whatBecame(outcome),
  };
}

/** An answer without text is one that broke off: nobody was served. */
function whatBecame({ text, reasoning, finishReason }: ChatAnswer): LoadOutcome {
  if (text === '' && reasoning === null) return 'failed';
  return finishReason === 'length' ? 'truncated' : 'answered';
}

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
