import { type MessagePort, parentPort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Log } from './log.ts';

/*
 * Remote procedure calls to a worker thread: `openWorkerChannel` in the calling thread, `serveRequests` (or
 * `serveBatches`) in the thread that answers. The cost of a message exceeds that of its content, so all requests of one
 * turn of the event loop are sent in one message.
 */

type NumberedRequest<Q> = [id: number, request: Q];
type ToWorker<Q> = NumberedRequest<Q>[] | 'stop';
/** Without a kind, the message is an answer. A notification with the id 0 belongs to no request. */
type Reply = [id: number, value: unknown, kind?: 'error' | 'notification'];

/**
 * Why a request gets no answer: its thread died (`cause` is the error it threw), is too slow, or the channel is closed.
 */
export type NoAnswer<Q> =
  | { why: 'died'; cause?: unknown }
  | { why: 'timed_out'; request: Q }
  | { why: 'closed' };

export interface WorkerChannelOptions<Q> {
  /** The thread's name in the log and in debuggers. */
  name: string;
  workerData?: unknown;
  /** Where errors that end the thread are logged. */
  log?: Log;
  /** The error with which a call without an answer rejects. */
  noAnswer(reason: NoAnswer<Q>): unknown;
  /** Restores an error from what `serveRequests` sent for it. Default: an error with the same message and stack. */
  toError?(sent: never): Error;
  /**
   * The parts of a request that are transferred to the thread instead of copied; the caller must not use them again.
   * Default: none.
   */
  transfer?(request: Q): readonly ArrayBuffer[];
  /** Receives notifications from the thread that belong to no call. */
  onNotification?(notification: unknown): void;
  /**
   * Called when the thread died or was terminated, but not after `close`. `answered`: it had answered a request, so it
   * can run at all.
   */
  onEnd?(answered: boolean): void;
  /**
   * True: the thread starts with the first call, and the first call after its death starts another one. Default: the
   * thread starts at once, and calls after its death are rejected.
   */
  restarts?: boolean;
  /** True: the thread does not keep the process running. */
  unref?: boolean;
}

/**
 * For `transfer`: the memory of these bytes. A view of a larger buffer is copied, because the rest belongs to others.
 */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

export interface CallOptions {
  /**
   * Time without an answer after which the thread is terminated and all pending calls are rejected. Default: no limit.
   */
  timeoutMs?: number;
  /**
   * True: the limit is processor time of the thread, so that a busy machine does not use it up; the elapsed time may be
   * at most ten times as long. For threads that answer one call at a time and are running. Default: elapsed time.
   */
  ofProcessorTime?: boolean;
  /** Receives notifications about this call before its answer. */
  onNotification?(notification: unknown): void;
}

export interface WorkerChannel<Q, A> {
  /**
   * Resolves to the answer of the thread. Rejects with the error of the operation (`toError`), with that of `noAnswer`,
   * or with a `DataCloneError` if the request cannot be copied to a thread.
   */
  call(request: Q, options?: CallOptions): Promise<A>;
  /** Whether no thread is running. */
  readonly ended: boolean;
  /** Rejects later calls, lets the thread finish the pending ones, then ends it. */
  close(): Promise<void>;
  /** Ends the thread at once; pending calls reject with `reason`. */
  terminate(reason: unknown): Promise<void>;
}

interface Pending {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
  onNotification: CallOptions['onNotification'];
}

