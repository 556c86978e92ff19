import { setTimeout as sleep } from 'node:timers/promises';
import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError, impossibleField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { clampLimit } from '../../kernel/page.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import { guardLiveWorkspace, requireCommitted } from '../../platform/db/live-workspace.ts';
import { type Revised, reviseRow } from '../../platform/db/revise.ts';
import type { Events } from '../../platform/events/events.ts';
import type { JobQueue } from '../../platform/jobs/jobs.ts';
import type { Agent, Agents, Step } from '../agents/agents.ts';
import { cancelAnswer, enqueueAnswer } from './answer-queue.ts';
import { endAnswer, guardAnswerLimit, listAnswersUnderWay, readSteps } from './answer-store.ts';
import { type AnswerEvent, followAnswer } from './follow-answer.ts';
import type { LiveAnswers } from './live-answers.ts';
import { changedEvent, completedEvent, deltaEvent } from './message-events.ts';
import { enqueueMessagePurge } from './message-jobs.ts';
import type { Message, MessagePage, MessagePatch, MessageQuery, NewMessage } from './message-schemas.ts';
import {
  deleteMessage,
  findConversation,
  findLastAgent,
  findMessage,
  forgetMessages,
  insertMessage,
  type MessageRow,
  type NewMessageRow,
  type PagedMessage,
  pinMessage,
  readMessagePage,
  readMessages,
} from './message-store.ts';
import { parseMessageStep, toMessage } from './to-message.ts';

export { createLiveAnswers } from './live-answers.ts';

export type Messages = ReturnType<typeof createMessages>;

/** A page whose messages are read in pieces, because a thousand of the longest messages are 400 MB. */
export interface ListedMessages extends Omit<MessagePage, 'data'> {
  first: Message[];
  /** The other messages of the page, piece by piece; null if there are none. */
  rest: AsyncIterable<Message[]> | null;
}

export interface MessagesOptions {
  db: Database;
  clock: Clock;
  events: Pick<Events, 'publish' | 'tell' | 'open'>;
  jobs: JobQueue;
  agents: Agents;
  live: LiveAnswers;
  /** Maximum number of waiting and current answers of one key; null = no limit. */
  answersPerKey: number | null;
}

const DEFAULT_LIMIT = 1000;
/** Maximum bytes of one read of a page's messages. A longer message is read alone. */
const PIECE_BYTES = 1_000_000;
/** How long a stop waits for the end of the stream, so that it can return the complete text. */
const REST_WITHIN_MS = 1000;
/** Suggested time until a retry, within which most answers end. */
const ASK_AGAIN_SECONDS = 10;
const TOO_MANY_ANSWERS = 'no_room';
const NO_MESSAGE = 'no_message';
const NOT_STREAMING = 'not_streaming';

