import type { WindowPlan } from '../../../traffic/traffic.ts';
import { sliceOf } from '../../../traffic/traffic.ts';
import { expectedOfWindow } from './expected-cost.ts';
import { type LoadUnit, loadKind } from './load-kind.ts';
import { runWindowAlone } from './run-window.ts';
import { storeWindow } from './window-record.ts';

/** Windows of load: a unit is one slice on one target, so a kill costs one slice. */
export const windowKind = loadKind('window', {
  expected: (one) => expectedOfWindow(windowOf(one), one.lane.connection.price),
  async measure(one, spending) {
    const { record, contaminated } = await runWindowAlone(one, windowOf(one), spending);
    return storeWindow(record, contaminated);
  },
});

function windowOf({ run, unit }: LoadUnit): WindowPlan {
  const { windows, items } = run.plan.benchmarks[unit.benchmark] ?? {};
  if (windows === undefined || items === undefined)
    throw new Error(`Benchmark ${unit.benchmark} has no windows.`);
  return sliceOf(windows, unit.item + unit.epoch * items);
}
