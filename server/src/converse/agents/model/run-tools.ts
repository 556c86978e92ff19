import type { ErrorCode } from '../../../kernel/errors.ts';
import { parseJson } from '../../../kernel/json.ts';
import type { ChatMessage, ToolCall, ToolSpec } from '../../../models/models.ts';
import type { Tool } from '../../tools/tools.ts';
import type { Question, Step } from '../answer.ts';
import { runToolStep } from '../take-step.ts';
import type { AgentModel } from './agent-model.ts';

/** Events while a model works with tools. */
export type ToolRounds = { type: 'text'; text: string } | { type: 'step'; step: Step };

/** Renders an output for the model; may number its parts. */
type Show = (step: Step) => string;

/**
 * Maximum tool calls in one response, and maximum drafts and requests in one answer; the model is told if it exceeds
 * them.
 */
const MAX_CALLS = 8;
const MAX_DRAFTS = 10;
const MAX_REQUESTS = 3;
const TOO_MANY = `One reply may call ${MAX_CALLS} tools, and one answer may make ${MAX_DRAFTS} drafts and ${MAX_REQUESTS} requests.`;

/**
 * Lets a model call tools, round by round, until it calls none. Adds the exchange to `messages`, so that the caller
 * can continue it.
 */
export async function* runTools(
  model: AgentModel,
  tools: ReadonlyMap<string, Tool>,
  question: Question,
  messages: ChatMessage[],
  show: Show,
): AsyncGenerator<ToolRounds> {
  const specs = [...tools.values()].map(toSpec);
  let drafts = 0;
  let requests = 0;
  for (;;) {
    // The last allowed call must answer with the existing results.
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
        index >= MAX_CALLS ||
        (effect === 'draft' && ++drafts > MAX_DRAFTS) ||
        (effect === 'spend' && ++requests > MAX_REQUESTS);
      const step = isTooMany
        ? notCalled(call, 'limit_exceeded', TOO_MANY)
        : await runCall(tools, call, question);
      yield { type: 'step', step };
      const content = show(step);
      messages.push({ role: 'tool', content, toolCallId: call.id, toolName: call.name });
    }
  }
}

/** The step of a tool call that was not carried out. */
function notCalled({ name, arguments: input }: ToolCall, code: ErrorCode, detail: string): Step {
  return { tool: name, input, output: { code, detail }, failed: true, took_ms: 0 };
}

function toSpec({ name, description, input }: Tool): ToolSpec {
  // Removes the symbols that the schema library adds to its objects.
  return { name, description, parameters: JSON.parse(JSON.stringify(input)) as ToolSpec['parameters'] };
}

async function runCall(
  tools: ReadonlyMap<string, Tool>,
  call: ToolCall,
  { actor, workspaceId, messageId }: Question,
): Promise<Step> {
  const { name, arguments: written } = call;
  const tool = tools.get(name);
  if (!tool) {
    const known = [...tools.keys()].join(', ');
    return notCalled(call, 'not_found', `There is no tool ${name}; there are ${known}.`);
  }
  const input = parseJson(written.trim() === '' ? '{}' : written);
  if (input === undefined) return notCalled(call, 'invalid_json', 'The arguments are not a JSON object.');
  return (await runToolStep(name, input, () => tool.run(actor, workspaceId, input, messageId))).step;
}
