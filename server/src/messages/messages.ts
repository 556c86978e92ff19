import type { Alongside, Database } from '../db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../db/live-workspace.ts';
import type { Tell, WorkspaceEvent } from '../events/events.ts';
import type { JobQueue } from '../jobs/jobs.ts';
import { type Actor, requireWorkspace } from '../kernel/actor.ts';
import { type Clock, toTimestamp } from '../kernel/clock.ts';
import { AppError, impossible, notFound } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { clampLimit } from '../kernel/page.ts';
import { completedEvent, enqueueMessagePurge } from './message-jobs.ts';
import type { Message, MessagePage, MessageQuery, MessageRole, NewMessage } from './message-schemas.ts';
import {
  deleteMessage,
  findConversation,
  findMessage,
  forgetMessages,
  insertMessage,
  type MessageRow,
  type PagedMessage,
  pageOfMessages,
  readMessages,
} from './message-store.ts';

export interface Messages {
  /** Throws `agents_unavailable` when the input asks for an answer. */
  create(
    actor: Actor,
    workspaceId: string,
    input: NewMessage,
    alongside: Alongside<Message>,
  ): Promise<Message>;
  /** A page of the conversation, by default its first 1,000 messages, oldest first. */
  list(actor: Actor, workspaceId: string, query: MessageQuery): Promise<ListedMessages>;
  get(actor: Actor, workspaceId: string, id: string): Promise<Message>;
  remove(actor: Actor, workspaceId: string, id: string, expected: readonly number[] | null): Promise<void>;
  /** Deletes the whole conversation. */
  removeAll(actor: Actor, workspaceId: string): Promise<void>;
}

/** A page whose messages are read in pieces: a thousand of the longest messages are 400 MB. */
export interface ListedMessages extends Omit<MessagePage, 'data'> {
  first: Message[];
  /** The other messages of the page, piece by piece; null when there are no others. */
  rest: AsyncIterable<Message[]> | null;
}

export interface MessagesOptions {
  db: Database;
  clock: Clock;
  publish: (workspaceId: string, event: WorkspaceEvent) => void;
  tell: Tell;
  jobs: JobQueue;
}

const DEFAULT_LIMIT = 1000;
/** The messages of a page are read in pieces of at most so many bytes. A longer message is a piece by itself. */
const PIECE_BYTES = 1_000_000;
const NO_MESSAGE = 'no_message';
/** Messages are never edited, so each is at its first revision. */
const REVISION = 1;

/** The conversation of a workspace. */
export function createMessages({ db, clock, publish, tell, jobs }: MessagesOptions): Messages {
  return {
    async create(actor, workspaceId, input, alongside) {
      requireWorkspace(actor, workspaceId, 'editor');
      if (input.respond) {
        throw impossible('/respond', 'No agent can answer yet; leave respond out.', 'agents_unavailable');
      }
      const now = clock.now();
      const row = {
        workspace_id: workspaceId,
        id: newId(now),
        role: input.role,
        content: input.content,
        agent_name: input.agent_name ?? null,
        status: 'complete',
        created_at: now,
      };
      const message = toMessage(row);
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        insertMessage(batch, row);
        alongside(batch, message);
      });
      requireCommitted(outcome, workspaceId);
      publish(workspaceId, completedEvent(row));
      return message;
    },

    async list(actor, workspaceId, query) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings, { fallback: DEFAULT_LIMIT });
      const conversation = await findConversation(db, workspaceId);
      if (!conversation) throw notFound('workspace', workspaceId);
      const { forgotten_through: forgottenThrough, message_count: total } = conversation;
      const { offset = 0, order = 'asc' } = query;
      const page =
        offset < total
          ? await pageOfMessages(db, workspaceId, { forgottenThrough, limit, offset, order })
          : [];
      const [piece, ...pieces] = inPieces(page);
      const read = async ({ from, to }: Piece) =>
        (await readMessages(db, workspaceId, from, to)).map(toMessage);
      return {
        first: piece ? await read(piece) : [],
        rest: pieces.length > 0 ? readEach(pieces, read) : null,
        total,
        ...(warnings.length > 0 && { warnings }),
      };
    },

    async get(actor, workspaceId, id) {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await findMessage(db, workspaceId, id);
      if (!row) throw notFound('message', id);
      return toMessage(row);
    },

    async remove(actor, workspaceId, id, expected) {
      requireWorkspace(actor, workspaceId, 'editor');
      if (expected !== null && !expected.includes(REVISION)) {
        throw new AppError(
          'precondition_failed',
          'A message never changes; send the ETag with which it was read.',
        );
      }
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        deleteMessage(batch, workspaceId, id, NO_MESSAGE);
        tell(batch, workspaceId, { type: 'message.deleted', id, data: {} });
      });
      if (!outcome.committed && outcome.why === NO_MESSAGE) throw notFound('message', id);
      requireCommitted(outcome, workspaceId);
    },

    async removeAll(actor, workspaceId) {
      requireWorkspace(actor, workspaceId, 'editor');
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        forgetMessages(batch, workspaceId);
        enqueueMessagePurge(jobs, batch, workspaceId);
        tell(batch, workspaceId, { type: 'conversation.deleted', id: workspaceId, data: {} });
      });
      requireCommitted(outcome, workspaceId);
    },
  };
}

/** Messages that are read together, by their first and last number. */
interface Piece {
  from: number;
  to: number;
}

function inPieces(page: readonly PagedMessage[]): Piece[] {
  const pieces: Piece[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of page) {
    const { number } = message;
    if (bytes + message.bytes > PIECE_BYTES) {
      pieces.push({ from: number, to: number });
      bytes = 0;
    } else (pieces.at(-1) as Piece).to = number;
    bytes += message.bytes;
  }
  return pieces;
}

async function* readEach(
  pieces: readonly Piece[],
  read: (piece: Piece) => Promise<Message[]>,
): AsyncGenerator<Message[]> {
  for (const piece of pieces) yield await read(piece);
}

function toMessage({
  id,
  role,
  content,
  agent_name,
  status,
  created_at,
}: Omit<MessageRow, 'number'>): Message {
  return {
    id,
    role: role as MessageRole,
    content,
    agent_name,
    created_at: toTimestamp(created_at),
    status: status as Message['status'],
    citations: [],
  };
}
