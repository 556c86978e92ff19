import type { ChatAnswer, ChatOutcome, FailureClass, ModelConnection, Serving } from '../models/models.ts';
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

/** Asks a model as a load does: streamed, so that times are known, and once; a failure is a result and not repeated. */
export function askModel(
  { call }: ModelConnection,
  {
    temperature,
    serving = {},
    requestTimeoutMs,
  }: { temperature?: number | undefined; serving?: Serving; requestTimeoutMs: number },
): Ask {
  return async ({ prompt, maxTokens }, now, signal) => {
    const calledMs = now();
    const request = {
      messages: [{ role: 'user', content: prompt }] as const,
      maxTokens,
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
