import type { Step } from '../../../../measure/tasks/tasks.ts';
import type { TurnRow } from '../../stores/turn-store.ts';

/** Why a conversation ended. What begins with `limit_` is the task's limit; what is in `UNGRADED_ENDS` has no grade. */
export type EndReason =
  /** The user had nothing more to say. */
  | 'user'
  | 'limit_turns'
  | 'limit_calls'
  | 'limit_seconds'
  | 'limit_cost'
  /** A reply without text and without calls, which the target ended by itself. */
  | 'silence'
  | 'truncated'
  | 'content_filter'
  | 'simulated_tool'
  | 'simulated_user';

export interface End {
  kind: 'end';
  reason: EndReason;
  message: string | null;
}

/** A step as it is kept. */
export type KeptStep = Step | End;

export const stepOf = ({ step_json }: Pick<TurnRow, 'step_json'>) => JSON.parse(step_json) as KeptStep;

/** The last beginning of a conversation. */
export function lastBeginning<T extends Pick<TurnRow, 'beginning'>>(rows: readonly T[]): T[] {
  const last = rows.at(-1)?.beginning;
  return rows.filter(({ beginning }) => beginning === last);
}

/** The steps that graders see, and how the conversation ended; null where it did not. */
export function readConversation(rows: readonly TurnRow[]): { steps: Step[]; end: End | null } {
  const kept = lastBeginning(rows).map(stepOf);
  const steps = kept.filter((step): step is Step => step.kind !== 'end');
  return { steps, end: kept.find((step): step is End => step.kind === 'end') ?? null };
}
