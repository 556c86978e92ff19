import type { WindowPlan } from '../../../../measure/traffic/traffic.ts';
import { sliceOf } from '../../../../measure/traffic/traffic.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import { type LoadUnit, runLoad, runWindowAlone } from './load-units.ts';
import { expectedOn } from './spending.ts';
import { storeWindow } from './stored-load.ts';

/** Windows of load: a unit is one slice on one target, so a kill costs one slice. */
export const runWindows = runLoad({
  expected: (one) => expectedOn(one.run, one.slot, windowOf(one)),
  async measure(one, spending) {
    return storeWindow(await runWindowAlone(one, windowOf(one), spending));
  },
});

function windowOf({ run, unit }: LoadUnit): WindowPlan {
  const { windows, items } = benchmarkAt(run.plan, unit.benchmark, 'load');
  return sliceOf(windows, unit.item + unit.epoch * items);
}
