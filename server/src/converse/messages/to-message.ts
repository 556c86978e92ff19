import { toTimestamp } from '../../kernel/clock.ts';
import type { Citation, CreatedResource, Step, Usage } from '../agents/agents.ts';
import type { Message, MessageRole, MessageStatus } from './message-schemas.ts';
import type { NewMessageRow } from './message-store.ts';

/** A message as the API returns it. */
export function toMessage(row: NewMessageRow): Message {
  const { id, role, content, agent_name, status, created_at, reply_to, answer_id } = row;
  const usage = parse<Usage>(row.usage_json);
  const made = parse<CreatedResource[]>(row.made_json);
  const error = parse<{ code: string; detail: string }>(row.error_json);
  return {
    id,
    role: role as MessageRole,
    content,
    agent_name,
    created_at: toTimestamp(created_at),
    status: status as MessageStatus,
    pinned: row.pinned === 1,
    citations: parse<Citation[]>(row.citations_json) ?? [],
    ...(reply_to !== null && { reply_to }),
    ...(answer_id !== null && { answer_id }),
    ...(made && { made }),
    ...(error && { error }),
    ...(usage && {
      usage: { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens },
      cost: usage.cost_usd,
    }),
  };
}

export function parseMessageStep(json: string): Step {
  return JSON.parse(json) as Step;
}

function parse<T>(json: string | null): T | undefined {
  return json === null ? undefined : (JSON.parse(json) as T);
}