/** A channel to a worker thread that runs the file `entry`. */
export function openWorkerChannel<Q, A>(entry: URL, options: WorkerChannelOptions<Q>): WorkerChannel<Q, A> {
  const { name, noAnswer, toError = errorFrom as (sent: never) => Error, restarts = false } = options;
  const pending = new Map<number, Pending>();
  let outbox: NumberedRequest<Q>[] = [];
  let lastId = 0;
  let closing: Promise<void> | null = null;
  let terminated: Promise<unknown> = Promise.resolve();
  /** Whether the current thread has answered a request. */
  let answered = false;
  let worker = restarts ? null : start();

  function start(): Worker {
    const started = new Worker(entry, { name, workerData: options.workerData });
    if (options.unref) started.unref();
    answered = false;
    let cause: unknown;
    started.on('message', (replies: Reply[]) => {
      answered = true;
      for (const reply of replies) receive(reply);
    });
    started.on('error', (err) => {
      cause = err;
      options.log?.error({ err, thread: name }, 'a worker thread failed');
    });
    started.on('exit', () => {
      if (worker !== started) return;
      worker = null;
      rejectSent(cause);
      if (!closing) options.onEnd?.(answered);
    });
    return started;
  }

  function take(id: number): Pending | undefined {
    const found = pending.get(id);
    pending.delete(id);
    clearTimeout(found?.timer);
    return found;
  }

  function receive([id, value, kind]: Reply): void {
    if (kind === undefined) take(id)?.resolve(value);
    else if (kind === 'error') take(id)?.reject(toError(value as never));
    else if (id === 0) options.onNotification?.(value);
    else pending.get(id)?.onNotification?.(value);
  }

  function rejectAll(ids: Iterable<number>, reason: unknown): void {
    for (const id of [...ids]) take(id)?.reject(reason);
  }

  /**
   * Rejects the requests that were sent to the thread and not answered. Those not sent yet go to the next thread, if
   * there is one.
   */
  function rejectSent(cause: unknown): void {
    if (!restarts) outbox = [];
    const firstUnsent = outbox[0]?.[0] ?? lastId + 1;
    const sent = [...pending.keys()].filter((id) => id < firstUnsent);
    if (sent.length > 0) rejectAll(sent, noAnswer({ why: 'died', cause }));
  }

  function flush(): void {
    const requests = outbox;
    outbox = [];
    if (requests.length > 0) post(requests);
  }

  function post(requests: NumberedRequest<Q>[]): void {
    worker ??= start();
    try {
      const given = requests.flatMap(([, request]) => options.transfer?.(request) ?? []);
      worker.postMessage(requests satisfies ToWorker<Q>, given);
    } catch (error) {
      // One of the requests cannot be copied to a thread. Sending them one by one rejects only that one.
      if (requests.length > 1) for (const each of requests) post([each]);
      else for (const [id] of requests) take(id)?.reject(error);
    }
  }

  async function terminate(reason: unknown): Promise<void> {
    const ending = worker;
    worker = null;
    outbox = [];
    rejectAll(pending.keys(), reason);
    if (ending) {
      terminated = ending.terminate();
      if (!closing) options.onEnd?.(answered);
    }
    await terminated;
  }

  /** Extends the wait up to ten times, until the thread has used that much processor time for the call. */
  function unlessIdle(id: number, timeoutMs: number, timeOut: () => void): () => void {
    const thread = worker;
    const started = performance.now();
    const before = thread ? processorMs(thread) : Promise.resolve(0);
    return async function look() {
      const had = thread ? (await processorMs(thread)) - (await before) : timeoutMs;
      const one = pending.get(id);
      if (!one || worker !== thread) return;
      const isOver = had >= timeoutMs || performance.now() - started >= MAX_TIMES * timeoutMs;
      if (isOver) timeOut();
      else one.timer = setTimeout(look, Math.max(MIN_WAIT_MS, timeoutMs - had));
    };
  }

  return {
    get ended() {
      return worker === null;
    },
    call(request, { timeoutMs, ofProcessorTime = false, onNotification } = {}) {
      if (closing) return Promise.reject(noAnswer({ why: 'closed' }));
      if (worker === null && !restarts) return Promise.reject(noAnswer({ why: 'died' }));
      const id = ++lastId;
      const timeOut = () => void terminate(noAnswer({ why: 'timed_out', request }));
      const over = ofProcessorTime && timeoutMs !== undefined ? unlessIdle(id, timeoutMs, timeOut) : timeOut;
      const timer = timeoutMs === undefined ? undefined : setTimeout(over, timeoutMs);
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve: resolve as (answer: unknown) => void, reject, timer, onNotification });
        if (outbox.push([id, request]) === 1) setImmediate(flush);
      });
    },
    close() {
      closing ??= (async () => {
        flush();
        const ending = worker;
        if (!ending) return;
        const exited = new Promise((resolve) => ending.once('exit', resolve));
        ending.postMessage('stop');
        await exited;
      })();
      return closing;
    },
    terminate,
  };
}

