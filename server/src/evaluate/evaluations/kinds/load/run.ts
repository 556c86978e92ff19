import type { WindowPlan } from '../../../../measure/traffic/traffic.ts';
import { planSlice } from '../../../../measure/traffic/traffic.ts';
import { benchmarkAt } from '../../plan/plan.ts';
import { type LoadUnit, runLoad, runWindowAlone } from './load-units.ts';
import { expectedWindowCost } from './spending.ts';
import { serialiseWindow } from './stored-load.ts';

/** Runs load windows: a unit is one window on one target, so a kill costs one window. */
export const runWindows = runLoad({
  expected: (one) => expectedWindowCost(one.run, one.slot, windowOf(one)),
  async measure(one, spending) {
    return serialiseWindow(await runWindowAlone(one, windowOf(one), spending));
  },
});

function windowOf({ run, unit }: LoadUnit): WindowPlan {
  const { windows, items } = benchmarkAt(run.plan, unit.benchmark, 'load');
  return planSlice(windows, unit.item + unit.epoch * items);
}
