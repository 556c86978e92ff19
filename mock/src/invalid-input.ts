/** An invalid place of a script: a JSON pointer (`/defaults/latency`) and a sentence. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/**
 * A script, flag or file that the mock refuses, with a sentence that says what to do. Any other thrown error is a
 * defect.
 */
export class InvalidInput extends Error {
  readonly code = 'invalid_request';
  readonly errors: readonly FieldError[];

  constructor(
    message: string,
    { errors = [], cause }: { errors?: readonly FieldError[]; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'InvalidInput';
    this.errors = errors;
  }
}