const MAX_TIMES = 10;
const MIN_WAIT_MS = 50;

/** Infinity if the thread has ended in the meantime. */
async function processorMs(thread: Worker): Promise<number> {
  return thread.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => Infinity,
  );
}

/** The port of a thread that serves batches. */
export interface BatchPort<Q, A> {
  answer(answers: [id: number, answer: A][]): void;
  /** The requests that have arrived in the meantime. */
  drain(): NumberedRequest<Q>[];
}

/**
 * Runs in a worker thread: `serve` receives the requests of a message together and answers them through the port, all
 * at once or some at a time. An error that it throws ends the thread. `close` runs before the thread ends normally.
 */
export function serveBatches<Q, A>(
  serve: (requests: NumberedRequest<Q>[], port: BatchPort<Q, A>) => void,
  close: () => void,
): void {
  const port = ownPort();
  let stopped = false;
  const batchPort: BatchPort<Q, A> = {
    answer: (answers) => port.postMessage(answers),
    drain() {
      const arrived: NumberedRequest<Q>[] = [];
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
        if (next.message === 'stop') stopped = true;
        else arrived.push(...next.message);
      }
      return arrived;
    },
  };
  port.on('message', (message: ToWorker<Q>) => {
    if (message === 'stop') stopped = true;
    else serve(message, batchPort);
    if (!stopped) return;
    close();
    port.close();
  });
}

export interface ServeOptions {
  /** Runs before the thread ends normally. */
  close?(): void;
  /** Converts a thrown error into a value that can be copied to a thread. */
  fromError?(error: unknown): unknown;
}

/**
 * Runs in a worker thread: starts `answer` for each request and sends each result when it is ready. A thrown error is
 * the answer to its own request only. `notify` sends a notification about a request before its answer.
 */
export function serveRequests<Q, A>(
  answer: (request: Q, notify: (notification: unknown) => void) => A | Promise<A>,
  { close = () => {}, fromError = sentOf }: ServeOptions = {},
): void {
  const port = ownPort();
  const reply = (...each: Reply) => port.postMessage([each]);

  async function serveLater(id: number, answering: Promise<A>): Promise<void> {
    try {
      reply(id, await answering);
    } catch (error) {
      reply(id, fromError(error), 'error');
    }
  }

  function serve(id: number, request: Q): void {
    try {
      const made = answer(request, (notification) => reply(id, notification, 'notification'));
      if (made instanceof Promise) void serveLater(id, made);
      else reply(id, made);
    } catch (error) {
      reply(id, fromError(error), 'error');
    }
  }

  serveBatches<Q, A>((requests) => {
    for (const [id, request] of requests) serve(id, request);
  }, close);
}

/** Runs in a worker thread: sends a notification that belongs to no request. */
export function notifyParent(notification: unknown): void {
  ownPort().postMessage([[0, notification, 'notification']] satisfies Reply[]);
}

function ownPort(): MessagePort {
  if (parentPort === null) throw new Error('This file is the entry of a worker thread.');
  return parentPort;
}

/** Copying drops properties that an error inherits from its class; these two are always kept. */
interface SentError {
  message: string;
  stack: string | undefined;
}

function sentOf(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined };
  return { message: error.message, stack: error.stack };
}

function errorFrom({ message, stack }: SentError): Error {
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}
