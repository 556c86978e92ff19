import type { Kind } from '../kinds/kind.ts';
import { KINDS } from '../kinds/registry.ts';
import { benchmarksOfKind, type Plan } from '../plan/plan.ts';
import { createQueueProgressCheck, stopRefusingSlots } from '../run/model-slot.ts';
import {
  type LanePart,
  openRun,
  type Run,
  type RunDeps,
  type RunHooks,
  type StopReason,
} from '../run/run.ts';
import { type EvaluationClaim, releaseCallsUnderWay } from '../stores/evaluation-store.ts';
import { releaseCallsOfLane } from '../stores/lane-store.ts';
import { countGradableUnits } from '../stores/sample-store.ts';

const LOOK_MS = 10_000;

/** What a run does: send pending units, or grade stored responses again. */
export type PlannedWork = 'ask' | 'rescore';

/**
 * Runs the units of an evaluation kind by kind, each kind in plan order. Rejects with `EvaluationFenced` if another
 * worker took the evaluation over, or with the signal's reason.
 */
export async function runUnits(
  deps: RunDeps,
  held: EvaluationClaim,
  plan: Plan,
  hooks: RunHooks,
  work: PlannedWork = 'ask',
  kinds: readonly Kind[] = KINDS,
  part: LanePart | null = null,
): Promise<{ stopped: StopReason; run: Run }> {
  const run = await openRun(deps, held, plan, hooks, part);
  if (work === 'ask') stopRefusingSlots(plan, run);
  const moves = createQueueProgressCheck([...run.targets, ...run.judges]);
  // A load window may take an hour; a run that waits for its end is not stuck.
  const looking = setInterval(() => (moves() || deps.exclusive.isTaken()) && run.active(), LOOK_MS);
  try {
    return { stopped: await runKinds(run, work, kinds), run };
  } catch (error) {
    await saveInterruptedRun(run, part).catch((err) =>
      deps.log.warn({ err, evaluation: held.id }, 'interrupted calls were not counted'),
    );
    throw error;
  } finally {
    clearInterval(looking);
    await run.grading.stop();
  }
}

/** Ends and counts the calls in progress of a run that failed or waits for batches. */
export async function saveInterruptedRun(
  { deps, held, calls, ledger }: Run,
  part: LanePart | null,
): Promise<void> {
  const cutOff = calls.cutOff() + ledger.refused();
  await deps.db.write((batch) =>
    part === null ? releaseCallsUnderWay(batch, held, cutOff) : releaseCallsOfLane(batch, part.held, cutOff),
  );
}

async function runKinds(run: Run, work: PlannedWork, kinds: readonly Kind[]): Promise<StopReason> {
  let stopped: StopReason = null;
  const benchmarksBy = (kind: Kind) => benchmarksOfKind(run.plan, kind.name).map(({ at }) => at);
  if (work === 'rescore') {
    const gradable = kinds.flatMap((kind) => (kind.rescore ? benchmarksBy(kind) : []));
    run.gradesAgain(await countGradableUnits(run.deps.db, run.held, gradable));
  }
  for (const kind of kinds) {
    const benchmarks = benchmarksBy(kind);
    if (benchmarks.length === 0) continue;
    // Kinds that compare responses wait for those in batches.
    if (run.waits() !== null && !kind.closeBatches) continue;
    if (work === 'rescore') await kind.rescore?.(run, benchmarks);
    else stopped = (await kind.run?.(run, benchmarks)) ?? stopped;
    if (stopped === 'budget') return stopped;
  }
  return stopped;
}
