import { TouchstoneError } from '@touchstone/client';
import { explainError } from './explain-error.ts';
import { networkFailureReason } from './reach.ts';

/**
 * The message for an error of a command that calls the service: the remedy if it is known, and each invalid field.
 */
export function explainClientError(error: unknown): string {
  const places = error instanceof TouchstoneError ? error.errors : [];
  const message = explainError(error)?.message ?? unexplained(error);
  const more = places.filter(({ pointer, detail }) => !message.includes(`${pointer} ${detail}`.trim()));
  return message + more.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`).join('');
}

/** If a connection breaks during a response, the error of `fetch` has the reason only in its cause. */
function unexplained(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error instanceof TypeError && error.cause instanceof Error)) return error.message;
  return `The connection to the service failed: ${networkFailureReason(error.cause)}. Check that the service runs, and try again.`;
}
