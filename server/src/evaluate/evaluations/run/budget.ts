/** Whose calls cost alike: a target, a judge, a model that a task names, or all embeddings of a run. */
export type Payer = `target ${number}` | `judge ${number}` | `helper ${string}` | 'embeddings';

/**
 * What an evaluation may spend; each call in flight is counted at the mean cost of such calls so far. Amounts in
 * 10⁻¹² USD.
 */
export type Budget = ReturnType<typeof createBudget>;

interface Costs {
  sum: number;
  /** Calls whose cost is known. */
  calls: number;
  ended: number;
  inFlight: number;
}

/** Spending of earlier runs of an evaluation, and its number of calls. */
interface Before {
  spent: number;
  calls: number;
  /** Calls beside these whose end was not seen: each counts at what calls have cost on average. */
  cutOff: number;
}

/** @param limit null = no limit */
export function createBudget(limit: number | null, before: Before) {
  const payers = new Map<Payer, Costs>();
  let waiting: (() => void)[] = [];
  let { spent: known, calls } = before;
  let turnedAway = false;
  let promised = 0;

  const costsOf = (payer: Payer): Costs => {
    const costs = payers.get(payer) ?? { sum: 0, calls: 0, ended: 0, inFlight: 0 };
    payers.set(payer, costs);
    return costs;
  };
  const meanBefore = before.calls === 0 ? 0 : before.spent / before.calls;
  const mean = ({ sum, calls }: Costs) => (calls === 0 ? meanBefore : sum / calls);
  const spent = () => promised + known + (calls === 0 ? 0 : (before.cutOff * known) / calls);
  const isFirstUnderWay = ({ ended, inFlight }: Costs) => ended === 0 && inFlight > 0;
  const inFlight = () => [...payers.values()].reduce((sum, costs) => sum + costs.inFlight, 0);
  const reserved = () => [...payers.values()].reduce((sum, costs) => sum + costs.inFlight * mean(costs), 0);

  function settleCall(payer: Payer, cost: number | null): void {
    if (limit === null) return;
    const costs = costsOf(payer);
    costs.inFlight--;
    costs.ended++;
    if (cost !== null) {
      known += cost;
      calls++;
      costs.sum += cost;
      costs.calls++;
    }
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  }

  return {
    /**
     * Waits until one more call fits. Returns false if none does: spent, in flight and this call would exceed the
     * limit. A payer without calls so far gets one call alone, to learn the cost. `expected` is the minimum cost of
     * the call, if known: a window of load is thousands of requests.
     */
    async reserve(payer: Payer, expected = 0): Promise<boolean> {
      const costs = costsOf(payer);
      for (;;) {
        if (limit === null) return true;
        const next = Math.max(mean(costs), expected);
        const fits = spent() < limit && spent() + reserved() + next <= limit;
        if (fits && !isFirstUnderWay(costs)) {
          costs.inFlight++;
          return true;
        }
        if (spent() >= limit || inFlight() === 0) {
          turnedAway = true;
          return false;
        }
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    /** Ends a call that was reserved; `cost` is null where it is not known. */
    settle: settleCall,
    /** Replaces the amount promised elsewhere and not booked: batches at their providers. */
    promise(cost: number): void {
      promised = cost;
    },
    /** Books what a call has cost that was not reserved. */
    book(cost: number | null): void {
      if (cost === null) return;
      known += cost;
      calls++;
    },
    /** Whether the limit covers `cost` of a call in flight beside what was spent before. */
    covers: (cost: number): boolean => limit === null || spent() + cost <= limit,
    /** Settles a call that was aborted because the limit no longer covered it: nothing further starts. */
    giveUp(payer: Payer, cost: number | null): void {
      turnedAway = true;
      settleCall(payer, cost);
    },
    /** Whether a call was turned away, or given up. */
    isSpent: (): boolean => turnedAway,
    /** The known spending, and its number of calls. */
    known: (): { spent: number; calls: number } => ({ spent: known, calls }),
  };
}
