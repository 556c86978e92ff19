import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../statistics/statistics.ts';
import type { AskTarget, EarlierTurn, RequestResult } from './ask.ts';
import { followingPrompt, loadPrompt, uniqueWords } from './load-prompt.ts';
import type { WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';
import { type SessionTurn, turnsOfSession } from './session-turns.ts';
import type { SessionWindow } from './window-plan.ts';

interface SessionRun {
  now: WindowClock;
  /** Sends one turn and returns its result. */
  ask: AskTarget;
  keep(request: LoadRequest): void;
  /** Aborting it ends the session; the caller must end requests in flight. */
  signal: AbortSignal;
  /** No turn is sent at or after this time, or once `isOver` applies to all sessions. */
  untilMs: number;
  isOver(): boolean;
}

/**
 * One session, by its number in the window, from its arrival: turn after turn, each with the whole conversation so far.
 * The scheduled time of a further turn is the end of the previous response plus its pause. The session ends with its
 * last turn, with a turn without a response, or when its time is over. Never rejects.
 */
export async function runSession(
  plan: SessionWindow,
  { number, arrivalMs }: { number: number; arrivalMs: number },
  { now, ask, keep, signal, untilMs, isOver }: SessionRun,
): Promise<void> {
  const turns = turnsOfSession(plan, number);
  const isOwnText = plan.sessions.how.kind === 'traced';
  let said: EarlierTurn = { messages: [], isOwnText };
  let scheduledMs = arrivalMs;
  for (const [at, turn] of turns.entries()) {
    if (at > 0) {
      scheduledMs += turn.pauseMs;
      if (scheduledMs >= untilMs) return;
      await waitUntil(scheduledMs, now, signal);
    }
    if (signal.aborted || (at > 0 && isOver())) return;
    const prompt = promptOf(plan, turn, { number, at });
    const request = {
      prompt,
      maxTokens: turn.maxTokens,
      said: conversationBefore(plan, said, { number, at }),
    };
    const { answer, ...asked } = await ask(request, now, signal);
    keep({ scheduledMs, ...asked, session: number, turn: at + 1, turns: turns.length });
    if (!isAnswered(asked) || answer === undefined) return;
    said = {
      isOwnText,
      messages: [
        ...said.messages,
        { role: 'user', content: prompt },
        { role: 'assistant', content: answer.text },
      ],
      ...(answer.session !== undefined && { session: answer.session }),
    };
    scheduledMs = asked.endedMs;
  }
}

/** A timer counts from the beginning of its event-loop turn and may fire early: then it is checked again. */
async function waitUntil(ms: number, now: WindowClock, signal: AbortSignal): Promise<void> {
  for (let left = ms - now(); left > 0 && !signal.aborted; left = ms - now())
    await delay(Math.ceil(left), undefined, { signal }).catch(() => {});
}

const isAnswered = ({ outcome }: RequestResult) => outcome === 'answered' || outcome === 'truncated';

interface Place {
  number: number;
  at: number;
}

/** Depends on the benchmark too: a prefix sent by another benchmark could be in a cache. */
const randomOf = ({ seed, benchmark }: SessionWindow, { number, at }: Place, what: string) =>
  createRandom(seed, benchmark ?? '', what, String(number), String(at));

/** The conversation before this turn; begins with unique words if no cache may know it. */
function conversationBefore(plan: SessionWindow, said: EarlierTurn, place: Place): EarlierTurn {
  const [first, ...rest] = said.messages;
  if (plan.prefixCache !== 'defeat' || first === undefined) return said;
  const own = uniqueWords(randomOf(plan, place, 'session own'));
  return { ...said, messages: [{ ...first, content: own + first.content }, ...rest] };
}

function promptOf(plan: SessionWindow, { inputTokens, maxTokens, text }: SessionTurn, place: Place): string {
  if (text !== undefined) return text;
  const random = randomOf(plan, place, 'session prompt');
  return place.at === 0
    ? loadPrompt(inputTokens, maxTokens, random)
    : followingPrompt(inputTokens, maxTokens, random);
}
