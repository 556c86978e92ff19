/** Limits how many pieces of work run at a time. The others wait and start in the order of their arrival. */
export type Slots = ReturnType<typeof createSlots>;

/** @param limit how many run at a time; a function is called again whenever a slot is taken or released */
export function createSlots(limit: number | (() => number)) {
  const most = typeof limit === 'number' ? () => limit : limit;
  const waiting = new Set<() => void>();
  let running = 0;

  function grant(): void {
    for (const begin of waiting) {
      if (running >= most()) return;
      waiting.delete(begin);
      begin();
    }
  }

  function startOne(): () => void {
    let isHeld = true;
    running++;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      running--;
      grant();
    };
  }

  async function take(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (waiting.size === 0 && running < most()) return startOne();
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve(startOne());
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal?.reason);
      };
      waiting.add(begin);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    /** Waits for a slot. Resolves to the function that releases it. Rejects with the reason of an aborted signal. */
    take,
    /** Runs `work` in a slot and releases the slot however the work ends. */
    async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const release = await take(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

/** Separate slots for each key (for example a host). A key without work uses no memory. */
export type KeyedSlots = ReturnType<typeof createKeyedSlots>;

export function createKeyedSlots(perKey: number) {
  const keys = new Map<string, { slots: Slots; users: number }>();

  function leave(key: string): void {
    const entry = keys.get(key);
    if (entry && --entry.users === 0) keys.delete(key);
  }

  return {
    async take(key: string, signal?: AbortSignal): Promise<() => void> {
      const entry = keys.get(key) ?? { slots: createSlots(perKey), users: 0 };
      keys.set(key, entry);
      entry.users++;
      try {
        const release = await entry.slots.take(signal);
        let isHeld = true;
        return () => {
          release();
          if (isHeld) leave(key);
          isHeld = false;
        };
      } catch (error) {
        leave(key);
        throw error;
      }
    },
  };
}
