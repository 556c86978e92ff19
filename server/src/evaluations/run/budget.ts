/** What an evaluation may spend, with the calls in flight counted at what such calls have cost so far. Amounts in 10⁻¹² USD. */
export interface Budget {
  /**
   * Waits until one more call fits. False when none does: what was spent, what is in flight and this call would exceed
   * the limit. Of a target that was not called yet one call goes ahead alone, to learn what they cost. `expected` is
   * what the call should cost at the least, where that is known: a window of load is thousands of requests.
   */
  admits(target: number, expected?: number): Promise<boolean>;
  /** Ends a call that was admitted; `cost` is null where it is not known. */
  settle(target: number, cost: number | null): void;
  /** Whether so much, which something in flight has come to so far, is within the limit. */
  covers(cost: number): boolean;
  /** The same as `settle` for what was ended because it was not covered any more: nothing more goes ahead. */
  giveUp(target: number, cost: number | null): void;
  /** Whether a call was turned away, or given up. */
  isSpent(): boolean;
}

interface Costs {
  sum: number;
  /** Calls whose cost is known. */
  calls: number;
  ended: number;
  inFlight: number;
}

/**
 * @param limit null = none
 * @param before what earlier runs of the evaluation have spent, and on how many calls
 */
export function createBudget(limit: number | null, before: { spent: number; calls: number }): Budget {
  const targets = new Map<number, Costs>();
  let waiting: (() => void)[] = [];
  let { spent } = before;
  let turnedAway = false;

  const costsOf = (target: number): Costs => {
    const costs = targets.get(target) ?? { sum: 0, calls: 0, ended: 0, inFlight: 0 };
    targets.set(target, costs);
    return costs;
  };
  const meanBefore = before.calls === 0 ? 0 : before.spent / before.calls;
  const mean = ({ sum, calls }: Costs) => (calls === 0 ? meanBefore : sum / calls);
  const isFirstUnderWay = ({ ended, inFlight }: Costs) => ended === 0 && inFlight > 0;
  const inFlight = () => [...targets.values()].reduce((sum, costs) => sum + costs.inFlight, 0);
  const reserved = () => [...targets.values()].reduce((sum, costs) => sum + costs.inFlight * mean(costs), 0);

  function settle(target: number, cost: number | null): void {
    if (limit === null) return;
    const costs = costsOf(target);
    costs.inFlight--;
    costs.ended++;
    if (cost !== null) {
      spent += cost;
      costs.sum += cost;
      costs.calls++;
    }
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  return {
    async admits(target, expected = 0) {
      const costs = costsOf(target);
      for (;;) {
        if (limit === null) return true;
        const fits = spent < limit && spent + reserved() + Math.max(mean(costs), expected) <= limit;
        if (fits && !isFirstUnderWay(costs)) {
          costs.inFlight++;
          return true;
        }
        if (spent >= limit || inFlight() === 0) {
          turnedAway = true;
          return false;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    settle,
    covers: (cost) => limit === null || spent + cost <= limit,
    giveUp(target, cost) {
      turnedAway = true;
      settle(target, cost);
    },
    isSpent: () => turnedAway,
  };
}
