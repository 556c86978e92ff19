import type { LoadRequest } from './request-log.ts';

/*
 * What is measured of one request, in ms. Times count from the intended send: measured from the actual one, a server
 * that stalls looks fast, because the requests that waited for it are not counted (coordinated omission). Null where
 * it cannot be told.
 */

/** How late we handed it over: our own lateness. Setting up its connection (TCP, TLS) comes after, and is the server's. */
export const scheduleLag = ({ calledMs, scheduledMs }: LoadRequest): number => calledMs - scheduledMs;

/** Time to the first token that a user sees; a chunk that only names a role is none, and neither is hidden reasoning. */
export const timeToFirstToken = ({ firstTextMs, scheduledMs }: LoadRequest): number | null =>
  firstTextMs === null ? null : firstTextMs - scheduledMs;

/** To the last token. */
export const endToEndLatency = ({ lastMs, scheduledMs }: LoadRequest): number | null =>
  lastMs === null ? null : lastMs - scheduledMs;

/**
 * To the last token from when we handed it over, its connection included: without our lateness, and blind to what had
 * to wait for it.
 */
export const latencyFromActualSend = ({ lastMs, calledMs }: LoadRequest): number | null =>
  lastMs === null ? null : lastMs - calledMs;

/** Time per output token after the first, (last − first) / (tokens − 1), reasoning included; null below 2 tokens. */
export function timePerOutputToken({ firstMs, lastMs, outputTokens }: LoadRequest): number | null {
  if (firstMs === null || lastMs === null || outputTokens === null || outputTokens < 2) return null;
  return (lastMs - firstMs) / (outputTokens - 1);
}

/** Whether it was answered; at the token limit counts, and is reported apart. */
export const isAnswered = ({ outcome }: LoadRequest): boolean =>
  outcome === 'answered' || outcome === 'truncated';