/** Operations on the conversation of a workspace. */
export function createMessages({ db, clock, events, jobs, agents, live, answersPerKey }: MessagesOptions) {
  const { publish, tell } = events;

  async function requireMessage(workspaceId: string, id: string): Promise<MessageRow> {
    const row = await findMessage(db, workspaceId, id);
    if (!row) throw notFound('message', id);
    return row;
  }

  async function withRevision(workspaceId: string, id: string): Promise<Revised<Message>> {
    const row = await requireMessage(workspaceId, id);
    return { resource: toMessage(row), revision: row.revision };
  }

  const stepsOf = async (workspaceId: string, id: string, from = 0) =>
    (await readSteps(db, { workspaceId, id }, from)).map(parseMessageStep);

  return {
    /** Throws `impossible` if an answer is requested to a message with another role than user. */
    async create(
      actor: Actor,
      workspaceId: string,
      input: NewMessage,
      alongside: Alongside<Message>,
    ): Promise<Message> {
      requireWorkspace(actor, workspaceId, 'editor');
      const { role = 'user', content, agent_name = null, respond = role === 'user' } = input;
      if (respond && role !== 'user') {
        throw impossibleField('/respond', 'Only messages with role user can be answered; omit respond.');
      }
      const now = clock.now();
      const said = { ...newRow(workspaceId, now), role, content, agent_name };
      const answer = respond
        ? answerTo(said, agents.choose(content, await findLastAgent(db, workspaceId)).agent, actor, now)
        : null;
      if (answer) said.answer_id = answer.id;
      const message = toMessage(said);
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        if (answer && answersPerKey !== null)
          guardAnswerLimit(batch, actor.id, { most: answersPerKey, orElse: TOO_MANY_ANSWERS });
        insertMessage(batch, said);
        if (answer) {
          insertMessage(batch, answer);
          enqueueAnswer(jobs, batch, { workspaceId, id: answer.id, questionId: said.id, actor });
        }
        alongside(batch, message);
      });
      if (!outcome.committed && outcome.why === TOO_MANY_ANSWERS) throw tooManyAnswers(answersPerKey);
      requireCommitted(outcome, workspaceId);
      publish(workspaceId, completedEvent(said));
      if (answer) publish(workspaceId, deltaEvent(answer.id, 0));
      return message;
    },

    /** A page of the conversation, by default its first 1,000 messages, oldest first. */
    async list(actor: Actor, workspaceId: string, query: MessageQuery): Promise<ListedMessages> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings, { fallback: DEFAULT_LIMIT });
      const conversation = await findConversation(db, workspaceId);
      if (!conversation) throw notFound('workspace', workspaceId);
      const { forgotten_through: forgottenThrough, message_count: total } = conversation;
      const { offset = 0, order = 'asc' } = query;
      const page =
        offset < total
          ? await readMessagePage(db, workspaceId, { forgottenThrough, limit, offset, order })
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

    async get(actor: Actor, workspaceId: string, id: string): Promise<Revised<Message>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      return withRevision(workspaceId, id);
    },

    async patch(
      actor: Actor,
      workspaceId: string,
      id: string,
      { pinned }: MessagePatch,
      expected: readonly number[] | null,
    ): Promise<Revised<Message>> {
      requireWorkspace(actor, workspaceId, 'editor');
      await reviseRow(db, {
        workspaceId,
        read: () => requireMessage(workspaceId, id),
        expected,
        write(batch, row) {
          if (row.pinned === Number(pinned)) return;
          guardLiveWorkspace(batch, workspaceId);
          pinMessage(batch, workspaceId, row, pinned);
          tell(batch, workspaceId, changedEvent(row));
        },
      });
      return withRevision(workspaceId, id);
    },

    /** Stops an answer; the text so far is kept. Throws `wrong_state` for an answer that ended otherwise. */
    async stop(actor: Actor, workspaceId: string, id: string): Promise<Revised<Message>> {
      requireWorkspace(actor, workspaceId, 'editor');
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        endAnswer(batch, { workspaceId, id }, { status: 'stopped', error_json: null }, NOT_STREAMING);
        cancelAnswer(jobs, batch, id);
        tell(batch, workspaceId, completedEvent({ id, role: 'assistant', status: 'stopped' }));
      });
      // The writing process adds streamed text that is not durable yet.
      await Promise.race([live.ended(id), sleep(REST_WITHIN_MS, undefined, { ref: false })]);
      const now = await withRevision(workspaceId, id);
      if (outcome.committed || now.resource.status === 'stopped') return now;
      if (outcome.why !== NOT_STREAMING) requireCommitted(outcome, workspaceId);
      throw new AppError(
        'wrong_state',
        `The message is ${now.resource.status}; only an answer that is being written can be stopped.`,
      );
    },

    /** The tool calls of an answer, in order. */
    async steps(actor: Actor, workspaceId: string, id: string): Promise<Step[]> {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireMessage(workspaceId, id);
      return stepsOf(workspaceId, id);
    },

    /**
     * Streams the message until it ends or the actor's key is revoked. It is authorised, and known to exist, once the
     * promise resolves. Until the signal is aborted it counts as an event stream of the key: throws `rate_limited`
     * above their maximum number.
     */
    async follow(
      actor: Actor,
      workspaceId: string,
      id: string,
      signal: AbortSignal,
    ): Promise<AsyncGenerator<AnswerEvent>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      await requireMessage(workspaceId, id);
      const over = new AbortController();
      const close = await events.open(actor, workspaceId, { event: () => {}, end: () => over.abort() });
      signal.addEventListener('abort', close, { once: true });
      if (signal.aborted) close();
      const stored = {
        message: async () => toMessage(await requireMessage(workspaceId, id)),
        steps: (from: number) => stepsOf(workspaceId, id, from),
      };
      return untilOver(followAnswer(id, live, stored, AbortSignal.any([signal, over.signal])), over.signal);
    },

    async remove(
      actor: Actor,
      workspaceId: string,
      id: string,
      expected: readonly number[] | null,
    ): Promise<void> {
      requireWorkspace(actor, workspaceId, 'editor');
      if (expected !== null && !expected.includes((await requireMessage(workspaceId, id)).revision)) {
        throw new AppError(
          'precondition_failed',
          'Get the message again, then repeat the deletion with its new ETag.',
        );
      }
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        deleteMessage(batch, workspaceId, id, NO_MESSAGE);
        cancelAnswer(jobs, batch, id);
        tell(batch, workspaceId, { type: 'message.deleted', id, data: {} });
      });
      if (!outcome.committed && outcome.why === NO_MESSAGE) throw notFound('message', id);
      requireCommitted(outcome, workspaceId);
    },

    /** Deletes the whole conversation. */
    async removeAll(actor: Actor, workspaceId: string): Promise<void> {
      requireWorkspace(actor, workspaceId, 'editor');
      const underWay = await listAnswersUnderWay(db, workspaceId);
      const outcome = await db.write((batch) => {
        guardLiveWorkspace(batch, workspaceId);
        forgetMessages(batch, workspaceId);
        for (const id of underWay) cancelAnswer(jobs, batch, id);
        enqueueMessagePurge(jobs, batch, workspaceId);
        tell(batch, workspaceId, { type: 'conversation.deleted', id: workspaceId, data: {} });
      });
      requireCommitted(outcome, workspaceId);
    },
  };
}

