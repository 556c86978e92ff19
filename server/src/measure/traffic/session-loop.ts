import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../statistics/statistics.ts';
import type { AskedRequest, AskTarget, SaidTurn } from './ask.ts';
import { followingPrompt, loadPrompt, uniqueWords } from './load-prompt.ts';
import type { WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';
import { type SessionTurn, turnsOfSession } from './session-turns.ts';
import type { SessionWindow } from './window-plan.ts';

interface SessionRun {
  now: WindowClock;
  /** Asks one turn and returns its result. */
  ask: AskTarget;
  keep(request: LoadRequest): void;
  /** Aborting it ends the session; what is under way is the caller's to end. */
  signal: AbortSignal;
  /** No turn is sent at or after this time, or once it is over for all of them. */
  untilMs: number;
  isOver(): boolean;
}

/**
 * One session, by its number in the window, from its arrival on: turn after turn, each with all that was said before. The
 * intended time of a further turn is the end of the answer before it and its pause. It ends with its last turn, with one
 * that has no answer, or when its time is over. It never rejects.
 */
export async function runSession(
  plan: SessionWindow,
  { number, arrivalMs }: { number: number; arrivalMs: number },
  { now, ask, keep, signal, untilMs, isOver }: SessionRun,
): Promise<void> {
  const turns = turnsOfSession(plan, number);
  const isOwnText = plan.sessions.how.kind === 'traced';
  let said: SaidTurn = { messages: [], isOwnText };
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

/** A timer counts from when its turn of the event loop began, and may fire early: then it is asked again. */
async function waitUntil(ms: number, now: WindowClock, signal: AbortSignal): Promise<void> {
  for (let left = ms - now(); left > 0 && !signal.aborted; left = ms - now())
    await delay(Math.ceil(left), undefined, { signal }).catch(() => {});
}

const isAnswered = ({ outcome }: AskedRequest) => outcome === 'answered' || outcome === 'truncated';

interface Place {
  number: number;
  at: number;
}

/** By benchmark too: a prefix that another one has sent could be in a cache. */
const randomOf = ({ seed, benchmark }: SessionWindow, { number, at }: Place, what: string) =>
  createRandom(seed, benchmark ?? '', what, String(number), String(at));

/** What was said before this turn; begun with words of this request where no cache may know it. */
function conversationBefore(plan: SessionWindow, said: SaidTurn, place: Place): SaidTurn {
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
