import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Batch, Database } from '../../platform/db/db.ts';
import { workspaceIsLive } from '../../platform/db/live-workspace.ts';
import { STALE_REVISION } from '../../platform/db/revise.ts';
import type { Row, Schema } from '../../platform/db/schema.ts';

export type MessageRow = Row<'messages'>;
/** A message before it has its number. */
export type NewMessageRow = Omit<MessageRow, 'number'>;
export type Conversation = Row<'conversations'>;

/**
 * Adds a message with the next number. It changes the conversation's row first, so that simultaneous messages are
 * numbered in commit order, on PostgreSQL too.
 */
export function insertMessage(batch: Batch, row: NewMessageRow): void {
  const { workspace_id } = row;
  batch.add(
    batch.query
      .insertInto('conversations')
      .values({ workspace_id, last_number: 1, forgotten_through: 0, message_count: 1 })
      .onConflict((conflict) =>
        conflict.column('workspace_id').doUpdateSet({
          last_number: sql<number>`conversations.last_number + 1`,
          message_count: sql<number>`conversations.message_count + 1`,
        }),
      ),
  );
  batch.add(
    batch.query.insertInto('messages').values(({ selectFrom }) => ({
      ...row,
      number: selectFrom('conversations')
        .select('last_number')
        .where('workspace_id', '=', workspace_id)
        .$asScalar(),
    })),
  );
}

/**
 * The conversation of an existing workspace, with zeros before its first message; undefined without the workspace.
 */
export async function findConversation(db: Database, workspaceId: string): Promise<Conversation | undefined> {
  const row = await db.query
    .selectFrom('workspaces')
    .leftJoin('conversations', 'conversations.workspace_id', 'workspaces.id')
    .select(['last_number', 'forgotten_through', 'message_count'])
    .where('workspaces.id', '=', workspaceId)
    .where('workspaces.deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    row && {
      workspace_id: workspaceId,
      last_number: row.last_number ?? 0,
      forgotten_through: row.forgotten_through ?? 0,
      message_count: row.message_count ?? 0,
    }
  );
}

/** A message of a page, before its content is read. */
export type PagedMessage = Pick<MessageRow, 'number'> & { bytes: number };

/**
 * A page of messages after `forgottenThrough`: their numbers in `order` and the sizes of their contents, which are
 * not read. The offset is counted only in the index of the primary key, so the last page of a long conversation costs
 * little more than the first.
 */
export function readMessagePage(
  db: Database,
  workspaceId: string,
  {
    forgottenThrough,
    limit,
    offset,
    order,
  }: { forgottenThrough: number; limit: number; offset: number; order: 'asc' | 'desc' },
): Promise<PagedMessage[]> {
  return db.query
    .selectFrom('messages')
    .select(['number', sql<number>`octet_length(content)`.as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('number', 'in', ({ selectFrom }) =>
      selectFrom('messages as numbered')
        .select('numbered.number')
        .where('numbered.workspace_id', '=', workspaceId)
        .where('numbered.number', '>', forgottenThrough)
        .orderBy('numbered.number', order)
        .limit(limit)
        .offset(offset),
    )
    .orderBy('number', order)
    .execute();
}

/** The messages between two numbers, inclusive; descending if `from` is greater. */
export function readMessages(
  db: Database,
  workspaceId: string,
  from: number,
  to: number,
): Promise<MessageRow[]> {
  return db.query
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '>=', Math.min(from, to))
    .where('number', '<=', Math.max(from, to))
    .orderBy('number', from > to ? 'desc' : 'asc')
    .execute();
}

export function findMessage(db: Database, workspaceId: string, id: string): Promise<MessageRow | undefined> {
  return db.query
    .selectFrom('messages')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, id }))
    .where(workspaceIsLive(workspaceId))
    .where(isNotForgotten(workspaceId))
    .executeTakeFirst();
}

/** Undoes the batch with `orElse` if the message does not exist. */
export function deleteMessage(batch: Batch, workspaceId: string, id: string, orElse: string): void {
  batch.add(
    batch.query
      .deleteFrom('messages')
      .where((eb) => eb.and({ workspace_id: workspaceId, id }))
      .where(isNotForgotten(workspaceId)),
    { orElse },
  );
  // Only now, because the row of the message waits for a batch that is still adding steps.
  batch.add(
    batch.query
      .deleteFrom('message_steps')
      .where((eb) => eb.and({ workspace_id: workspaceId, message_id: id })),
  );
  batch.add(
    batch.query
      .updateTable('conversations')
      .set({ message_count: sql<number>`message_count - 1` })
      .where('workspace_id', '=', workspaceId),
  );
}

