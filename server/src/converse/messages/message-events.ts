import type { WorkspaceEvent } from '../../platform/events/events.ts';
import type { MessageRow } from './message-store.ts';

/** The event of a complete message, or of an answer that has ended. */
export function completedEvent({
  id,
  role,
  status,
}: Pick<MessageRow, 'id' | 'role' | 'status'>): WorkspaceEvent {
  return { type: 'message.completed', id, data: { role, status } };
}

/** The event of a new or changed message, or of an answer that has grown. */
export function changedEvent(row: MessageRow): WorkspaceEvent {
  return row.status === 'streaming' ? deltaEvent(row.id, row.content.length) : completedEvent(row);
}

/** The event that an answer began or grew to `length` UTF-16 code units. */
export function deltaEvent(id: string, length: number): WorkspaceEvent {
  return { type: 'message.delta', id, data: { length } };
}
