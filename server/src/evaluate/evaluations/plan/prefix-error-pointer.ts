import { AppError } from '../../../kernel/errors.ts';

/** The error with its pointers moved below `at`, or set to it if it has none. */
export function prefixErrorPointer(error: unknown, at: string): unknown {
  if (!(error instanceof AppError)) return error;
  const errors = error.errors.length > 0 ? error.errors : [{ pointer: '', detail: error.message }];
  return new AppError(error.code, error.message, {
    errors: errors.map(({ pointer, detail }) => ({ pointer: `${at}${pointer}`, detail })),
  });
}
