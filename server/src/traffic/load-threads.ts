import { Worker } from 'node:worker_threads';
import { monotonicMs } from '../kernel/clock.ts';
import type { LogLevel } from '../kernel/log.ts';
import type { ModelQuirks, ProviderSettings } from '../models/models.ts';
import type { Share, WindowRecord } from './load-window.ts';
import { fromColumns, type LoadColumns } from './request-log.ts';
import { addSpent, NOTHING_SPENT, type SpentTokens } from './spent-tokens.ts';
import { scheduleOf, type WindowPlan } from './window-plan.ts';

/** The model that is asked, and how. */
export interface LoadTarget {
  provider: string;
  modelId: string;
  temperature?: number;
  quirks: ModelQuirks;
  requestTimeoutMs: number;
}

export interface LoadThreadData {
  providers: readonly ProviderSettings[];
  logLevel: LogLevel;
}

export interface LoadThreadRequest {
  id: number;
  target: LoadTarget;
  window: WindowPlan;
  share: Share;
  /** The window's 0 by the clock that all threads share (`process.hrtime`), in ms. */
  startAtMs: number;
}

export type LoadThreadReply = { id: number } & (
  | { record: Omit<WindowRecord, 'requests'> & { requests: LoadColumns } }
  | { error: string }
  /** So far, while the window runs. */
  | { spent: SpentTokens }
);

export interface LoadThreads {
  /**
   * Runs one window. Rejects with the signal's reason, or when a thread fails. `onSpent` is told, at least once a
   * second while something ends, what the requests that have ended came to.
   */
  run(target: LoadTarget, window: WindowPlan, signal: AbortSignal, onSpent?: OnSpent): Promise<WindowRecord>;
  /** Ends the threads, and with them what they send. */
  stop(): Promise<void>;
}

type OnSpent = (soFar: SpentTokens) => void;

/** One thread keeps its schedule to this rate (bench/load-lag.ts); above it the requests are shared out. */
const RPS_OF_ONE_THREAD = 300;
const MOST_THREADS = 4;
/** Between asking the threads to start and the window's 0: a new thread needs most of it. */
const LEAD_MS = 500;

/** Threads that send load; started when first needed. One window at a time, for all who ask. */
export function createLoadThreads(data: LoadThreadData): LoadThreads {
  const threads: LoadThread[] = [];
  let nextId = 0;
  let stopped = false;

  function thread(index: number): LoadThread {
    const known = threads[index];
    if (known !== undefined && !known.ended) return known;
    threads[index] = startThread(data);
    return threads[index];
  }

  return {
    async run(target, window, signal, onSpent = () => {}) {
      signal.throwIfAborted();
      if (stopped) throw new Error('The load threads were stopped.');
      const of = threadsFor(window);
      const startAtMs = monotonicMs() + LEAD_MS;
      const asked = Array.from({ length: of }, (_, index) => thread(index));
      const abort = () => {
        for (const each of asked) each.end(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      try {
        const spent = asked.map(() => NOTHING_SPENT);
        const shares = asked.map((each, index) =>
          each.ask({ id: nextId++, target, window, share: { index, of }, startAtMs }, (soFar) => {
            spent[index] = soFar;
            onSpent(spent.reduce(addSpent, NOTHING_SPENT));
          }),
        );
        return joined(await Promise.all(shares));
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    async stop() {
      stopped = true;
      for (const each of threads) each.end(new Error('The service is stopping.'));
      await Promise.all(threads.map((each) => each.exited));
    },
  };
}

/** How many threads a window takes, by its busiest second. */
function threadsFor(window: WindowPlan): number {
  return Math.min(
    MOST_THREADS,
    Math.max(1, Math.ceil(busiestSecond(scheduleOf(window).arrivals) / RPS_OF_ONE_THREAD)),
  );
}

/** The most arrivals within a second of each other. */
function busiestSecond(arrivals: Float64Array): number {
  let most = 0;
  let first = 0;
  for (const [index, at] of arrivals.entries()) {
    while (at - (arrivals[first] as number) >= 1000) first++;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

function joined(parts: readonly WindowRecord[]): WindowRecord {
  const saturated = parts.flatMap(({ saturatedAtMs }) => saturatedAtMs ?? []);
  return {
    requests: parts.flatMap(({ requests }) => requests).sort((a, b) => a.scheduledMs - b.scheduledMs),
    steady: {
      fromMs: Math.max(...parts.map(({ steady }) => steady.fromMs)),
      toMs: Math.min(...parts.map(({ steady }) => steady.toMs)),
    },
    saturatedAtMs: saturated.length === 0 ? null : Math.min(...saturated),
  };
}

interface LoadThread {
  ended: boolean;
  exited: Promise<unknown>;
  ask(request: LoadThreadRequest, onSpent: OnSpent): Promise<WindowRecord>;
  /** Ends the thread at once; what it was asked rejects with the reason. */
  end(reason: unknown): void;
}

function startThread(workerData: LoadThreadData): LoadThread {
  const worker = new Worker(new URL('./load-thread.ts', import.meta.url), { workerData });
  const waiting = new Map<number, PromiseWithResolvers<WindowRecord> & { onSpent: OnSpent }>();
  const rejectAll = (reason: unknown) => {
    for (const each of waiting.values()) each.reject(reason);
    waiting.clear();
  };
  const thread: LoadThread = {
    ended: false,
    exited: new Promise((resolve) => worker.once('exit', resolve)),
    ask(request, onSpent) {
      const answer = Promise.withResolvers<WindowRecord>();
      waiting.set(request.id, { ...answer, onSpent });
      worker.postMessage(request);
      return answer.promise;
    },
    end(reason) {
      thread.ended = true;
      rejectAll(reason);
      void worker.terminate();
    },
  };
  worker.on('message', (reply: LoadThreadReply) => {
    const answer = waiting.get(reply.id);
    if ('spent' in reply) {
      answer?.onSpent(reply.spent);
      return;
    }
    waiting.delete(reply.id);
    if ('error' in reply) answer?.reject(new Error(reply.error));
    else answer?.resolve({ ...reply.record, requests: fromColumns(reply.record.requests) });
  });
  worker.on('error', rejectAll);
  worker.once('exit', () => {
    thread.ended = true;
    rejectAll(new Error('A load thread ended.'));
  });
  return thread;
}
