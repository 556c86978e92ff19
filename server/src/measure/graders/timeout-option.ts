import type { OptionSpec } from './options.ts';

const MAX_TIMEOUT_MS = 60_000;
/** Of the hash of what a user wrote, as it is shown. */
export const SHOWN_HASH = 16;

/** How long what a user wrote may take for one response. */
export const timeoutOption = (description: string, fallback: number): OptionSpec => ({
  type: 'number',
  default: fallback,
  description,
  expects: `a whole number from 1 to ${MAX_TIMEOUT_MS}`,
  accepts: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_TIMEOUT_MS,
});
