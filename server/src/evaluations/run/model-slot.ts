import {
  belowCeiling,
  createLimiter,
  type Limiter,
  type ModelConnection,
  type Models,
} from '../../models/models.ts';
import type { Plan, PlannedTarget } from '../plan/plan.ts';

/** The way one target is asked. */
export interface ModelSlot {
  target: PlannedTarget;
  connection: ModelConnection;
  limiter: Limiter;
  /** The account is exhausted: what was not asked stays pending. */
  exhausted: boolean;
}

/** One slot a target and a judge; those of one server and account share its limiter. Of several lanes each has its share. */
export function openModelSlots(
  models: Models,
  plan: Plan,
  lanes = 1,
): { targets: ModelSlot[]; judges: ModelSlot[] } {
  const limiters = new Map<string, Limiter>();
  const open = (target: PlannedTarget): ModelSlot => {
    const connection = models.resolveTarget(target);
    const { connectionKey } = connection;
    const limiter = limiters.get(connectionKey) ?? openLimiter(connection, models, plan, lanes);
    limiters.set(connectionKey, limiter);
    return { target, connection, limiter, exhausted: false };
  };
  return { targets: plan.targets.map(open), judges: (plan.judges ?? []).map(open) };
}

/** A limiter for a connection, as the methodology and its provider allow to one of so many lanes. */
export function openLimiter(connection: ModelConnection, models: Models, plan: Plan, lanes: number): Limiter {
  const { concurrency, max_concurrency: most = Infinity } = plan.methodology;
  const max = Math.min(Math.max(1, Math.floor(most / lanes)), connection.maxConcurrency ?? Infinity);
  const own = createLimiter({ start: Math.min(concurrency, max), ...(max !== Infinity && { max }) });
  const ceiling = models.ceiling(connection);
  return ceiling === null ? own : belowCeiling(ceiling, own);
}

/**
 * Says whether any limiter gave out a slot since it was last asked, to units that are still waiting for one, or what
 * waits for it waits for other processes.
 */
export function createQueueWatch(slots: readonly ModelSlot[]): () => boolean {
  const seen = new Map<Limiter, number>();
  return () =>
    slots
      .map(({ limiter }) => {
        const { granted, waiting, waitsForOthers } = limiter.state();
        const moved = granted !== (seen.get(limiter) ?? 0);
        seen.set(limiter, granted);
        return waitsForOthers || (moved && waiting > 0);
      })
      .some((moves) => moves);
}
