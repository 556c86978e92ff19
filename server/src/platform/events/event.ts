import type { Batch } from '../db/db.ts';

/** Everything that is ever told of a workspace. */
export const EVENT_TYPES = [
  'workspace.updated',
  'workspace.deleted',
  'source.updated',
  'source.deleted',
  'import.updated',
  'import.deleted',
  'scenario.updated',
  'scenario.deleted',
  'stack.updated',
  'stack.deleted',
  'evaluation.progress',
  'evaluation.completed',
  'evaluation.deleted',
  'series.updated',
  'series.looked',
  'series.deleted',
  'approval.created',
  'approval.decided',
  'message.delta',
  'message.completed',
  'message.deleted',
  'conversation.deleted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A hint that something is worth reading again; never the truth itself. */
export interface WorkspaceEvent {
  type: EventType;
  /** The resource it is about. Of several events of one type and id only the last matters. */
  id: string;
  data: Readonly<Record<string, unknown>>;
}

/** What a noun is given to tell of its changes. */
export type TellEvent = (batch: Batch, workspaceId: string, event: WorkspaceEvent) => void;

/** A change as it was found. */
export interface FoundEvents {
  workspaceId: string;
  event: WorkspaceEvent;
  /** Any value that differs after each change of the resource. */
  version?: number | string;
  /** Earlier versions that it replaces, which are not published any more. */
  passed?: readonly string[];
}

/** What changed in these workspaces since a database time, as hints; called every second or few. */
export type Poller = (workspaceIds: readonly string[], since: number) => Promise<FoundEvents[]>;
