/** Lets at most `perKey` pieces of work at a time begin for one key (a host, a pool), in the order they came. */
export interface Slots {
  /** Waits for a slot; the function it answers gives the slot back. Rejects with the signal's reason. */
  take(key: string, signal: AbortSignal): Promise<() => void>;
}

interface Queue {
  running: number;
  waiting: (() => void)[];
}

export function createSlots(perKey: number): Slots {
  const queues = new Map<string, Queue>();

  function release(key: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next) next();
    else if (--queue.running === 0) queues.delete(key);
  }

  function releaseOnce(key: string, queue: Queue): () => void {
    let released = false;
    return () => {
      if (!released) release(key, queue);
      released = true;
    };
  }

  return {
    async take(key, signal) {
      signal.throwIfAborted();
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.running < perKey) queue.running++;
      else await waitInLine(queue, signal);
      return releaseOnce(key, queue);
    },
  };
}

function waitInLine(queue: Queue, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      queue.waiting.splice(queue.waiting.indexOf(proceed), 1);
      reject(signal.reason);
    };
    queue.waiting.push(proceed);
    signal.addEventListener('abort', leave, { once: true });
  });
}
