import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { IndexFailure } from '../index/index-schema.ts';
import type { Operations, Reply, Request } from './serve-thread.ts';
import type {
  IndexerNotice,
  IndexerOperations,
  IndexerThreadData,
  SearchOperations,
  SearchThreadData,
} from './thread-messages.ts';

/** A worker thread that answers requests one after the other. */
export interface IndexThread<Ops extends Operations> {
  /**
   * Rejects with `not_ready` when the thread dies or does not answer within `timeoutMs` (it is then ended and
   * started anew), with `IndexDamaged` when the index file is, with `storage_full` or `storage_unavailable` when its
   * disk is, and with the operation's own error otherwise.
   */
  call<Name extends keyof Ops & string>(
    operation: Name,
    input: Parameters<Ops[Name]>[0],
    timeoutMs: number,
  ): Promise<ReturnType<Ops[Name]>>;
  /** Lets the request in hand end, closes its files, ends the thread. */
  stop(): Promise<void>;
}

/** The index file is not a sound database: it has to be made anew. */
export class IndexDamaged extends Error {}

export const startSearchThread = (log: Log, data: SearchThreadData): IndexThread<SearchOperations> =>
  startThread<SearchOperations>('search', new URL('./search-thread.ts', import.meta.url), log, { data });

export const startIndexerThread = (log: Log, data: IndexerThreadData): IndexThread<IndexerOperations> =>
  startThread<IndexerOperations>('indexer', new URL('./indexer-thread.ts', import.meta.url), log, {
    data,
    onNotice: (notice) => logNotice(log, notice as IndexerNotice),
  });

function logNotice(log: Log, { kind, ...fields }: IndexerNotice): void {
  if (kind === 'trained') log.info(fields, 'a search model was trained');
  else
    log.error(fields, 'a search model could not be trained; the one before it, or keyword search, answers');
}

interface ThreadOptions {
  /** What the thread gets as its `workerData`. */
  data?: unknown;
  /** Hears what the thread says without being asked. */
  onNotice?: (notice: unknown) => void;
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/** A running worker and what was asked of it; a new one takes its place when it dies. */
interface Running {
  worker: Worker;
  pending: Map<number, Pending>;
  /** It has answered something, so it can run at all. */
  answered: boolean;
  ended: boolean;
}

/** Before a thread that could not even start is started again. */
const RESTART_DELAY_MS = 1000;
const STOP_TIMEOUT_MS = 5000;

export function startThread<Ops extends Operations>(
  name: string,
  url: URL,
  log: Log,
  { data, onNotice = () => {} }: ThreadOptions = {},
): IndexThread<Ops> {
  let lastId = 0;
  let stopping = false;
  let running = start();

  function start(): Running {
    const worker = new Worker(url, { name, workerData: data });
    const next: Running = { worker, pending: new Map(), answered: false, ended: false };
    worker.on('message', (reply: Reply) => {
      if ('notice' in reply) onNotice(reply.notice);
      else settle(next, reply);
    });
    worker.on('error', (err) => log.error({ err, thread: name }, 'an index thread failed'));
    worker.on('exit', () => {
      next.ended = true;
      failAll(next, `The ${name} thread ended; it is started anew.`);
      if (next.answered) replace(next);
      else setTimeout(replace, RESTART_DELAY_MS, next).unref();
    });
    return next;
  }

  function replace(ended: Running): void {
    if (!stopping && running === ended) running = start();
  }

  function giveUp(on: Running, operation: string): void {
    log.error({ thread: name, operation }, 'an index thread does not answer and is started anew');
    failAll(on, `The ${name} thread did not answer in time; it is started anew.`);
    replace(on);
    void on.worker.terminate();
  }

  return {
    call(operation, input, timeoutMs) {
      if (stopping) return Promise.reject(notReady('The search index is stopping.'));
      const on = running;
      if (on.ended) return Promise.reject(notReady(`The ${name} thread is being started anew.`));
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => giveUp(on, operation), timeoutMs);
        on.pending.set(id, { resolve: resolve as (output: unknown) => void, reject, timer });
        on.worker.postMessage({ id, operation, input } satisfies Request);
      });
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      const { worker, ended } = running;
      if (ended) return;
      const exit = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ id: 0, operation: 'stop', input: null } satisfies Request);
      const timer = setTimeout(() => void worker.terminate(), STOP_TIMEOUT_MS);
      await exit;
      clearTimeout(timer);
    },
  };
}

function settle(running: Running, reply: Exclude<Reply, { notice: unknown }>): void {
  running.answered = true;
  const pending = running.pending.get(reply.id);
  if (!pending) return;
  running.pending.delete(reply.id);
  clearTimeout(pending.timer);
  if ('output' in reply) pending.resolve(reply.output);
  else pending.reject(toError(reply.error, reply.failure));
}

/** A full disk is the same answer as where the database is on it: work waits for room, and no attempt is spent. */
function toError(message: string, failure: IndexFailure): Error {
  if (failure === 'damaged') return new IndexDamaged(message);
  if (failure === 'full') {
    return new AppError('storage_full', 'The disk that holds the search index is full; free space.');
  }
  if (failure === 'unavailable') {
    const detail = 'The search index could not be written or read; try again.';
    return new AppError('storage_unavailable', detail, { retryAfter: 1, cause: message });
  }
  return new Error(message);
}

function failAll(running: Running, sentence: string): void {
  for (const { reject, timer } of running.pending.values()) {
    clearTimeout(timer);
    reject(notReady(sentence));
  }
  running.pending.clear();
}

function notReady(sentence: string): AppError {
  return new AppError('not_ready', sentence, { retryAfter: 1 });
}
