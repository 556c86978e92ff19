import { AppError } from '../../kernel/errors.ts';
import type { Step } from './answer.ts';

/** A step of an answer with its output, or the error it failed with. */
export type ToolStepResult<T> = { step: Step; output: T; error: null } | { step: Step; error: AppError };

/**
 * Takes one step of an answer: what a tool says, or that and why it failed. Throws only what is no `AppError`.
 * @param shown what of the output the step keeps; all of it where it is left out
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

/** A failure as a step keeps it, and as a model reads it. */
function failureOf({ code, message: detail, errors }: AppError): object {
  return { code, detail, ...(errors.length > 0 && { errors }) };
}
