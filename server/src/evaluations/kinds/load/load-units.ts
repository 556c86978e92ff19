import { spentOn, type WindowPlan, type WindowRecord } from '../../../traffic/traffic.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../../plan/plan.ts';
import { blankSample } from '../../run/call-model.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import { type Run, whyStopped } from '../../run/run.ts';
import type { Kind } from '../kind.ts';
import { INTERRUPTED, OverBudget, openSpending, type Spending } from './spending.ts';

/** A unit of load on its target. */
export interface LoadUnit {
  run: Run;
  unit: Unit;
  slot: ModelSlot;
}

/** What the units of one kind of load are. */
interface LoadWork {
  /** What a unit should cost at the least, in 10⁻¹² USD. */
  expected(unit: LoadUnit): number;
  /** Sends the load; answers what the unit's row keeps of it, or null where the account was exhausted before its end. */
  measure(unit: LoadUnit, spending: Spending): Promise<string | null>;
}

/**
 * Units that send load, one after another in the plan's order, in which targets take turns. Each has the process for
 * itself; what it measured is durable before the next begins, and what it spends as it goes.
 */
export function runLoad(work: LoadWork): NonNullable<Kind['run']> {
  return async (run, benchmarks) => {
    for (const number of unitsOfBenchmarks(run.plan, benchmarks)) {
      run.throwIfEnded();
      const unit = unitAt(run.plan, number);
      const slot = run.targets[unit.target] as ModelSlot;
      if (run.completed.isDone(number) || slot.exhausted) continue;
      const one = { run, unit, slot };
      if (!(await run.budget.reserve(`target ${unit.target}`, work.expected(one)))) break;
      if (await runUnit(one, work)) run.ended();
      if (run.budget.isSpent()) break;
    }
    return whyStopped(run);
  };
}

/** Whether the unit has come to its end. */
async function runUnit(one: LoadUnit, work: LoadWork): Promise<boolean> {
  const { run, unit } = one;
  const spending = await openSpending(run, unit, one.slot);
  const answer = await work.measure(one, spending).catch((error: unknown) => {
    if (error instanceof OverBudget) return error;
    throw error;
  });
  const isOver = answer instanceof OverBudget;
  if (isOver) run.budget.giveUp(`target ${unit.target}`, spending.ownCost());
  else run.budget.settle(`target ${unit.target}`, spending.ownCost());
  const isWhole = !isOver && answer !== null;
  await run.ledger.record({
    ...blankSample(unit, 1, run.deps.clock.now()),
    ...spending.total(),
    ...(isWhole ? { state: 'measured', outcome: 'measured', answer } : INTERRUPTED),
  });
  return isWhole;
}

/** How long calls that are under way may take to end before a window begins beside them. */
const PATIENCE_MS = 30_000;
/** The run is alive while a window runs; a window ends by itself. */
const ALIVE_MS = 5_000;

/** Runs one window on one target, with the process for itself; `contaminated` where other calls went on beside it. */
export async function runWindowAlone(
  { run, slot }: LoadUnit,
  window: WindowPlan,
  spending: Spending,
): Promise<{ record: WindowRecord; contaminated: boolean }> {
  const { exclusive, models } = run.deps;
  const { release, contaminated } = await exclusive.alone(run.signal, PATIENCE_MS);
  const alive = setInterval(run.active, ALIVE_MS);
  try {
    const endQuiet = await models.quiet(slot.connection, run.signal, PATIENCE_MS);
    let wasAlone = false;
    const record = await send({ run, slot }, window, spending).finally(() => {
      ({ wasAlone } = endQuiet());
    });
    spending.windowEnded(spentOn(record.requests));
    // The account is exhausted: what is left would only say so again.
    if (record.requests.some(({ outcome }) => outcome === 'quota')) slot.exhausted = true;
    return { record, contaminated: contaminated || !wasAlone };
  } finally {
    clearInterval(alive);
    release();
  }
}

function send(
  { run: { deps, plan }, slot: { target, connection } }: Pick<LoadUnit, 'run' | 'slot'>,
  window: WindowPlan,
  spending: Spending,
): Promise<WindowRecord> {
  const { provider, modelId, endpoint, temperature, seed, system, serving } = target;
  const asked = {
    provider,
    modelId,
    quirks: connection.quirks,
    requestTimeoutMs: plan.methodology.request_timeout_ms,
    ...(endpoint && { endpoint }),
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(system !== undefined && { system }),
    ...(serving && { serving }),
  };
  return deps.load.run(asked, window, spending.signal, spending.soFar);
}
