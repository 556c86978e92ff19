import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testScenario } from '../../../../../test/support/scenario-example.ts';
import { resolveMethodology } from '../../plan/methodology.ts';
import { capacityKind } from '../capacity/capacity.ts';
import type { KindPlan, PlanContext } from '../kind.ts';
import type { PlannedOf } from '../shapes.ts';
import { loadKind } from './load.ts';

function draftOf(plan: KindPlan | undefined, benchmark_type: string, subset: string | null = null) {
  const scenarios = [testScenario('One'), testScenario('Other')];
  const context = { scenarios, methodology: resolveMethodology({}, []), warnings: [] as string[] };
  assert.ok(plan);
  return plan.draft({ benchmark_type, subset }, context as unknown as PlanContext, 0);
}

test('every benchmark that sends load is named in its requests, so that none sends the prompts of another', async () => {
  const all = [
    ...(await draftOf(loadKind.plan, 'latency')),
    ...(await draftOf(loadKind.plan, 'load')),
    ...(await draftOf(capacityKind.plan, 'load', 'capacity')),
    ...(await draftOf(loadKind.plan, 'availability')),
  ].map(({ planned }) => planned as PlannedOf<'load' | 'capacity'>);
  const named = all.map((planned) =>
    planned.kind === 'load' ? planned.windows.slice.benchmark : planned.capacity.load.benchmark,
  );
  assert.deepEqual(
    named,
    all.map(({ key }) => key),
  );
  assert.equal(new Set(named).size, 6);
});
