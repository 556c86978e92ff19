import { AppError } from '../../kernel/errors.ts';
import type { Tools } from '../../tools/tools.ts';
import type { Part, Question } from '../answer.ts';

/**
 * Calls a tool with who asked; the step is part of the answer, a failed one too. Throws what the tool throws.
 * @returns the output; its type is that of the tool.
 */
export async function* callTool<T>(
  tools: Tools,
  { actor, workspaceId, messageId }: Question,
  name: string,
  input: object,
): AsyncGenerator<Part, T> {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const started = performance.now();
  const step = (output: unknown, failed: boolean): Part => {
    const took_ms = Math.round(performance.now() - started);
    return { type: 'step', step: { tool: name, input, output, failed, took_ms } };
  };
  try {
    const output = await tool.run(actor, workspaceId, input, messageId);
    yield step(output, false);
    return output as T;
  } catch (error) {
    if (error instanceof AppError) yield step({ code: error.code, detail: error.message }, true);
    throw error;
  }
}
