import type { Batch, Database } from '../db/db.ts';
import { STALE_REVISION } from '../db/revise.ts';
import type { NewRow, Row } from '../db/schema.ts';

export type WorkspaceRow = Row<'workspaces'>;

/** The number of resources of each type in a workspace. */
export interface WorkspaceCounts {
  source_count: number;
  message_count: number;
  scenario_count: number;
  stack_count: number;
  evaluation_count: number;
}

export type CountedWorkspace = WorkspaceRow & WorkspaceCounts;

export function insertWorkspace(batch: Batch, row: NewRow<'workspaces'>): void {
  batch.add(batch.query.insertInto('workspaces').values(row));
}

export function updateWorkspace(
  batch: Batch,
  { id, revision }: WorkspaceRow,
  set: Partial<WorkspaceRow>,
): void {
  batch.add(
    batch.query
      .updateTable('workspaces')
      .set({ ...set, revision: revision + 1 })
      .where((eb) => eb.and({ id, revision }))
      .where('deleted_at', 'is', null),
    STALE_REVISION,
  );
}

function selectWithCounts(db: Database) {
  return db.query
    .selectFrom('workspaces')
    .selectAll('workspaces')
    .select(({ selectFrom, fn, lit }) => {
      const countOf = (table: 'scenarios' | 'stacks' | 'evaluations') =>
        selectFrom(table)
          .select(fn.countAll<number>().as('n'))
          .whereRef(`${table}.workspace_id`, '=', 'workspaces.id');
      return [
        countOf('scenarios').as('scenario_count'),
        countOf('stacks').as('stack_count'),
        countOf('evaluations').where('evaluations.deleted_at', 'is', null).as('evaluation_count'),
        // A workspace can have 100,000 sources and as many messages: their numbers are maintained in a row.
        fn
          .coalesce(
            selectFrom('source_heads')
              .select('source_count')
              .whereRef('source_heads.workspace_id', '=', 'workspaces.id'),
            lit(0),
          )
          .as('source_count'),
        fn
          .coalesce(
            selectFrom('conversations')
              .select('message_count')
              .whereRef('conversations.workspace_id', '=', 'workspaces.id'),
            lit(0),
          )
          .as('message_count'),
      ];
    })
    .where('workspaces.deleted_at', 'is', null);
}

export function findWorkspace(db: Database, id: string): Promise<CountedWorkspace | undefined> {
  return selectWithCounts(db).where('workspaces.id', '=', id).executeTakeFirst() as Promise<
    CountedWorkspace | undefined
  >;
}

/** Newest first. Returns one more than `limit` if there are more. `among` limits them to these ids. */
export function listWorkspaces(
  db: Database,
  { limit, before, among }: { limit: number; before: string | null; among: readonly string[] | null },
): Promise<CountedWorkspace[]> {
  let query = selectWithCounts(db);
  if (before !== null) query = query.where('workspaces.id', '<', before);
  if (among !== null) query = query.where('workspaces.id', 'in', [...among]);
  return query
    .orderBy('workspaces.id', 'desc')
    .limit(limit + 1)
    .execute() as Promise<CountedWorkspace[]>;
}

/** Deletes the row of a deleted workspace once all its other rows are gone. */
export async function purgeWorkspaceRow(db: Database, workspaceId: string): Promise<void> {
  await db.write((batch) => {
    batch.add(
      batch.query.deleteFrom('workspaces').where('id', '=', workspaceId).where('deleted_at', 'is not', null),
    );
  });
}
