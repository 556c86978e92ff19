import { createRandom } from '../statistics/statistics.ts';
import { runClosedLoop } from './closed-loop.ts';
import { loadPrompt } from './load-prompt.ts';
import { runOpenLoop, type WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';
import { drawTokens } from './request-sizes.ts';
import { isSaturated, type QueueLook } from './saturation.ts';
import { type Schedule, type SteadyWindow, scheduleOf, type WindowPlan } from './window-plan.ts';

/** The share of an open loop that one of several threads sends: every `of`-th request, from `index` on. */
export interface Share {
  index: number;
  of: number;
}

/** What asking came to: all of a request but when it was meant. Times in ms of the window's clock. */
export type Asked = Omit<LoadRequest, 'scheduledMs'>;

/** Asks one request; it never rejects. Aborting gives it up (`cut`). */
export type Ask = (
  request: { prompt: string; maxTokens: number },
  now: WindowClock,
  signal: AbortSignal,
) => Promise<Asked>;

export interface WindowRecord {
  /** In the order of their intended times. */
  requests: LoadRequest[];
  /** Ends early where the window did. */
  steady: SteadyWindow;
  /** When the sending was ended, because the server could not keep up; null when it was not. */
  saturatedAtMs: number | null;
}

const LOOK_EVERY_MS = 250;

/** Runs one window, or a thread's share of it. Rejects only with the signal's reason. */
export async function runWindow(
  plan: WindowPlan,
  { index, of }: Share,
  { ask, now, signal }: { ask: Ask; now: WindowClock; signal: AbortSignal },
): Promise<WindowRecord> {
  const requests: LoadRequest[] = [];
  const queue = watchQueue(now);

  /** `number` counts the requests of all threads, so that no two of them send the same prompt. */
  async function send(number: number, scheduledMs: number): Promise<void> {
    const random = createRandom(plan.seed, 'request', String(number));
    const inputTokens = drawTokens(plan.inputTokens, random);
    const maxTokens = drawTokens(plan.outputTokens, random);
    // By benchmark too: a prefix that another one has sent could be in a cache.
    const own = createRandom(plan.seed, plan.benchmark ?? '', 'prompt', String(number));
    const prompt = loadPrompt(inputTokens, maxTokens, own);
    queue.enter();
    const asked = await ask({ prompt, maxTokens }, now, signal);
    queue.leave();
    requests.push({ scheduledMs, ...asked });
  }

  const schedule = scheduleOf(plan);
  const numbered = (own: number, scheduledMs: number) => send(own * of + index, scheduledMs);
  if (plan.traffic.loop === 'closed') {
    const { users, thinkMs } = plan.traffic;
    const closed = { users, thinkMs, requests: plan.requests + users, untilMs: schedule.steady.toMs };
    await runClosedLoop({ ...closed, now, signal, send: numbered });
  } else {
    const arrivals = schedule.arrivals.filter((_, number) => number % of === index);
    await runOpenLoop({ arrivals, now, signal, send: numbered, isOver: queue.isOver });
  }
  signal.throwIfAborted();
  const saturatedAtMs = queue.saturatedAtMs();
  requests.sort((a, b) => a.scheduledMs - b.scheduledMs);
  const steady =
    plan.traffic.loop === 'open'
      ? until(schedule.steady, saturatedAtMs)
      : closedPart(schedule, requests, plan.traffic.users);
  return { requests, steady, saturatedAtMs };
}

function until({ fromMs, toMs }: SteadyWindow, endMs: number | null): SteadyWindow {
  const end = Math.min(toMs, endMs ?? toMs);
  return { fromMs: Math.min(fromMs, end), toMs: end };
}

/** From the second request of the users, since the first meets a server without load, to the last answer. */
function closedPart({ steady }: Schedule, requests: readonly LoadRequest[], users: number): SteadyWindow {
  // The last answer is inside.
  const ended = requests.reduce((latest, { endedMs }) => Math.max(latest, endedMs), 0) + 1;
  const toMs = Math.min(steady.toMs, ended);
  return { fromMs: Math.min(Math.max(steady.fromMs, requests[users]?.scheduledMs ?? toMs), toMs), toMs };
}

/** Looks at the number of requests under way, at most four times a second. */
function watchQueue(now: WindowClock) {
  const looks: QueueLook[] = [];
  let underWay = 0;
  let saturatedAt: number | null = null;
  return {
    enter: () => {
      underWay += 1;
    },
    leave: () => {
      underWay -= 1;
    },
    saturatedAtMs: () => saturatedAt,
    isOver(): boolean {
      const atMs = now();
      if (atMs - (looks.at(-1)?.atMs ?? -LOOK_EVERY_MS) >= LOOK_EVERY_MS) {
        looks.push({ atMs, underWay });
        if (saturatedAt === null && isSaturated(looks)) saturatedAt = atMs;
      }
      return saturatedAt !== null;
    },
  };
}
