/** Lets the first call of a key through at once, and of the calls within the interval only the last, at its end. */
export interface Throttle<T> {
  offer(key: string, value: T, everyMs: number): void;
  /** Drops the waiting call of this key. */
  drop(key: string): void;
  stop(): void;
}

export function createThrottle<T>(deliver: (value: T) => void): Throttle<T> {
  const keys = new Map<string, { timer: NodeJS.Timeout; waiting: T | null }>();

  function openWindow(key: string, everyMs: number): void {
    const timer = setTimeout(() => {
      const waiting = keys.get(key)?.waiting ?? null;
      keys.delete(key);
      if (waiting === null) return;
      openWindow(key, everyMs);
      deliver(waiting);
    }, everyMs);
    keys.set(key, { timer: timer.unref(), waiting: null });
  }

  return {
    offer(key, value, everyMs) {
      const held = keys.get(key);
      if (held) {
        held.waiting = value;
        return;
      }
      openWindow(key, everyMs);
      deliver(value);
    },
    drop(key) {
      const held = keys.get(key);
      if (held) held.waiting = null;
    },
    stop() {
      for (const { timer } of keys.values()) clearTimeout(timer);
      keys.clear();
    },
  };
}
