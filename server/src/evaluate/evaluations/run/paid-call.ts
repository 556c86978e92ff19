import type { Payer } from './budget.ts';
import type { ModelSlot } from './model-slot.ts';
import type { Run } from './run.ts';

/** The budget ran out, or the target was stopped, while a call waited for a slot. Its unit stays pending. */
export class BudgetDenied extends Error {
  override readonly name = 'BudgetDenied';
}

/** A call to a model that costs money. */
export interface PaidCall<T> {
  /** The group of calls whose mean cost is used. */
  payer: Payer;
  /** The slot, which may be stopped. */
  slot?: Pick<ModelSlot, 'stopped'>;
  call(): Promise<T>;
  /** The cost of the call from its response in 10⁻¹² USD; null if unknown. */
  costOf(answer: T): number | null;
}

/**
 * Makes one call: waits until the budget allows it and no measurement runs, and books its cost however it ends.
 * Throws `BudgetDenied` if the budget is spent or the target was stopped.
 */
export async function paidCall<T>(run: Run, { payer, slot, call, costOf }: PaidCall<T>): Promise<T> {
  const { budget, calls, deps, signal } = run;
  signal.throwIfAborted();
  if (slot?.stopped != null || !(await budget.reserve(payer))) throw new BudgetDenied();
  let cost: number | null = null;
  try {
    const leave = await deps.exclusive.share(signal);
    const answer = await calls.count(call).finally(leave);
    cost = costOf(answer);
    return answer;
  } finally {
    budget.settle(payer, cost);
  }
}

/** Turns the exception of a denied call into a null outcome. */
export function nullIfDenied(error: unknown): { outcome: null } {
  if (error instanceof BudgetDenied) return { outcome: null };
  throw error;
}
