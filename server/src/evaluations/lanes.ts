import { createLimiter, type Limiter, type ModelConnection, type Models } from '../models/models.ts';
import type { Plan, PlannedTarget } from './plan.ts';

/** The way one target is asked. */
export interface Lane {
  target: PlannedTarget;
  connection: ModelConnection;
  limiter: Limiter;
  /** The account is exhausted: what was not asked stays pending. */
  exhausted: boolean;
}

/** The configured ceiling of a connection; null where none is configured. */
export type Ceilings = (connection: ModelConnection) => Limiter | null;

/**
 * What was configured for a connection holds for the whole process: evaluations that run at the same time share it,
 * while each finds out by itself how much of it the server bears.
 */
export function createCeilings(): Ceilings {
  const limiters = new Map<string, Limiter>();
  return ({ connectionKey, maxConcurrency, requestsPerMinute }) => {
    if (maxConcurrency === undefined && requestsPerMinute === undefined) return null;
    const max = maxConcurrency ?? Number.POSITIVE_INFINITY;
    const limiter =
      limiters.get(connectionKey) ??
      createLimiter({ start: max, max, ...(requestsPerMinute !== undefined && { requestsPerMinute }) });
    limiters.set(connectionKey, limiter);
    return limiter;
  };
}

/** One lane a target; targets of one server and account share its limiter. */
export function openLanes(deps: { models: Models; ceilings: Ceilings }, plan: Plan): Lane[] {
  const limiters = new Map<string, Limiter>();
  return plan.targets.map((target) => {
    const connection = deps.models.resolve(target.provider, target.modelId);
    const { connectionKey } = connection;
    const limiter = limiters.get(connectionKey) ?? openLimiter(connection, deps.ceilings, plan);
    limiters.set(connectionKey, limiter);
    return { target, connection, limiter, exhausted: false };
  });
}

function openLimiter(connection: ModelConnection, ceilings: Ceilings, plan: Plan): Limiter {
  const { maxConcurrency } = connection;
  const own = createLimiter({
    start: plan.methodology.concurrency,
    ...(maxConcurrency !== undefined && { max: maxConcurrency }),
  });
  const ceiling = ceilings(connection);
  return ceiling === null ? own : below(ceiling, own);
}

/** Says whether any limiter gave out a slot since it was last asked, to units that are still waiting for one. */
export function createQueueWatch(lanes: readonly Lane[]): () => boolean {
  const seen = new Map<Limiter, number>();
  return () =>
    lanes
      .map(({ limiter }) => {
        const { granted, waiting } = limiter.state();
        const moved = granted !== (seen.get(limiter) ?? 0);
        seen.set(limiter, granted);
        return moved && waiting > 0;
      })
      .some((moves) => moves);
}

/** A limiter whose slots are slots of a ceiling too; it waits in the queue of both, and the ceiling's is slower. */
function below(ceiling: Limiter, own: Limiter): Limiter {
  let queued = 0;
  return {
    ...own,
    state() {
      const state = own.state();
      return { ...state, waiting: state.waiting + queued, granted: ceiling.state().granted };
    },
    async acquire(signal) {
      const inner = await own.acquire(signal);
      queued += 1;
      try {
        const outer = await ceiling.acquire(signal).finally(() => {
          queued -= 1;
        });
        return {
          release() {
            outer.release();
            inner.release();
          },
        };
      } catch (error) {
        inner.release();
        throw error;
      }
    },
  };
}
