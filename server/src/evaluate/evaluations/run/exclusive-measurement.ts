import { once } from '../../../kernel/once.ts';
import { unlessAborted } from '../../../kernel/unless-aborted.ts';

/**
 * Gives a speed measurement the process for itself: while it runs, no other call to a model begins. Ordinary calls
 * run side by side; a measurement runs alone.
 */
export type ExclusiveMeasurement = ReturnType<typeof createExclusiveMeasurement>;

export type Release = () => void;

export function createExclusiveMeasurement() {
  let sharing = 0;
  /** Resolves when the last queued measurement has ended; null if there is none. */
  let measuring: Promise<void> | null = null;
  const drained = new Set<() => void>();

  function leave(): void {
    sharing -= 1;
    if (sharing > 0) return;
    for (const tell of drained) tell();
    drained.clear();
  }

  return {
    /**
     * Call it before a call to a model; it resolves at once unless a measurement runs or waits. Release it when the
     * call has ended.
     */
    async share(signal: AbortSignal): Promise<Release> {
      while (measuring !== null) await unlessAborted(measuring, signal);
      signal.throwIfAborted();
      sharing += 1;
      return once(leave);
    },
    /**
     * Call it before a measurement: it waits for earlier measurements, blocks new calls, and waits for calls in
     * progress for at most `patienceMs`; then the measurement runs beside them and is `contaminated`.
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
        // Measurements behind it still wait for those before it.
        void (before ?? Promise.resolve()).then(release);
        throw error;
      }
    },
    /** Whether a measurement runs or waits; then a run without progress may be waiting for it. */
    isTaken: (): boolean => measuring !== null,
  };

  /** Whether all calls ended in time. */
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
