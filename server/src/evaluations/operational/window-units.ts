import { blankSample } from '../ask.ts';
import type { Lane } from '../lanes.ts';
import { sliceOf } from '../load/plan-windows.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../plan.ts';
import type { Run, StopReason } from '../run.ts';
import type { UnitKind } from '../unit-kinds.ts';
import { expectedCost } from './expected-cost.ts';
import { runWindowAlone } from './run-window.ts';
import { spentOn, storeWindow } from './window-record.ts';

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
      const slice = run.plan.benchmarks[unit.benchmark]?.windows?.slice;
      const expected = slice ? expectedCost(slice, lane.connection.price) : 0;
      if (!(await run.budget.admits(unit.target, expected))) break;
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
  const { record, contaminated } = await runWindowAlone(run, lane, slice);
  const spent = spentOn(record.requests, lane.connection.price);
  run.budget.settle(unit.target, spent.cost);
  await run.ledger.record({
    ...blankSample(unit, 1, run.deps.clock.now()),
    ...spent,
    state: 'measured',
    verdict: 'measured',
    answer: storeWindow(record, contaminated),
  });
}
