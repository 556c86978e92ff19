import { blankSample } from '../ask.ts';
import type { Lane } from '../lanes.ts';
import type { WindowRecord } from '../load/load-window.ts';
import { sliceOf } from '../load/plan-windows.ts';
import type { WindowPlan } from '../load/window-plan.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../plan.ts';
import type { Run, StopReason } from '../run.ts';
import type { UnitKind } from '../unit-kinds.ts';
import { spentOn, storeWindow } from './window-record.ts';

/** How long calls that are under way may take to end before a window begins beside them. */
const PATIENCE_MS = 30_000;
/** The run is alive while a window runs; a window ends by itself. */
const ALIVE_MS = 5_000;

/**
 * Windows of load: a unit is one slice on one target. In the plan's order targets take turns, slice by slice. Each has
 * the process for itself; what it measured is durable before the next begins, so a kill costs one slice.
 */
export const windowKind: UnitKind = {
  kind: 'window',
  async run(run, benchmarks) {
    for (const number of unitsOfBenchmarks(run.plan, benchmarks)) {
      run.throwIfEnded();
      const unit = unitAt(run.plan, number);
      const lane = run.lanes[unit.target] as Lane;
      if (run.known.isDone(number) || lane.exhausted) continue;
      if (!(await run.budget.admits(unit.target))) break;
      await runUnit(run, unit, lane);
      run.ended();
    }
    return whyStopped(run);
  },
};

function whyStopped({ budget, lanes }: Run): StopReason {
  if (budget.isSpent()) return 'budget';
  return lanes.some(({ exhausted }) => exhausted) ? 'quota' : null;
}

async function runUnit(run: Run, unit: Unit, lane: Lane): Promise<void> {
  const { windows, items } = run.plan.benchmarks[unit.benchmark] ?? {};
  if (windows === undefined || items === undefined)
    throw new Error(`Benchmark ${unit.benchmark} has no windows.`);
  const slice = sliceOf(windows, unit.item + unit.epoch * items);
  const { release, contaminated } = await run.deps.quiet.alone(run.signal, PATIENCE_MS);
  const alive = setInterval(run.active, ALIVE_MS);
  try {
    const record = await send(run, lane, slice);
    const spent = spentOn(record.requests, lane.connection.price);
    run.budget.settle(unit.target, spent.cost);
    // The account is exhausted: the slices that are left would only say so again.
    if (record.requests.some(({ outcome }) => outcome === 'quota')) lane.exhausted = true;
    await run.ledger.record({
      ...blankSample(unit, 1, run.deps.clock.now()),
      ...spent,
      state: 'measured',
      verdict: 'measured',
      answer: storeWindow(record, contaminated),
    });
  } finally {
    clearInterval(alive);
    release();
  }
}

function send(run: Run, { target }: Lane, slice: WindowPlan): Promise<WindowRecord> {
  const { provider, modelId, temperature } = target;
  const requestTimeoutMs = run.plan.methodology.request_timeout_ms;
  const asked = { provider, modelId, requestTimeoutMs, ...(temperature !== undefined && { temperature }) };
  return run.deps.load.run(asked, slice, run.signal);
}