/** Changes fields that a person may change, guarded by the revision that was read. */
export function pinMessage(
  batch: Batch,
  workspaceId: string,
  { id, revision }: Pick<MessageRow, 'id' | 'revision'>,
  pinned: boolean,
): void {
  batch.add(
    batch.query
      .updateTable('messages')
      .set({ pinned: pinned ? 1 : 0, revision: revision + 1 })
      .where((eb) => eb.and({ workspace_id: workspaceId, id, revision })),
    STALE_REVISION,
  );
}

/** The last undeleted messages before a number, newest first. */
export function readMessagesBefore(
  db: Database,
  workspaceId: string,
  number: number,
  most: number,
): Promise<MessageRow[]> {
  return earlier(db, workspaceId, number, most).execute();
}

/** The last pinned messages before a number, newest first. */
export function readPinnedBefore(
  db: Database,
  workspaceId: string,
  number: number,
  most: number,
): Promise<MessageRow[]> {
  return earlier(db, workspaceId, number, most).where('pinned', '=', 1).execute();
}

/** The agent of the last answer before a number, or of the last answer of all; null if there is none. */
export async function findLastAgent(
  db: Database,
  workspaceId: string,
  number = Number.MAX_SAFE_INTEGER,
): Promise<string | null> {
  const row = await db.query
    .selectFrom('messages')
    .select('agent_name')
    .where('workspace_id', '=', workspaceId)
    .where('number', '<', number)
    .where('role', '=', 'assistant')
    .where(isNotForgotten(workspaceId))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.agent_name ?? null;
}

function earlier(db: Database, workspaceId: string, number: number, most: number) {
  return db.query
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '<', number)
    .where(isNotForgotten(workspaceId))
    .orderBy('number', 'desc')
    .limit(most);
}

/** A `WHERE` term for messages whose conversation has not been deleted since. */
export function isNotForgotten(workspaceId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'messages'>();
  return eb(
    'messages.number',
    '>',
    eb.selectFrom('conversations').select('forgotten_through').where('workspace_id', '=', workspaceId),
  );
}

/** Hides all present messages. Their rows are purged later. */
export function forgetMessages(batch: Batch, workspaceId: string): void {
  batch.add(
    batch.query
      .updateTable('conversations')
      .set({ forgotten_through: sql<number>`last_number`, message_count: 0 })
      .where('workspace_id', '=', workspaceId),
  );
}

/** Deletes rows of hidden messages, at most `most`. Returns their number. */
export async function purgeForgotten(db: Database, workspaceId: string, most: number): Promise<number> {
  const old = await db.query
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.workspace_id', 'messages.workspace_id')
    .select(['messages.number', 'messages.id'])
    .where('messages.workspace_id', '=', workspaceId)
    .whereRef('messages.number', '<=', 'conversations.forgotten_through')
    .orderBy('messages.number')
    .limit(most)
    .execute();
  const last = old.at(-1);
  if (!last) return 0;
  await db.write((batch) => {
    batch.add(
      batch.query
        .deleteFrom('messages')
        .where('workspace_id', '=', workspaceId)
        .where('number', '<=', last.number),
    );
    // Only now, as in `deleteMessage`.
    batch.add(
      batch.query
        .deleteFrom('message_steps')
        .where('workspace_id', '=', workspaceId)
        .where(
          'message_id',
          'in',
          old.map(({ id }) => id),
        ),
    );
  });
  return old.length;
}

/** The highest message number of each of these conversations. */
export function readLastNumbers(
  db: Database,
  workspaceIds: readonly string[],
): Promise<Pick<Conversation, 'workspace_id' | 'last_number'>[]> {
  return db.query
    .selectFrom('conversations')
    .select(['workspace_id', 'last_number'])
    .where('workspace_id', 'in', [...workspaceIds])
    .execute();
}

/** Messages after a number, newest first. */
export function readMessagesAfter(
  db: Database,
  workspaceId: string,
  number: number,
  most: number,
): Promise<MessageRow[]> {
  return db.query
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('number', '>', number)
    .orderBy('number', 'desc')
    .limit(most)
    .execute();
}
