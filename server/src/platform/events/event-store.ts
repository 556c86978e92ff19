import { newId } from '../../kernel/ids.ts';
import type { Batch, Database } from '../db/db.ts';
import type { EventType, FoundChange, WorkspaceEvent } from './event.ts';

/** Milliseconds since 1970 by the database's clock. */
export async function databaseTime(db: Database): Promise<number> {
  const row = await db.query.selectNoFrom(db.time.as('now')).executeTakeFirstOrThrow();
  return row.now;
}

/** The ids among these that belong to deleted workspaces. */
export async function deletedWorkspaces(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectFrom('workspaces')
    .select('id')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .execute();
  const live = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !live.has(id));
}

/** Stores an event for the other processes in the batch of its change; returns the id of its row. */
export function recordEvent(
  batch: Batch,
  now: Database['time'],
  workspaceId: string,
  { type, id, data }: WorkspaceEvent,
): string {
  const row = newId();
  batch.add(
    batch.query.insertInto('events').values({
      workspace_id: workspaceId,
      id: row,
      type,
      resource_id: id,
      data_json: JSON.stringify(data),
      told_at: now,
    }),
  );
  return row;
}

/**
 * Maximum number of events for changes of the same moment; a list that is read again for one of them shows the others
 * too.
 */
const MAX_TOLD = 1000;

/**
 * Events stored for these workspaces after a database time: the last one of each type and resource, with the versions
 * of the earlier ones.
 */
export async function eventsSince(
  db: Database,
  workspaceIds: readonly string[],
  since: number,
): Promise<FoundChange[]> {
  const rows = await db.query
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', 'in', [...workspaceIds])
    .where('told_at', '>', since)
    .orderBy('told_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TOLD)
    .execute();
  const ofResource = Map.groupBy(rows, ({ type, resource_id }) => `${type} ${resource_id}`);
  const found = [...ofResource.values()].map(([last, ...before]) => {
    const {
      workspace_id: workspaceId,
      id: version,
      type,
      resource_id: id,
      data_json,
    } = last as (typeof rows)[0];
    const event = { type: type as EventType, id, data: JSON.parse(data_json) };
    return { workspaceId, event, version, passed: before.map((row) => row.id) };
  });
  return found.reverse();
}

export async function deleteEventsBefore(db: Database, before: number): Promise<void> {
  await db.write((batch) => {
    batch.add(batch.query.deleteFrom('events').where('told_at', '<', before));
  });
}
