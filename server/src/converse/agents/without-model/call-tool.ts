import type { Tools } from '../../tools/tools.ts';
import type { Part, Question } from '../answer.ts';
import { runToolStep } from '../take-step.ts';

/**
 * Calls a tool as the actor that asked; the step is part of the answer, even if it fails. Throws what the tool
 * throws.
 * @returns the output, with the tool's type
 */
export async function* callTool<T>(
  tools: Tools,
  { actor, workspaceId, messageId }: Question,
  name: string,
  input: object,
): AsyncGenerator<Part, T> {
  const tool = tools.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const taken = await runToolStep(name, input, () => tool.run(actor, workspaceId, input, messageId));
  yield { type: 'step', step: taken.step };
  if (taken.error) throw taken.error;
  return taken.output as T;
}
