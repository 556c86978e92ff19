import { AppError } from '../../kernel/errors.ts';
import type { Step } from './answer.ts';

/** A step of an answer with its output, or the error it failed with. */
export type ToolStepResult<T> = { step: Step; output: T; error: null } | { step: Step; error: AppError };

/**
 * Runs one step of an answer and returns its output, or its `AppError`. Other errors are thrown.
 * @param shown the part of the output that the step stores; by default all of it
 */
export async function runToolStep<T>(
  tool: string,
  input: unknown,
  run: () => Promise<T>,
  shown: (output: T) => unknown = (output) => output,
): Promise<ToolStepResult<T>> {
  const started = performance.now();
  const stepOf = (output: unknown, failed: boolean): Step => {
    return { tool, input, output, failed, took_ms: Math.round(performance.now() - started) };
  };
  try {
    const output = await run();
    return { step: stepOf(shown(output), false), output, error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { step: stepOf(failureOf(error), true), error };
  }
}

/** An error as stored in a step and shown to a model. */
function failureOf({ code, message: detail, errors }: AppError): object {
  return { code, detail, ...(errors.length > 0 && { errors }) };
}
