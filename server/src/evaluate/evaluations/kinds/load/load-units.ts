import { setTimeout as delay } from 'node:timers/promises';
import { firstRefusalOfAllMs, sumSpentTokens, type WindowPlan } from '../../../../measure/traffic/traffic.ts';
import { failsAllCalls } from '../../../../models/models.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../../plan/plan.ts';
import { blankSample, toKeptFailure } from '../../run/call-model.ts';
import type { SentWindow } from '../../run/generators.ts';
import { itemRequests } from '../../run/item-requests.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import { type Run, stopReasonOfRun } from '../../run/run.ts';
import type { Kind } from '../kind.ts';
import { INTERRUPTED_UNIT, OverBudget, openSpending, type Spending } from './spending.ts';
import { type RunWindow, serialiseVoidWindow } from './stored-load.ts';

/** A unit of load on its target. */
export interface LoadUnit {
  run: Run;
  unit: Unit;
  slot: ModelSlot;
}

/** The units of one kind of load. */
interface LoadWork {
  /** Minimum expected cost of a unit in 10⁻¹² USD. */
  expected(unit: LoadUnit): number | Promise<number>;
  /** Sends the load and returns what the unit's row stores, or null if the target was stopped before the end. */
  measure(unit: LoadUnit, spending: Spending): Promise<string | null>;
}

/**
 * Runs load units one after another in plan order, in which targets alternate. Each has the process to itself. Its
 * measurements are durable before the next begins, and its spending is stored while it runs.
 */
export function runLoad(work: LoadWork): NonNullable<Kind['run']> {
  return async (run, benchmarks) => {
    for (const number of unitsOfBenchmarks(run.plan, benchmarks)) {
      run.throwIfEnded();
      const unit = unitAt(run.plan, number);
      const slot = run.targets[unit.target] as ModelSlot;
      if (run.completed.isDone(number) || slot.stopped) continue;
      const one = { run, unit, slot };
      if (!(await run.budget.reserve(`target ${unit.target}`, await work.expected(one)))) break;
      if (await runUnit(one, work)) run.ended();
      if (run.budget.isSpent()) break;
    }
    return stopReasonOfRun(run);
  };
}

/** Runs a unit; returns whether it has ended. */
async function runUnit(one: LoadUnit, work: LoadWork): Promise<boolean> {
  const { run, unit } = one;
  const spending = await openSpending(run, unit, one.slot);
  const answer = await work.measure(one, spending).catch((error: unknown) => {
    if (error instanceof OverBudget || error instanceof VoidWindow) return error;
    throw error;
  });
  const isOver = answer instanceof OverBudget;
  if (isOver) run.budget.giveUp(`target ${unit.target}`, spending.ownCost());
  else run.budget.settle(`target ${unit.target}`, spending.ownCost());
  const ending = endingOf(answer, one.slot);
  await run.ledger.record({
    ...blankSample(unit, 1, run.deps.clock.now()),
    ...spending.total(),
    ...ending,
  });
  return ending.state !== INTERRUPTED_UNIT.state;
}

/** How the load of a unit ended, as stored in its row. */
function endingOf(answer: string | null | OverBudget | VoidWindow, { stopped }: ModelSlot) {
  if (answer === null && stopped) return { ...INTERRUPTED_UNIT, ...toKeptFailure(stopped) };
  if (answer === null || answer instanceof OverBudget) return INTERRUPTED_UNIT;
  if (!(answer instanceof VoidWindow)) return { state: 'measured', outcome: 'measured', answer };
  const failed = { state: 'failed', outcome: 'failed', reason: 'void', message: answer.message };
  return { ...failed, answer: serialiseVoidWindow(answer.tries) };
}

/** Several processes could not send a window together in any attempt. */
class VoidWindow extends Error {
  override readonly name = 'VoidWindow';
  readonly tries: readonly string[];
  constructor(tries: readonly string[]) {
    super(`The load could not be measured in ${tries.length} attempts: ${tries.join('; then ')}.`);
    this.tries = tries;
  }
}

/** Maximum time to wait for calls in progress before a window begins beside them. */
const DRAIN_WAIT_MS = 30_000;
/** Interval of the heartbeat while a window runs. */
const ALIVE_MS = 5_000;
/** Maximum number of attempts for a window that several processes send. */
const MAX_TRIES = 3;
/**
 * Maximum random pause before another attempt, so that two evaluations that wait for each other's processes do not
 * collide again.
 */
const PAUSE_MS = 3_000;

/**
 * Runs one window on one target while the process does nothing else. Throws `VoidWindow` if every attempt is void.
 */
export async function runWindowAlone(
  one: LoadUnit,
  window: WindowPlan,
  spending: Spending,
): Promise<RunWindow> {
  const voidTries: string[] = [];
  for (;;) {
    const { record, voidFor, ...sent } = await tryWindow(one, window, spending);
    if (record !== null && voidFor.length === 0) return { record, ...sent, voidTries };
    voidTries.push(voidFor.join(', '));
    one.run.deps.log.warn({ evaluation: one.run.held.id, voidFor }, 'a load window was void');
    if (one.slot.stopped || voidTries.length === MAX_TRIES) throw new VoidWindow(voidTries);
    await delay(Math.random() * PAUSE_MS, undefined, { signal: spending.signal });
  }
}

async function tryWindow(
  { run, unit, slot }: LoadUnit,
  window: WindowPlan,
  spending: Spending,
): Promise<Omit<SentWindow, 'spent'>> {
  const { exclusive, models } = run.deps;
  const { release, contaminated } = await exclusive.alone(run.signal, DRAIN_WAIT_MS);
  const alive = setInterval(run.active, ALIVE_MS);
  try {
    const endQuiet = await models.reserveAccount(slot.connection, run.signal, DRAIN_WAIT_MS);
    let wasAlone = false;
    const sent = await send({ run, unit, slot }, window, spending).finally(() => {
      ({ wasAlone } = endQuiet());
    });
    spending.windowEnded(sent.spent);
    // The account or model refuses every request, so the remaining windows are not sent.
    if (sent.record !== null && firstRefusalOfAllMs(sent.record.requests) < Infinity)
      slot.stopped ??= sent.record.reasons.find(({ cause, scope }) => failsAllCalls(cause, scope)) ?? null;
    return { ...sent, contaminated: sent.contaminated || contaminated || !wasAlone };
  } finally {
    clearInterval(alive);
    release();
  }
}

async function send(
  { run: { deps, plan, held }, unit, slot: { target, connection } }: LoadUnit,
  window: WindowPlan,
  spending: Spending,
): Promise<SentWindow> {
  const { provider, modelId, endpoint, temperature, seed, system, serving } = target;
  const items = await itemRequests(deps.db, held, plan, target, window);
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
  const { signal, soFar: onSpent } = spending;
  if ((window.generators ?? 1) > 1)
    return deps.generators.send({
      ...{ held, target: asked, targetIndex: unit.target, items, plan: window, signal, onSpent },
    });
  const record = await deps.load.run({ ...asked, items }, window, signal, onSpent);
  return { record, generators: [], contaminated: false, spent: sumSpentTokens(record.requests), voidFor: [] };
}
