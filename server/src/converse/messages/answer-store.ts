import { sql } from 'kysely';
import type { Batch, Database } from '../../platform/db/db.ts';
import { lockName } from '../../platform/db/live-workspace.ts';
import { isNotForgotten, type MessageRow } from './message-store.ts';

/** What was added to an answer since the last write. */
export interface Progress {
  /** The content from this UTF-16 code unit on. */
  text: string;
  from: number;
  citations_json: string | null;
  made_json: string | null;
  usage_json: string | null;
  /** JSON of the steps to add, and the ordinal of the first. */
  steps: readonly string[];
  firstStep: number;
}

export interface AnswerAt {
  workspaceId: string;
  id: string;
}

/** Claims an answer for the run that writes it. Returns whether no other run had claimed it. */
export async function beginAnswer(db: Database, at: AnswerAt): Promise<boolean> {
  const outcome = await db.write((batch) => {
    batch.add(stillStreaming(batch, at).set({ is_begun: 1 }).where('is_begun', '=', 0), {
      orElse: 'begun_already',
    });
  });
  return outcome.committed;
}

/** Appends to an answer, and ends it if `end` is given; undone by `orElse` if it was deleted or has ended. */
export function writeProgress(
  batch: Batch,
  at: AnswerAt,
  progress: Progress,
  end: Pick<MessageRow, 'status' | 'error_json'> | null,
  orElse: string,
): void {
  addProgress(batch, at, progress, { from: 'streaming', end, orElse });
}

/**
 * Appends to an answer that a person stopped what its readers have already seen; undone by `orElse` if it was
 * deleted, or ended otherwise.
 */
export function addToStopped(batch: Batch, at: AnswerAt, progress: Progress, orElse: string): void {
  addProgress(batch, at, progress, { from: 'stopped', end: null, orElse });
}

function addProgress(
  batch: Batch,
  at: AnswerAt,
  { text, from, steps, firstStep, ...fields }: Progress,
  step: {
    from: 'streaming' | 'stopped';
    end: Pick<MessageRow, 'status' | 'error_json'> | null;
    orElse: string;
  },
): void {
  const content = from === 0 ? text : sql<string>`content || ${text}`;
  batch.add(answerThatIs(step.from, batch, at).set({ ...fields, content, ...step.end }), {
    orElse: step.orElse,
  });
  for (const [index, step_json] of steps.entries()) {
    batch.add(
      batch.query
        .insertInto('message_steps')
        .values({ workspace_id: at.workspaceId, message_id: at.id, ordinal: firstStep + index, step_json })
        .onConflict((written) => written.doNothing()),
    );
  }
}

/** Ends an answer without appending; undone by `orElse` if it was deleted or has ended. */
export function endAnswer(
  batch: Batch,
  at: AnswerAt,
  end: Pick<MessageRow, 'status' | 'error_json'>,
  orElse: string,
): void {
  batch.add(stillStreaming(batch, at).set(end), { orElse });
}

const stillStreaming = (batch: Batch, at: AnswerAt) => answerThatIs('streaming', batch, at);

function answerThatIs(status: 'streaming' | 'stopped', batch: Batch, { workspaceId, id }: AnswerAt) {
  return batch.query
    .updateTable('messages')
    .where((eb) => eb.and({ workspace_id: workspaceId, id, status }))
    .where(isNotForgotten(workspaceId));
}

/** The steps of a message as JSON, in order, from `from` on. */
export async function readSteps(db: Database, { workspaceId, id }: AnswerAt, from = 0): Promise<string[]> {
  const rows = await db.query
    .selectFrom('message_steps')
    .select('step_json')
    .where((eb) => eb.and({ workspace_id: workspaceId, message_id: id }))
    .where('ordinal', '>=', from)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ step_json }) => step_json);
}

/** Answers of a conversation that are being written. */
export async function listAnswersUnderWay(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db.query
    .selectFrom('messages')
    .select('id')
    .where((eb) => eb.and({ workspace_id: workspaceId, status: 'streaming' }))
    .execute();
  return rows.map(({ id }) => id);
}

/** Undoes the batch if an actor has at least `most` answers that wait or are being written. */
export function guardAnswerLimit(
  batch: Batch,
  actorId: string,
  { most, orElse }: { most: number; orElse: string },
): void {
  lockName(batch, `answers ${actorId}`);
  const underWay = batch.query
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.workspace_id', 'messages.workspace_id')
    .innerJoin('workspaces', 'workspaces.id', 'messages.workspace_id')
    .select(sql<number>`count(*)`.as('answers'))
    .where('messages.asked_by', '=', actorId)
    // A literal instead of a parameter, so that the partial index applies.
    .where('messages.status', '=', sql.lit('streaming'))
    .whereRef('messages.number', '>', 'conversations.forgotten_through')
    .where('workspaces.deleted_at', 'is', null);
  batch.add(batch.query.selectNoFrom(sql<number>`1`.as('room')).where(underWay, '<', most), { orElse });
}
