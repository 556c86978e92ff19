import type { LoadRequest } from './request-log.ts';

/** The tokens of requests that have ended, if the server counted them. */
export interface SpentTokens {
  /** Number of requests whose tokens were counted. */
  readonly requests: number;
  readonly inputTokens: number;
  /** The part of the input tokens that the server read from its cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
}

export const NO_TOKENS_SPENT: SpentTokens = { requests: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 };

export function addSpentTokens(a: SpentTokens, b: SpentTokens): SpentTokens {
  return {
    requests: a.requests + b.requests,
    inputTokens: a.inputTokens + b.inputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}

type CountedTokens = Pick<LoadRequest, 'inputTokens' | 'cachedTokens' | 'outputTokens'>;

/** Tokens of one request; none if the server counted none. */
export function tokensOfRequest({ inputTokens, cachedTokens, outputTokens }: CountedTokens): SpentTokens {
  return inputTokens === null || outputTokens === null
    ? NO_TOKENS_SPENT
    : { requests: 1, inputTokens, cachedTokens: Math.min(cachedTokens ?? 0, inputTokens), outputTokens };
}

export function sumSpentTokens(requests: readonly CountedTokens[]): SpentTokens {
  return requests.map(tokensOfRequest).reduce(addSpentTokens, NO_TOKENS_SPENT);
}
