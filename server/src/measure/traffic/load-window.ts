import { countName, type NameCounts, sumNames } from '../../kernel/name-counts.ts';
import { createReasons, type GroupedReason } from '../../models/models.ts';
import { createRandom, type Random } from '../statistics/statistics.ts';
import type { AskTarget, ItemRequest } from './ask.ts';
import { runClosedLoop } from './closed-loop.ts';
import { loadPrompt, markedMessages, sharedPrompt } from './load-prompt.ts';
import { runOpenLoop, type WindowClock } from './open-loop.ts';
import type { LoadRequest } from './request-log.ts';
import { drawTokens } from './request-sizes.ts';
import { isSaturated, type QueueReading } from './saturation.ts';
import { runSession } from './session-loop.ts';
import {
  hasSessions,
  type Schedule,
  type SteadyWindow,
  scheduleWindow,
  sessionDeadlineMs,
  type WindowPlan,
} from './window-plan.ts';

/** The share of an open loop that one of several threads sends: every `of`-th request or session, from `index` on. */
export interface Share {
  index: number;
  of: number;
}

/**
 * The models and service tiers that the server named in its responses, and the routes behind a router, with the number
 * of responses of each.
 */
export interface RespondingModels {
  readonly models: Readonly<NameCounts>;
  readonly routes: Readonly<NameCounts>;
  /** Absent in windows of older versions. */
  readonly tiers?: Readonly<NameCounts>;
}

export const sumRespondingModels = (all: readonly RespondingModels[]): RespondingModels => ({
  models: sumNames(all.map(({ models }) => models)),
  routes: sumNames(all.map(({ routes }) => routes)),
  tiers: sumNames(all.map(({ tiers = {} }) => tiers)),
});

export interface WindowRecord {
  /** In the order of their scheduled times. */
  requests: LoadRequest[];
  /** Ends early if the window did. */
  steady: SteadyWindow;
  /** When sending was ended because the server could not keep up; null if it was not. */
  saturatedAtMs: number | null;
  /** Why requests had no response, including the warm-up. */
  reasons: readonly GroupedReason[];
  /** Absent in records of processes with older versions. */
  answeredBy?: RespondingModels;
}

const LOOK_EVERY_MS = 250;

/** Runs one window, or a thread's share of it. Rejects only with the signal's reason. */
export async function runWindow(
  plan: WindowPlan,
  { index, of }: Share,
  {
    ask,
    now,
    signal,
    items = [],
  }: { ask: AskTarget; now: WindowClock; signal: AbortSignal; items?: readonly ItemRequest[] | undefined },
): Promise<WindowRecord> {
  const requests: LoadRequest[] = [];
  // While sessions are still starting, the number of requests in flight can only grow.
  const queue = watchQueue(now, lookFrom(plan));
  const refusals = watchRefusals();
  const isOver = () => queue.isOver() || refusals.isOver();

  /** `number` counts the requests of all threads, so that no two of them send the same prompt. */
  async function send(number: number, scheduledMs: number): Promise<void> {
    // Depends on the benchmark too: a prefix sent by another benchmark could be in a cache.
    const own = createRandom(plan.seed, plan.benchmark ?? '', 'prompt', String(number));
    const request = itemAt(number, own) ?? drawnAt(number, own);
    requests.push({ scheduledMs, ...(await queued(request, now, signal)) });
  }

  /** Each item in turn, starting again after the last; null if the window sends no items. */
  function itemAt(number: number, own: Random): ItemRequest | null {
    const item = items[number % items.length];
    if (item === undefined) return null;
    return plan.prefixCache === 'allow' ? item : { ...item, messages: markedMessages(item.messages, own) };
  }

  function drawnAt(number: number, own: Random) {
    const random = createRandom(plan.seed, 'request', String(number));
    const drawn = [drawTokens(plan.inputTokens, random), drawTokens(plan.outputTokens, random)] as const;
    const inputTokens = plan.recorded?.inputTokens[number] ?? drawn[0];
    const maxTokens = plan.recorded?.outputTokens[number] ?? drawn[1];
    const prompt = (plan.prefixCache === 'allow' ? sharedPrompt : loadPrompt)(inputTokens, maxTokens, own);
    return { prompt, maxTokens };
  }

  const queued: AskTarget = async (...request) => {
    queue.enter();
    const asked = await ask(...request);
    queue.leave();
    refusals.ended(asked);
    return asked;
  };

  const schedule = scheduleWindow(plan);
  const begin = hasSessions(plan)
    ? (number: number, arrivalMs: number) =>
        runSession(
          plan,
          { number, arrivalMs },
          {
            ...{ now, signal, ask: queued, isOver },
            keep: (request) => requests.push(request),
            untilMs: sessionDeadlineMs(plan, schedule, arrivalMs),
          },
        )
    : send;
  const numbered = (own: number, scheduledMs: number) => begin(own * of + index, scheduledMs);
  if (plan.traffic.loop === 'closed') {
    const { users, thinkMs } = plan.traffic;
    const closed = { users, thinkMs, requests: plan.requests + users, untilMs: schedule.steady.toMs };
    await runClosedLoop({ ...closed, now, signal, send: numbered });
  } else {
    const arrivals = schedule.arrivals.filter((_, number) => number % of === index);
    await runOpenLoop({ arrivals, now, signal, send: numbered, isOver });
  }
  signal.throwIfAborted();
  const saturatedAtMs = queue.saturatedAtMs();
  requests.sort((a, b) => a.scheduledMs - b.scheduledMs);
  const steady =
    plan.traffic.loop === 'open'
      ? until(openPart(plan, schedule, requests), saturatedAtMs)
      : closedPart(schedule, requests, plan.traffic.users);
  const reasons = createReasons();
  for (const { failure } of requests) if (failure) reasons.add(failure);
  return { requests, steady, saturatedAtMs, reasons: reasons.list(), answeredBy: whoAnswered(requests) };
}

