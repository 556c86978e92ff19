import { AppError } from '../../kernel/errors.ts';
import type { ChatMessage, ToolCall, ToolSpec } from '../../models/models.ts';
import type { Tool } from '../../tools/tools.ts';
import type { Question, Step } from '../answer.ts';
import type { AgentModel } from './agent-model.ts';

/** What comes while a model works with tools. */
export type Worked = { type: 'text'; text: string } | { type: 'step'; step: Step };

/** How an output is written for the model; it may number what is in it. */
type Show = (step: Step) => string;

/** Calls of one reply, and drafts and requests of one answer, that are carried out; a model that asks for more is told so. */
const MOST_CALLS = 8;
const MOST_DRAFTS = 10;
const MOST_REQUESTS = 3;

/**
 * Has a model answer with tools, round by round, until it asks for none. Adds what was said to `messages`, so that more
 * can be asked.
 */
export async function* runTools(
  model: AgentModel,
  tools: ReadonlyMap<string, Tool>,
  question: Question,
  messages: ChatMessage[],
  show: Show,
): AsyncGenerator<Worked> {
  const specs = [...tools.values()].map(toSpec);
  let drafts = 0;
  let requests = 0;
  for (;;) {
    // The last call that the limits allow has to answer with what there is.
    const mayCall = model.hasMore();
    const answering = model.ask({ messages, tools: specs, ...(!mayCall && { toolChoice: 'none' }) });
    let next = await answering.next();
    for (; !next.done; next = await answering.next()) yield { type: 'text', text: next.value };
    const { text, toolCalls = [] } = next.value;
    const calls = mayCall ? toolCalls : [];
    messages.push({ role: 'assistant', content: text, ...(calls.length > 0 && { toolCalls: calls }) });
    if (calls.length === 0) return;
    for (const [index, call] of calls.entries()) {
      const effect = tools.get(call.name)?.effect;
      const isTooMany =
        index >= MOST_CALLS ||
        (effect === 'draft' && ++drafts > MOST_DRAFTS) ||
        (effect === 'spend' && ++requests > MOST_REQUESTS);
      const step = isTooMany ? refused(call) : await runCall(tools, call, question);
      yield { type: 'step', step };
      const content = show(step);
      messages.push({ role: 'tool', content, toolCallId: call.id, toolName: call.name });
    }
  }
}

function refused({ name, arguments: input }: ToolCall): Step {
  const detail = `One reply may call ${MOST_CALLS} tools, and one answer may make ${MOST_DRAFTS} drafts and ${MOST_REQUESTS} requests.`;
  return { tool: name, input, output: { code: 'limit_exceeded', detail }, failed: true, took_ms: 0 };
}

function toSpec({ name, description, input }: Tool): ToolSpec {
  // Without the marks that the schema's library keeps on its objects.
  return { name, description, parameters: JSON.parse(JSON.stringify(input)) as ToolSpec['parameters'] };
}

async function runCall(
  tools: ReadonlyMap<string, Tool>,
  { name, arguments: written }: ToolCall,
  { actor, workspaceId, messageId }: Question,
): Promise<Step> {
  const started = performance.now();
  const ended = (input: unknown, output: unknown, failed: boolean): Step => ({
    tool: name,
    input,
    output,
    failed,
    took_ms: Math.round(performance.now() - started),
  });
  const tool = tools.get(name);
  if (!tool) {
    const known = [...tools.keys()].join(', ');
    return ended(
      written,
      { code: 'not_found', detail: `There is no tool ${name}; there are ${known}.` },
      true,
    );
  }
  let input: unknown;
  try {
    input = written.trim() === '' ? {} : JSON.parse(written);
  } catch {
    return ended(written, { code: 'invalid_json', detail: 'The arguments are not a JSON object.' }, true);
  }
  try {
    return ended(input, await tool.run(actor, workspaceId, input, messageId), false);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message: detail, errors } = error;
    return ended(input, { code, detail, ...(errors.length > 0 && { errors }) }, true);
  }
}
