import type { LoadRequest } from './request-log.ts';

/*
 * The times of one request, in ms. They count from the scheduled time: from the actual sending, a stalling server would
 * look fast, because the requests that waited for it would not count (coordinated omission). Null if unknown.
 */

/** How late this service started the call. Opening its connection (TCP, TLS) comes after and counts for the server. */
export const scheduleLag = ({ calledMs, scheduledMs }: LoadRequest): number => calledMs - scheduledMs;

/** Time to the first token that a user sees; neither a chunk that only names a role nor hidden reasoning counts. */
export const timeToFirstToken = ({ firstTextMs, scheduledMs }: LoadRequest): number | null =>
  firstTextMs === null ? null : firstTextMs - scheduledMs;

/** Time to the last token. */
export const endToEndLatency = ({ lastMs, scheduledMs }: LoadRequest): number | null =>
  lastMs === null ? null : lastMs - scheduledMs;

/**
 * Time to the last token from the start of the call, including its connection: excludes our lateness, and waiting
 * caused by earlier requests.
 */
export const latencyFromActualSend = ({ lastMs, calledMs }: LoadRequest): number | null =>
  lastMs === null ? null : lastMs - calledMs;

/**
 * Time per output token after the first, (last − first) / (tokens − 1), including reasoning; null for fewer than 2
 * tokens.
 */
export function timePerOutputToken({ firstMs, lastMs, outputTokens }: LoadRequest): number | null {
  if (firstMs === null || lastMs === null || outputTokens === null || outputTokens < 2) return null;
  return (lastMs - firstMs) / (outputTokens - 1);
}

/** Whether it was answered; a response at the token limit counts and is reported separately. */
export const isAnswered = ({ outcome }: LoadRequest): boolean =>
  outcome === 'answered' || outcome === 'truncated';
