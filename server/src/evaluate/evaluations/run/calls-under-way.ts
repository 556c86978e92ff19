/** More are allowed by this factor, so that a limiter that grows step by step is followed in few writes. */
const GROWTH_FACTOR = 1.25;

/**
 * Records durably how many calls may be under way, before they begin: after a kill, the ledger shows the maximum
 * number of calls with unknown cost. Written when more calls are allowed, not for each call.
 *
 * @param allow durably records how many calls may be under way
 * @param slots number of slots of all limiters: a slot is held until its answer is durable, so these calls are under
 * way too
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

  /** Resolves once all that is under way is allowed. */
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
     * Makes a call once it is among those that are allowed; one that rejects was cut off, and what it cost stays unknown.
     * Rejects with what the ledger says where no more can be allowed.
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
    /** Calls that were cut off. */
    cutOff: (): number => cutOff,
  };
}
