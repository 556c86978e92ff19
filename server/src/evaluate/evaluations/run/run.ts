import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { toPicodollars } from '../../../kernel/money.ts';
import type { Passages } from '../../../measure/benchmarks/benchmarks.ts';
import type { LoadThreads } from '../../../measure/traffic/traffic.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import type { Models } from '../../../models/models.ts';
import type { Database } from '../../../platform/db/db.ts';
import { countUnits, hasUnits, type Plan } from '../plan/plan.ts';
import { preflightCost } from '../plan/preflight.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { sumJudgeCosts } from '../stores/judgement-store.ts';
import type { LaneClaim, LaneTally } from '../stores/lane-store.ts';
import type { UnitClaim } from '../stores/sample-store.ts';
import { type Budget, createBudget } from './budget.ts';
import { createCallsUnderWay } from './calls-under-way.ts';
import { type CompletedUnits, readCompletedUnits } from './completed-units.ts';
import type { ExclusiveMeasurement } from './exclusive-measurement.ts';
import type { Generators } from './generators.ts';
import { createGrading } from './grading.ts';
import { createLedger } from './ledger.ts';
import { type ModelSlot, openModelSlots } from './model-slot.ts';

export interface RunDeps {
  db: Database;
  models: Models;
  facts: Facts;
  /** The sources of a workspace, for stacks that retrieve from them. */
  passages(workspaceId: string): Passages;
  load: LoadThreads;
  /** Sends load from several processes. */
  generators: Generators;
  /** Keeps calls and speed measurements apart. */
  exclusive: ExclusiveMeasurement;
  clock: Clock;
  log: Log;
  /** Programs, and folders of programs, that graders may run. Absent: none. */
  commandGraders?: readonly string[];
  /** Responses older than this are not shared, in ms. */
  cacheMaxAgeMs: number;
  /** Resolves after a short pause between polls, or once the signal is aborted. */
  pause(signal: AbortSignal): Promise<void>;
  /** Delay before a batch is first polled, in ms. */
  batchPollMs: number;
}

export interface RunHooks {
  signal: AbortSignal;
  /**
   * Called after each finished unit, and during long ones; `done` counts all units of the evaluation, or those
   * rescored.
   */
  onProgress(done: number, units: number): void;
  /** Called after each call, however it ended, and while the queue advances, to show that the run is alive. */
  onActivity(): void;
}

/** Why a run ended before every unit had ended; null if all have. */
export type StopReason = 'budget' | 'quota' | 'refused' | null;

/** One run of one evaluation by one worker: the context of all units. */
export type Run = Awaited<ReturnType<typeof openRun>>;

/** Why a run ends when nothing is left that it may send. */
export function stopReasonOfRun({ budget, targets, judges }: Run): StopReason {
  if (budget.isSpent()) return 'budget';
  // Responses for a refused judge are unscored and wait for nothing.
  return stopReasonOfSlots([...targets, ...judges.filter(({ stopped }) => stopped?.cause === 'quota')]);
}

/** Why slots were stopped; null if none was. */
export function stopReasonOfSlots(slots: readonly Pick<ModelSlot, 'stopped'>[]): StopReason {
  const stops = slots.flatMap(({ stopped }) => stopped ?? []);
  if (stops.length === 0) return null;
  return stops.some(({ cause }) => cause === 'quota') ? 'quota' : 'refused';
}