/** Ends without an error when `over` is aborted. */
async function* untilOver<T>(events: AsyncGenerator<T>, over: AbortSignal): AsyncGenerator<T> {
  try {
    yield* events;
  } catch (error) {
    if (!over.aborted) throw error;
  }
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

function newRow(workspaceId: string, now: number) {
  return {
    workspace_id: workspaceId,
    id: newId(now),
    status: 'complete',
    created_at: now,
    reply_to: null,
    answer_id: null as string | null,
    is_begun: 0,
    pinned: 0,
    revision: 1,
    citations_json: null,
    made_json: null,
    usage_json: null,
    error_json: null,
    asked_by: null as string | null,
  };
}

function tooManyAnswers(answersPerKey: number | null): AppError {
  return new AppError(
    'rate_limited',
    `${answersPerKey} answers for this key are waiting or being written, which is the limit (ANSWERS_PER_KEY). Try again in ${ASK_AGAIN_SECONDS} seconds, or stop one of them.`,
    { retryAfter: ASK_AGAIN_SECONDS },
  );
}

/** The row of an answer before an agent has begun to write it. */
function answerTo(
  { workspace_id, id }: NewMessageRow,
  { name }: Agent,
  asker: Actor,
  now: number,
): NewMessageRow {
  return {
    ...newRow(workspace_id, now),
    role: 'assistant',
    content: '',
    agent_name: name,
    status: 'streaming',
    reply_to: id,
    asked_by: asker.id,
  };
}
