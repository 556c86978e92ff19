import { monotonicMs } from '../../kernel/clock.ts';
import { openWorkerChannel, type WorkerChannel } from '../../kernel/worker-channel.ts';
import { type AddedProvider, mergeReasons } from '../../models/models.ts';
import type { LoadTarget, LoadThreadData, LoadThreadRequest, SentRecord } from './load-thread.ts';
import { type Share, sumRespondingModels, type WindowRecord } from './load-window.ts';
import { requestsFromColumns } from './request-log.ts';
import { addSpentTokens, NO_TOKENS_SPENT, type SpentTokens } from './spent-tokens.ts';
import { expectedTurns, hasSessions, scheduleWindow, type WindowPlan } from './window-plan.ts';

export type LoadThreads = ReturnType<typeof createLoadThreads>;

export type OnTokensSpent = (soFar: SpentTokens) => void;

/** The share of one of several processes, and the window's 0 by `monotonicMs` of this process. */
export interface WindowPart extends Share {
  startAtMs: number;
}

/** The rate up to which one thread keeps its schedule (bench/load.ts lag); above it the requests are divided. */
const RPS_OF_ONE_THREAD = 300;
const MAX_THREADS = 4;
/** The time from asking the threads to start to the window's 0: a new thread needs most of it. */
const LEAD_MS = 500;

/**
 * Threads that send load, started on first use. Runs one window at a time for all callers.
 * @param added the providers that were added while the service runs, including removed ones whose runs still finish
 */
export function createLoadThreads(data: LoadThreadData, added: () => readonly AddedProvider[] = () => []) {
  const threads: LoadThread[] = [];
  let stopped = false;

  function thread(index: number): LoadThread {
    threads[index] ??= openThread(data);
    return threads[index];
  }

  return {
    /**
     * Runs one window. Rejects with the signal's reason, or if a thread fails. `onSpent` receives the tokens of ended
     * requests at least once a second while there are any. `part` is the share of this process if several send.
     */
    async run(
      target: LoadTarget,
      window: WindowPlan,
      signal: AbortSignal,
      onSpent: OnTokensSpent = () => {},
      part: WindowPart = { index: 0, of: 1, startAtMs: monotonicMs() + LEAD_MS },
    ): Promise<WindowRecord> {
      signal.throwIfAborted();
      if (stopped) throw new Error('The load threads were stopped.');
      const { startAtMs } = part;
      const of = threadsFor(window, part);
      const asked = Array.from({ length: of }, (_, index) => thread(index));
      const abort = () => {
        for (const each of asked) void each.terminate(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        const spent = asked.map(() => NO_TOKENS_SPENT);
        const shares = asked.map(async (each, index) => {
          const onNotification = (soFar: unknown) => {
            spent[index] = soFar as SpentTokens;
            onSpent(spent.reduce(addSpentTokens, NO_TOKENS_SPENT));
          };
          const share = { index: part.index + part.of * index, of: part.of * of };
          const own = added().filter(({ settings }) => settings.name === target.provider);
          const request = { target, window, share, startAtMs, added: own };
          const record = await each.call(request, { onNotification });
          return { ...record, requests: requestsFromColumns(record.requests) };
        });
        return joinRecords(await Promise.all(shares));
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    /** Ends the threads and everything they send. */
    async stop(): Promise<void> {
      stopped = true;
      const reason = new Error('The service is stopping.');
      await Promise.all(threads.map((each) => each.terminate(reason)));
    },
  };
}

/** Number of threads that this process, one of `of` that share a window, uses for it; the busiest second decides. */
function threadsFor(window: WindowPlan, { of }: Share): number {
  const busiest = busiestSecond(timesOf(window)) / of;
  return Math.min(MAX_THREADS, Math.max(1, Math.ceil(busiest / RPS_OF_ONE_THREAD)));
}

/** When requests should be sent, ascending. */
function timesOf(window: WindowPlan): Float64Array {
  if (!hasSessions(window)) return scheduleWindow(window).arrivals;
  return Float64Array.from(Array.from(expectedTurns(window), ({ atMs }) => atMs)).sort();
}

/** Maximum number of arrivals within a second. */
function busiestSecond(arrivals: Float64Array): number {
  let most = 0;
  let first = 0;
  for (const [index, at] of arrivals.entries()) {
    while (at - (arrivals[first] as number) >= 1000) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** Joins the shares of one window: every request of each. */
export function joinRecords(parts: readonly WindowRecord[]): WindowRecord {
  const saturated = parts.flatMap(({ saturatedAtMs }) => saturatedAtMs ?? []);
  return {
    requests: parts.flatMap(({ requests }) => requests).sort((a, b) => a.scheduledMs - b.scheduledMs),
    steady: {
      fromMs: Math.max(...parts.map(({ steady }) => steady.fromMs)),
      // With sessions, each thread waited for its own; if one was ended early, all were.
      toMs: (saturated.length > 0 ? Math.min : Math.max)(...parts.map(({ steady }) => steady.toMs)),
    },
    saturatedAtMs: saturated.length === 0 ? null : Math.min(...saturated),
    reasons: mergeReasons(parts.map(({ reasons }) => reasons)),
    answeredBy: sumRespondingModels(parts.flatMap(({ answeredBy = [] }) => answeredBy)),
  };
}

type LoadThread = WorkerChannel<LoadThreadRequest, SentRecord>;

function openThread(workerData: LoadThreadData): LoadThread {
  return openWorkerChannel(new URL('./load-thread.ts', import.meta.url), {
    name: 'load',
    workerData,
    restarts: true,
    noAnswer: (reason) => (reason.why === 'died' && reason.cause) || new Error('A load thread ended.'),
  });
}
