/**
 * Factor by which more calls are allowed than needed, so that a limiter that grows step by step causes few writes.
 */
const GROWTH_FACTOR = 1.25;

/**
 * Records durably how many calls may be in progress, before they begin: after a kill, the ledger shows the maximum
 * number of calls with unknown cost. It writes when more calls are allowed, not for each call.
 *
 * @param allow durably records how many calls may be in progress
 * @param slots number of slots of all limiters: a slot is held until its response is durable, so these calls count
 * too
 */
export function createCallsUnderWay(allow: (calls: number) => Promise<void>, slots: () => number) {
  let underWay = 0;
  let allowed = 0;
  let cutOff = 0;
  let raising: Promise<void> | null = null;

  async function raise(): Promise<void> {
    const most = Math.max(underWay, slots(), Math.ceil(allowed * GROWTH_FACTOR));
    await allow(most);
    allowed = most;
  }

  /** Resolves once all calls in progress are allowed. */
  async function untilAllowed(): Promise<void> {
    while (Math.max(underWay, slots()) > allowed) {
      raising ??= raise().finally(() => {
        raising = null;
      });
      await raising;
    }
  }

  return {
    /**
     * Makes a call once it is allowed. A call that rejects was interrupted, and its cost stays unknown. Rejects with
     * the ledger's error if no more calls can be allowed.
     */
    async count<T>(call: () => Promise<T>): Promise<T> {
      underWay++;
      try {
        await untilAllowed();
        return await call().catch((error: unknown) => {
          cutOff++;
          throw error;
        });
      } finally {
        underWay--;
      }
    },
    /** Number of interrupted calls. */
    cutOff: (): number => cutOff,
  };
}
