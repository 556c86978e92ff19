import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';

/** Questions to one worker thread and its answers. */
export interface ThreadChannel<Q, A> {
  ask(question: Q): Promise<A>;
  /** Lets the thread finish what it was asked, then ends it. */
  close(): Promise<void>;
}

interface Waiting<A> {
  resolve(answer: A): void;
  reject(error: unknown): void;
}

/**
 * Mail to a worker thread. All questions of one turn of the event loop travel in one message, and so do
 * the answers: a message costs more than what it carries. A thread that dies fails what it was asked with
 * `storage_unavailable`; the next question starts another.
 */
export function openThreadChannel<Q, A>(entry: URL, workerData: object, log: Log): ThreadChannel<Q, A> {
  const waiting = new Map<number, Waiting<A>>();
  let outbox: [number, Q][] = [];
  let nextId = 0;
  let worker: Worker | null = null;
  let closing: Promise<void> | null = null;

  function take(id: number): Waiting<A> | undefined {
    const found = waiting.get(id);
    waiting.delete(id);
    return found;
  }

  /** Fails what the thread was sent and did not answer. What is still in the outbox goes to the next one. */
  function failSent(): void {
    const firstUnsent = outbox[0]?.[0] ?? nextId;
    for (const id of [...waiting.keys()].filter((each) => each < firstUnsent)) {
      take(id)?.reject(
        new AppError('storage_unavailable', 'The database thread ended; try again.', { retryAfter: 1 }),
      );
    }
  }

  function start(): Worker {
    const started = new Worker(entry, { workerData });
    started.on('message', (answers: [number, A][]) => {
      for (const [id, answer] of answers) take(id)?.resolve(answer);
    });
    started.on('error', (err) =>
      log.error({ err, thread: entry.pathname.split('/').at(-1) }, 'a database thread failed'),
    );
    started.on('exit', () => {
      worker = null;
      failSent();
    });
    return started;
  }

  function flush(): void {
    const mail = outbox;
    outbox = [];
    if (mail.length > 0) post(mail);
  }

  function post(mail: [number, Q][]): void {
    worker ??= start();
    try {
      worker.postMessage(mail);
    } catch (error) {
      // Something in it cannot be copied to a thread: sent one by one, only the caller who asked it is told.
      if (mail.length > 1) for (const each of mail) post([each]);
      else for (const [id] of mail) take(id)?.reject(error);
    }
  }

  return {
    ask(question) {
      if (closing) return Promise.reject(new AppError('storage_unavailable', 'The service is stopping.'));
      const id = nextId++;
      return new Promise<A>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (outbox.push([id, question]) === 1) setImmediate(flush);
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
  };
}
