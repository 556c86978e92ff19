import type { LoadRequest } from './request-log.ts';

/** The tokens of requests that have ended, as far as the server counted them. */
export interface SpentTokens {
  /** Requests whose tokens were counted. */
  readonly requests: number;
  readonly inputTokens: number;
  /** Of these, what the server read from its cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export const NOTHING_SPENT: SpentTokens = { requests: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function addSpent(a: SpentTokens, b: SpentTokens): SpentTokens {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

type Counted = Pick<LoadRequest, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;

/** What one request came to; nothing where the server counted no tokens. */
export function spentOnOne({ inputTokens, cachedTokens, outputTokens }: Counted): SpentTokens {
  return inputTokens === null || outputTokens === null
    ? NOTHING_SPENT
    : { requests: 1, inputTokens, cachedTokens: Math.min(cachedTokens ?? 0, inputTokens), outputTokens };
}

export function spentOn(requests: readonly Counted[]): SpentTokens {
  return requests.map(spentOnOne).reduce(addSpent, NOTHING_SPENT);
}
