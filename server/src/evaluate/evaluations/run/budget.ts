/**
 * A group of calls with similar cost: those of a target, a judge, a model that a task names, or all embeddings of a
 * run.
 */
export type Payer = `target ${number}` | `judge ${number}` | `helper ${string}` | 'embeddings';

/**
 * What an evaluation may spend. Each call in progress counts at the mean cost of such calls so far. Amounts are in
 * 10⁻¹² USD.
 */
export type Budget = ReturnType<typeof createBudget>;

interface Costs {
  sum: number;
  /** Number of calls with known cost. */
  calls: number;
  ended: number;
  inFlight: number;
}

/** Spending of earlier runs of an evaluation, and its number of calls. */
interface Before {
  spent: number;
  calls: number;
  /** Number of further calls that were interrupted; each counts at the mean cost of a call. */
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
     * Waits until one more call fits. Returns false if none does: the spent amount, calls in progress and this call
     * would exceed the limit. The first call of a payer runs alone, to learn the cost. `expected` is the minimum cost
     * of the call, if known: a load window is thousands of requests.
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
    /** Ends a reserved call; `cost` is null if unknown. */
    settle: settleCall,
    /** Replaces the amount that is committed but not booked: batches at their providers. */
    promise(cost: number): void {
      promised = cost;
    },
    /** Books the cost of a call that was not reserved. */
    book(cost: number | null): void {
      if (cost === null) return;
      known += cost;
      calls++;
    },
    /** Whether the limit covers `cost` for a call in progress in addition to what was spent before. */
    covers: (cost: number): boolean => limit === null || spent() + cost <= limit,
    /** Books a call that was aborted because it exceeded the limit; no further call starts. */
    giveUp(payer: Payer, cost: number | null): void {
      turnedAway = true;
      settleCall(payer, cost);
    },
    /** Whether a call was denied or aborted for lack of budget. */
    isSpent: (): boolean => turnedAway,
    /** The known spending, and the number of calls it covers. */
    known: (): { spent: number; calls: number } => ({ spent: known, calls }),
  };
}
