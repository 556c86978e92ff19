/** Whose calls cost alike: a target, a judge, a model that a task names, or all embeddings of a run. */
export type Payer = `target ${number}` | `judge ${number}` | `helper ${string}` | 'embeddings';

/** What an evaluation may spend, with the calls in flight counted at what such calls have cost so far. Amounts in 10⁻¹² USD. */
export type Budget = ReturnType<typeof createBudget>;

interface Costs {
  sum: number;
  /** Calls whose cost is known. */
  calls: number;
  ended: number;
  inFlight: number;
}

/** What earlier runs of an evaluation have spent, and on how many calls. */
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

  function settle(payer: Payer, cost: number | null): void {
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
     * Waits until one more call fits. False when none does: what was spent, what is in flight and this call would exceed
     * the limit. Of a payer that was not called yet one call goes ahead alone, to learn what they cost. `expected` is
     * what the call should cost at the least, where that is known: a window of load is thousands of requests.
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
    settle,
    /** What was promised elsewhere and is not booked, in the place of an earlier amount: batches at their providers. */
    promise(cost: number): void {
      promised = cost;
    },
    /** Books what a call has cost that was not reserved. */
    book(cost: number | null): void {
      if (cost === null) return;
      known += cost;
      calls++;
    },
    /** Whether the limit covers `cost`, the amount a call in flight has spent so far, beside what was spent before. */
    covers: (cost: number): boolean => limit === null || spent() + cost <= limit,
    /** The same as `settle` for what was ended because it was not covered any more: nothing more goes ahead. */
    giveUp(payer: Payer, cost: number | null): void {
      turnedAway = true;
      settle(payer, cost);
    },
    /** Whether a call was turned away, or given up. */
    isSpent: (): boolean => turnedAway,
    /** What was spent, as far as it is known, and on how many calls. */
    known: (): { spent: number; calls: number } => ({ spent: known, calls }),
  };
}