function whoAnswered(requests: readonly LoadRequest[]): RespondingModels {
  const models: NameCounts = {};
  const routes: NameCounts = {};
  const tiers: NameCounts = {};
  for (const { answeredBy } of requests) {
    if (answeredBy === undefined) continue;
    countName(models, answeredBy.model);
    if (answeredBy.route !== undefined) countName(routes, answeredBy.route);
    if (answeredBy.tier !== undefined) countName(tiers, answeredBy.tier);
  }
  return { models, routes, tiers };
}

/**
 * Number of consecutive refusals after which no further request is sent: a server that refuses everything says nothing
 * about its speed.
 */
const MAX_REFUSALS = 10;

function watchRefusals() {
  let inARow = 0;
  return {
    ended({ outcome }: Pick<LoadRequest, 'outcome'>) {
      if (outcome === 'refused' || outcome === 'quota') inARow++;
      else if (outcome !== 'cut') inARow = 0;
    },
    isOver: () => inARow >= MAX_REFUSALS,
  };
}

/** All turns of a trace of sessions count, including those after the last arrival. */
function openPart(plan: WindowPlan, { steady }: Schedule, requests: readonly LoadRequest[]): SteadyWindow {
  if (plan.sessions?.how.kind !== 'traced') return steady;
  return { ...steady, toMs: Math.max(steady.toMs, (requests.at(-1)?.scheduledMs ?? 0) + 1) };
}

function until({ fromMs, toMs }: SteadyWindow, endMs: number | null): SteadyWindow {
  const end = Math.min(toMs, endMs ?? toMs);
  return { fromMs: Math.min(fromMs, end), toMs: end };
}

/** From the users' second requests (the first ones meet a server without load) to the last response. */
function closedPart({ steady }: Schedule, requests: readonly LoadRequest[], users: number): SteadyWindow {
  // The last response is included.
  const ended = requests.reduce((latest, { endedMs }) => Math.max(latest, endedMs), 0) + 1;
  const toMs = Math.min(steady.toMs, ended);
  return { fromMs: Math.min(Math.max(steady.fromMs, requests[users]?.scheduledMs ?? toMs), toMs), toMs };
}

/** A trace of sessions is sent to its end. */
function lookFrom({ sessions, warmupMs }: WindowPlan): number {
  if (sessions === undefined) return 0;
  return sessions.how.kind === 'traced' ? Infinity : warmupMs;
}

/** Records the number of requests in flight, at most four times a second. */
function watchQueue(now: WindowClock, fromMs: number) {
  const looks: QueueReading[] = [];
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
      if (atMs < fromMs) return false;
      if (atMs - (looks.at(-1)?.atMs ?? -LOOK_EVERY_MS) >= LOOK_EVERY_MS) {
        looks.push({ atMs, underWay });
        if (saturatedAt === null && isSaturated(looks)) saturatedAt = atMs;
      }
      return saturatedAt !== null;
    },
  };
}
