import type { Lane } from './model-slot.ts';
import type { Run } from './run.ts';

/** The budget or the account ran out while a call waited for a slot: what it is for stays pending. */
export class NotAsked extends Error {
  override readonly name = 'NotAsked';
}

/** Waits until the budget has room for a call; `payer` is whose calls cost alike. Throws `NotAsked`. */
export async function admit(run: Run, payer: number, lane: Lane): Promise<void> {
  run.signal.throwIfAborted();
  if (lane.exhausted || !(await run.budget.admits(payer))) throw new NotAsked();
  run.signal.throwIfAborted();
}

export function orNotAsked(error: unknown): { outcome: null } {
  if (error instanceof NotAsked) return { outcome: null };
  throw error;
}
