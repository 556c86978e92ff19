import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../kernel/errors.ts';
import { unlessAborted } from '../../kernel/unless-aborted.ts';
import type { Citation, CreatedResource, Step } from '../agents/agents.ts';
import type { LiveAnswers } from './live-answers.ts';
import type { Message } from './message-schemas.ts';

/** An event of the stream of an answer. */
export interface AnswerEvent {
  event: 'message' | 'delta' | 'citation' | 'step' | 'made' | 'done' | 'deleted';
  data: unknown;
}

/** An answer as stored. `message` throws `not_found` once it is deleted. */
export interface StoredAnswer {
  message(): Promise<Message>;
  steps(from: number): Promise<Step[]>;
}

interface SeenAnswer {
  content: string;
  citations: readonly Citation[];
  made: readonly CreatedResource[];
  steps: readonly Step[];
}

/** Poll interval for an answer that another process writes; longer if many are followed. */
const POLL_MS = 250;
const POLL_MS_EACH = 2;
/** Extra delay per reader, because every message to a reader takes time from all. */
const PAUSE_MS_EACH = 0.1;
/** A shorter pause is skipped. */
const MIN_PAUSE_MS = 10;

/**
 * Streams an answer from its current state to its end: first the present `message`, then additions, finally the
 * complete answer as `done`, or `deleted`. Every reader starts with the whole message, so a lost connection loses
 * nothing.
 */
export async function* followAnswer(
  id: string,
  live: LiveAnswers,
  stored: StoredAnswer,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const reader = {};
  live.followers.add(reader);
  try {
    yield* follow(id, live, stored, signal);
  } finally {
    live.followers.delete(reader);
  }
}

async function* follow(
  id: string,
  live: LiveAnswers,
  stored: StoredAnswer,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const first = await stored.message();
  yield { event: 'message', data: first };
  const steps: Step[] = [];
  // The message does not contain its steps, so existing ones are sent too.
  let seen: SeenAnswer = { ...first, made: first.made ?? [], steps: [] };
  let last = first;
  try {
    for (;;) {
      const writing = live.get(id);
      // Requested before the answer is read, so that no change is missed in between.
      const change = writing?.changed();
      if (!writing) {
        last = await stored.message();
        // Read last, so that it includes every step written before the text.
        steps.push(...(await stored.steps(steps.length)));
      }
      const now: SeenAnswer = writing
        ? snapshot(writing)
        : { ...last, made: last.made ?? [], steps: [...steps] };
      yield* answerGains(seen, now);
      if (now.content.length >= seen.content.length) seen = now;
      if (writing) steps.splice(0, steps.length, ...now.steps);
      else if (last.status !== 'streaming') break;
      await unlessAborted(change ?? untilBegun(id, live), signal);
      const pauseMs = live.followers.size * PAUSE_MS_EACH;
      if (pauseMs >= MIN_PAUSE_MS) await unlessAborted(pause(pauseMs), signal);
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    yield { event: 'deleted', data: { id } };
    return;
  }
  yield { event: 'done', data: last };
}

/** Resolves when the answer begins in this process or must be polled again. */
async function untilBegun(id: string, live: LiveAnswers): Promise<void> {
  const look = pause(Math.max(POLL_MS, live.followers.size * POLL_MS_EACH)).then(() => true);
  while (!live.get(id) && !(await Promise.race([look, live.begun().then(() => false)])));
}

const pause = (ms: number) => sleep(ms, undefined, { ref: false });

const snapshot = ({ content, citations, made, steps }: SeenAnswer): SeenAnswer => ({
  content,
  citations: [...citations],
  made: [...made],
  steps: [...steps],
});

/** The additions to an answer, citations before the text that contains them. */
function* answerGains(before: SeenAnswer, now: SeenAnswer): Generator<AnswerEvent> {
  for (const data of now.steps.slice(before.steps.length)) yield { event: 'step', data };
  for (const data of now.citations.slice(before.citations.length)) yield { event: 'citation', data };
  const text = now.content.slice(before.content.length);
  if (text !== '') yield { event: 'delta', data: { text } };
  for (const data of now.made.slice(before.made.length)) yield { event: 'made', data };
}
