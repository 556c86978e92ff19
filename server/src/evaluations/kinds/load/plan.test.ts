import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testScenario } from '../../../../test/support/scenario-example.ts';
import { resolveMethodology } from '../../plan/methodology.ts';
import { planSpeed, type SpeedBenchmark } from './plan.ts';

function planned(type: SpeedBenchmark, subset: string | null = null) {
  const scenarios = [testScenario('One'), testScenario('Other')];
  const methodology = resolveMethodology({}, []);
  const choice = { benchmark_type: type, subset };
  return planSpeed(type, { choice, scenarios, methodology, trace: null, warnings: [] });
}

test('every benchmark that sends load is named in its requests, so that none sends the prompts of another', () => {
  const all = [
    ...planned('latency'),
    ...planned('load'),
    ...planned('load', 'capacity'),
    ...planned('availability'),
  ];
  const named = all.map(
    ({ planned: { windows, capacity } }) => windows?.slice.benchmark ?? capacity?.load.benchmark,
  );
  assert.deepEqual(
    named,
    all.map(({ planned: { key } }) => key),
  );
  assert.equal(new Set(named).size, 6);
});
