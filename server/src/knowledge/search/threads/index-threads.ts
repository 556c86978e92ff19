import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { type NoAnswer, openWorkerChannel, type WorkerChannel } from '../../../kernel/worker-channel.ts';
import type { OperationRequest, Operations, SentFailure } from './serve-thread.ts';
import type {
  IndexerNotice,
  IndexerOperations,
  IndexerThreadData,
  SearchOperations,
  SearchThreadData,
} from './thread-messages.ts';

/** A worker thread that answers requests in order. It starts with the first one. */
export interface IndexThread<Ops extends Operations> {
  /**
   * Rejects with `not_ready` if the thread dies or does not answer within `timeoutMs` (it is then ended and restarted),
   * with `IndexDamaged` if the index file is damaged, with `storage_full` or `storage_unavailable` if its disk is full
   * or unavailable, and otherwise with the operation's own error.
   */
  call<Name extends keyof Ops & string>(
    operation: Name,
    input: Parameters<Ops[Name]>[0],
    timeoutMs: number,
  ): Promise<ReturnType<Ops[Name]>>;
  /** Waits for the current request, then closes the thread's files and ends it. */
  stop(): Promise<void>;
}

/** The index file is not a valid database and must be rebuilt. */
export class IndexDamaged extends Error {}

export const startSearchThread = (log: Log, data: SearchThreadData): IndexThread<SearchOperations> =>
  startIndexThread<SearchOperations>('search', new URL('./search-thread.ts', import.meta.url), log, { data });

export const startIndexerThread = (log: Log, data: IndexerThreadData): IndexThread<IndexerOperations> =>
  startIndexThread<IndexerOperations>('indexer', new URL('./indexer-thread.ts', import.meta.url), log, {
    data,
    onNotice: (notice) => logNotice(log, notice as IndexerNotice),
  });

function logNotice(log: Log, { kind, ...fields }: IndexerNotice): void {
  if (kind === 'trained') log.info(fields, 'a search model was trained');
  else log.error(fields, 'a search model could not be trained; the previous model or keyword search answers');
}

interface ThreadOptions {
  /** The thread's `workerData`. */
  data?: unknown;
  /** Receives what the thread reports by itself. */
  onNotice?: (notice: unknown) => void;
}

/** The delay before a thread that could not start is started again. */
const RESTART_DELAY_MS = 1000;
const STOP_TIMEOUT_MS = 5000;

export function startIndexThread<Ops extends Operations>(
  name: string,
  url: URL,
  log: Log,
  { data, onNotice = () => {} }: ThreadOptions = {},
): IndexThread<Ops> {
  let stopping = false;
  let channel: WorkerChannel<OperationRequest, unknown> | null = null;

  function start(): WorkerChannel<OperationRequest, unknown> {
    return openWorkerChannel<OperationRequest, unknown>(url, {
      name,
      workerData: data,
      log,
      noAnswer,
      toError,
      onNotification: onNotice,
      onEnd: (answered) => (answered ? restart() : setTimeout(restart, RESTART_DELAY_MS).unref()),
    });
  }

  function restart(): void {
    if (!stopping) channel = start();
  }

  function noAnswer(reason: NoAnswer<OperationRequest>): AppError {
    if (reason.why === 'closed') return notReady('The search index is stopping.');
    if (reason.why === 'died') return notReady(`The ${name} thread ended and is being restarted; try again.`);
    const { operation } = reason.request;
    log.error({ thread: name, operation }, 'an index thread does not answer and is being restarted');
    return notReady(`The ${name} thread did not answer in time and is being restarted; try again.`);
  }

  return {
    call<Name extends keyof Ops & string>(
      operation: Name,
      input: Parameters<Ops[Name]>[0],
      timeoutMs: number,
    ): Promise<ReturnType<Ops[Name]>> {
      if (channel === null && stopping) return Promise.reject(noAnswer({ why: 'closed' }));
      channel ??= start();
      if (channel.ended && !stopping) {
        return Promise.reject(notReady(`The ${name} thread is being restarted; try again.`));
      }
      return channel.call({ operation, input }, { timeoutMs }) as Promise<ReturnType<Ops[Name]>>;
    },
    async stop() {
      stopping = true;
      const running = channel;
      if (running === null) return;
      const timer = setTimeout(() => void running.terminate(noAnswer({ why: 'closed' })), STOP_TIMEOUT_MS);
      await running.close();
      clearTimeout(timer);
    },
  };
}

/** A full disk has the same error code as for the database: work waits for space, and no attempt is counted. */
function toError({ message, failure }: SentFailure): Error {
  if (failure === 'damaged') return new IndexDamaged(message);
  if (failure === 'full') {
    return new AppError('storage_full', 'The disk with the search index is full; free some space.');
  }
  if (failure === 'unavailable') {
    const detail = 'The search index could not be read or written; try again.';
    return new AppError('storage_unavailable', detail, { retryAfter: 1, cause: message });
  }
  return new Error(message);
}

function notReady(sentence: string): AppError {
  return new AppError('not_ready', sentence, { retryAfter: 1 });
}
