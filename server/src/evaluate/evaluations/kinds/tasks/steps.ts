import type { Step } from '../../../../measure/tasks/tasks.ts';
import type { TurnRow } from '../../stores/turn-store.ts';

/**
 * Why a conversation ended. Reasons that begin with `limit_` are limits of the task; those in `UNGRADED_ENDS` give no
 * grade.
 */
export type EndReason =
  /** The user had nothing more to say. */
  | 'user'
  | 'limit_turns'
  | 'limit_calls'
  | 'limit_seconds'
  | 'limit_cost'
  /** The target sent a response without text and tool calls. */
  | 'silence'
  | 'truncated'
  | 'content_filter'
  | 'simulated_tool'
  | 'simulated_user';

export interface ConversationEnd {
  kind: 'end';
  reason: EndReason;
  message: string | null;
}

/** A stored step. */
export type KeptStep = Step | ConversationEnd;

export const parseStep = ({ step_json }: Pick<TurnRow, 'step_json'>) => JSON.parse(step_json) as KeptStep;

/** The rows of the last attempt of a conversation. */
export function rowsOfLastAttempt<T extends Pick<TurnRow, 'beginning'>>(rows: readonly T[]): T[] {
  const last = rows.at(-1)?.beginning;
  return rows.filter(({ beginning }) => beginning === last);
}

/** The steps that graders see, and how the conversation ended; null if it has not. */
export function readConversation(rows: readonly TurnRow[]): { steps: Step[]; end: ConversationEnd | null } {
  const kept = rowsOfLastAttempt(rows).map(parseStep);
  const steps = kept.filter((step): step is Step => step.kind !== 'end');
  return { steps, end: kept.find((step): step is ConversationEnd => step.kind === 'end') ?? null };
}
