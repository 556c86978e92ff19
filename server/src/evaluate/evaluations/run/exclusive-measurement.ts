import { once } from '../../../kernel/once.ts';
import { unlessAborted } from '../../../kernel/unless-aborted.ts';

/**
 * Lets a measurement of speed have the process for itself: while it runs, no other call to a model begins. Calls that
 * run beside each other share; a measurement is alone.
 */
export type ExclusiveMeasurement = ReturnType<typeof createExclusiveMeasurement>;

export type Release = () => void;

export function createExclusiveMeasurement() {
  let sharing = 0;
  /** Resolves when the last measurement of the queue has ended; null when there is none. */
  let measuring: Promise<void> | null = null;
  const drained = new Set<() => void>();

  function leave(): void {
    sharing -= 1;
    if (sharing > 0) return;
    for (const tell of drained) tell();
    drained.clear();
  }

  return {
    /** Before a call; resolves at once unless a measurement runs or waits. Release when the call has ended. */
    async share(signal: AbortSignal): Promise<Release> {
      while (measuring !== null) await unlessAborted(measuring, signal);
      signal.throwIfAborted();
      sharing += 1;
      return once(leave);
    },
    /**
     * Before a measurement: waits for measurements before it, keeps new calls from beginning, and waits until those
     * under way have ended, but no longer than `patienceMs`; then it goes on beside them and is `contaminated`.
     */
    async alone(
      signal: AbortSignal,
      patienceMs: number,
    ): Promise<{ release: Release; contaminated: boolean }> {
      const before = measuring;
      const ended = Promise.withResolvers<void>();
      const own = ended.promise;
      measuring = own;
      const release = once(() => {
        if (measuring === own) measuring = null;
        ended.resolve();
      });
      try {
        if (before !== null) await unlessAborted(before, signal);
        const contaminated = sharing > 0 && !(await waitUntilEmpty(signal, patienceMs));
        return { release, contaminated };
      } catch (error) {
        // Those behind it still wait for those before it.
        void (before ?? Promise.resolve()).then(release);
        throw error;
      }
    },
    /** Whether a measurement runs or waits: a run without progress may be waiting for it. */
    isTaken: (): boolean => measuring !== null,
  };

  /** Whether no call was under way before the patience ended. */
  async function waitUntilEmpty(signal: AbortSignal, patienceMs: number): Promise<boolean> {
    const empty = Promise.withResolvers<boolean>();
    const tell = () => empty.resolve(true);
    drained.add(tell);
    const timer = setTimeout(() => empty.resolve(false), patienceMs);
    try {
      return await unlessAborted(empty.promise, signal);
    } finally {
      clearTimeout(timer);
      drained.delete(tell);
    }
  }
}
