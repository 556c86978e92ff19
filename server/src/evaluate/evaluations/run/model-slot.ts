import {
  type ChatOutcome,
  createLimiter,
  type FailureNote,
  failureNote,
  type Limiter,
  limitByCeiling,
  type ModelConnection,
  type Models,
  outcomeFailsAllCalls,
  withQuirks,
} from '../../../models/models.ts';
import type { Plan, PlannedTarget } from '../plan/plan.ts';
import type { PreflightEntry } from '../plan/preflight.ts';

/** The connection to one target or judge, with its limiter and state. */
export interface ModelSlot {
  target: PlannedTarget;
  connection: ModelConnection;
  limiter: Limiter;
  /** Why no more calls are made in this run; null while they are. Units that were not sent stay pending. */
  stopped: FailureNote | null;
  /** Number of consecutive refusals by the account or model. */
  refusals: number;
}

/** A gateway may refuse one call by mistake, but not this many in a row. */
const REFUSALS_THAT_STOP = 3;

/**
 * Records the outcome of a call. An exhausted account stops the slot at once; any other refusal by the account or the
 * model (a wrong key, a retired model) after three in a row.
 */
export function noteOutcome(slot: Pick<ModelSlot, 'stopped' | 'refusals'>, outcome: ChatOutcome): void {
  if (outcome.ok || !outcomeFailsAllCalls(outcome)) {
    slot.refusals = 0;
    return;
  }
  slot.refusals++;
  if (outcome.class === 'quota' || slot.refusals >= REFUSALS_THAT_STOP) slot.stopped ??= failureNote(outcome);
}

/** The reason for stopping a slot whose account a batch found exhausted. */
export const exhaustedStop = (message: string): FailureNote => ({
  outcome: 'refused',
  cause: 'quota',
  scope: 'account',
  message,
});

/**
 * Opens a slot for each target and judge; those of one server and account share its limiter. With several lanes, each
 * gets its share.
 */
export function openModelSlots(
  models: Models,
  plan: Plan,
  lanes = 1,
): { targets: ModelSlot[]; judges: ModelSlot[] } {
  const limiters = new Map<string, Limiter>();
  const open = (target: PlannedTarget, entry: PreflightEntry | null | undefined): ModelSlot => {
    const { learned = {} } = entry ?? {};
    const connection = models.resolveTarget({ ...target, quirks: withQuirks(target.quirks ?? {}, learned) });
    const { connectionKey } = connection;
    const limiter = limiters.get(connectionKey) ?? openLimiter(connection, models, plan, lanes);
    limiters.set(connectionKey, limiter);
    return { target, connection, limiter, stopped: null, refusals: 0 };
  };
  const { preflight } = plan;
  return {
    targets: plan.targets.map((target, i) => open(target, preflight?.targets[i])),
    judges: (plan.judges ?? []).map((judge, i) => open(judge, preflight?.judges[i])),
  };
}

/** Stops the slots of targets and judges that refused every request in the preflight. */
export function stopRefusingSlots(
  { preflight }: Pick<Plan, 'preflight'>,
  { targets, judges }: Readonly<Record<'targets' | 'judges', readonly ModelSlot[]>>,
): void {
  for (const [i, slot] of targets.entries()) slot.stopped ??= preflight?.targets[i]?.refusal ?? null;
  for (const [i, slot] of judges.entries()) slot.stopped ??= preflight?.judges[i]?.refusal ?? null;
}

/** A limiter for a connection within the limits of the methodology and the provider, for one of `lanes` lanes. */
export function openLimiter(connection: ModelConnection, models: Models, plan: Plan, lanes: number): Limiter {
  const { concurrency, max_concurrency: most = Infinity } = plan.methodology;
  const max = Math.min(Math.max(1, Math.floor(most / lanes)), connection.maxConcurrency ?? Infinity);
  const own = createLimiter({ start: Math.min(concurrency, max), ...(max !== Infinity && { max }) });
  const ceiling = models.ceiling(connection);
  return ceiling === null ? own : limitByCeiling(ceiling, own);
}

/**
 * Returns a function that tells whether a limiter gave out a slot since its last call to units that still wait, or
 * the first waiting unit waits for other processes.
 */
export function createQueueProgressCheck(slots: readonly ModelSlot[]): () => boolean {
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
