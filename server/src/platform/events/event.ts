import type { Batch } from '../db/db.ts';

/** Every type of event in a workspace. */
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

/** A hint that a resource should be read again; it carries no data. */
export interface WorkspaceEvent {
  type: EventType;
  /** The resource of the event. Of several events with the same type and id only the last matters. */
  id: string;
  data: Readonly<Record<string, unknown>>;
}

/** Publishes an event; passed to the features. */
export type TellEvent = (batch: Batch, workspaceId: string, event: WorkspaceEvent) => void;

/** A change that a poll found. */
export interface FoundChange {
  workspaceId: string;
  event: WorkspaceEvent;
  /** A value that differs after each change of the resource. */
  version?: number | string;
  /** Earlier versions that it replaces, which are no longer published. */
  passed?: readonly string[];
}

/** Returns what changed in these workspaces since a database time; called every few seconds. */
export type Poller = (workspaceIds: readonly string[], since: number) => Promise<FoundChange[]>;
