import { TouchstoneError } from '@touchstone/client';
import { explain } from './explain.ts';

/** What a command that speaks to the service says of an error: the remedy where it is known, each field that is wrong. */
export function tellError(error: unknown): string {
  const places = error instanceof TouchstoneError ? error.errors : [];
  const message = explain(error)?.message ?? (error instanceof Error ? error.message : String(error));
  return message + places.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`).join('');
}