export async function openRun(
  deps: RunDeps,
  held: EvaluationClaim,
  plan: Plan,
  hooks: RunHooks,
  part: LanePart | null = null,
) {
  const units = countUnits(plan);
  const all = await readCompletedUnits(deps.db, held, units);
  const completed: CompletedUnits = part === null ? all : part.within(all);
  const { max_cost_usd } = plan.methodology;
  const stop = new AbortController();
  const lanes = part?.held.lane.of_lanes ?? 1;
  // Fact-only benchmarks call no model, so their providers need not be configured.
  const { targets, judges }: Record<'targets' | 'judges', readonly ModelSlot[]> = plan.benchmarks.every(
    ({ kind }) => !hasUnits(kind),
  )
    ? { targets: [], judges: [] }
    : openModelSlots(deps.models, plan, lanes);
  const paid = await readPaidCost(deps.db, held, plan, completed);
  const grading = createGrading(deps.models, deps.commandGraders, deps.log);
  const signal = AbortSignal.any([hooks.signal, stop.signal]);
  signal.addEventListener('abort', () => void grading.stop(), { once: true });
  let done = completed.done;
  let [gradedAgain, toGradeAgain] = [0, 0];
  let waiting: number | null = null;
  let failure: { error: unknown } | null = null;
  function fail(error: unknown): void {
    // Calls that reject because the run was stopped from outside are not its reason to end.
    if (!hooks.signal.aborted) failure ??= { error };
    stop.abort(error);
  }
  const budget = createRunBudget();
  let isClosing = false;
  const closing = () => {
    isClosing = true;
  };
  const ledger = createLedger(deps.db, holds, {
    signal: hooks.signal,
    lost: fail,
    closing,
    pause: deps.pause,
  });
  const limiters = [...new Set([...targets, ...judges].map(({ limiter }) => limiter))];
  const slots = () => limiters.reduce((sum, limiter) => sum + limiter.state().limit, 0);
  return {
    deps,
    held,
    plan,
    completed,
    /** Stopped by the caller that runs the units. */
    grading,
    targets,
    /** The slots of judges; empty without judges. */
    judges,
    /** Number of lanes that share the concurrency; 1 if one run sends everything. */
    lanes,
    ledger,
    budget,
    calls: createCallsUnderWay(ledger.allow, slots),
    itemOf: createItemReader(deps.db, held),
    /** Aborted when the run is stopped from outside, or by `fail`. */
    signal,
    /** Whether this is a lane that starts no more units, because the evaluation is about to be divided again. */
    isClosing: () => isClosing,
    /** Ends the run with this error; the first error counts. */
    fail,
    /** Throws the error that ends the run, if there is one. */
    throwIfEnded(): void {
      if (failure) throw failure.error;
      hooks.signal.throwIfAborted();
    },
    /** Counts a finished unit. */
    ended(): void {
      done++;
      hooks.onProgress(done, units);
    },
    /** Sets the number of units to rescore, of which `gradedAgain` is a share. */
    gradesAgain(some: number): void {
      toGradeAgain = some;
    },
    gradedAgain(some: number): void {
      gradedAgain += some;
      hooks.onProgress(Math.min(gradedAgain, toGradeAgain), Math.max(1, toGradeAgain));
    },
    /** Reports the finished share of the only unit in progress. */
    partly: (share: number): void => hooks.onProgress(done + share, units),
    /** Shows that the run is alive. */
    active: hooks.onActivity,
    /**
     * Makes the run wait until this time, in ms since 1970, because batches are in progress. The earliest time
     * counts.
     */
    waitUntil(time: number): void {
      waiting = Math.min(time, waiting ?? time);
    },
    /** The time until which it waits; null if it does not. */
    waits: () => waiting,
    /** The progress of the run, or of its lane. */
    tally,
  };

  /** A lane has only its share of the budget, reduced by what its earlier runs have spent. */
  function createRunBudget(): Budget {
    const { cutOff } = held;
    if (part === null)
      return createBudget(max_cost_usd === null ? null : toPicodollars(max_cost_usd), { ...paid, cutOff });
    const { leased, spent, paid_calls } = part.held.lane;
    const before = { spent, calls: paid_calls, cutOff };
    return createBudget(max_cost_usd === null ? null : leased, before);
  }

  function holds(): UnitClaim {
    if (part === null) return { held };
    return { held: part.held, tally: tally() };
  }

  function tally(): LaneTally {
    const { spent, calls } = budget.known();
    return { done, spent, paid_calls: calls };
  }
}

/** The part of an evaluation that one lane sends. */
export interface LanePart {
  readonly held: LaneClaim;
  /** Finished units, including all units of other lanes, which this lane must not send. */
  within(all: CompletedUnits): CompletedUnits;
}

type PaidCalls = CompletedUnits['paid'];

/** Cost of the calls in the ledger in 10⁻¹² USD, and the number of calls it covers. */
export async function readPaidCost(
  db: Database,
  held: EvaluationClaim,
  plan: Plan,
  { paid }: CompletedUnits,
): Promise<PaidCalls> {
  const { targets, judges } = plan.preflight ?? {};
  const all = sumPaid(sumPaid(paid, preflightCost(targets)), preflightCost(judges));
  return plan.judges ? sumPaid(all, await sumJudgeCosts(db, held)) : all;
}

function sumPaid(a: PaidCalls, b: PaidCalls): PaidCalls {
  return { spent: a.spent + b.spent, calls: a.calls + b.calls };
}
