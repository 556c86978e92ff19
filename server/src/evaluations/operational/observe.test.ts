import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CapacityStep, RateVerdict } from '../load/capacity-search.ts';
import type { MeasuredCapacity } from './measure-capacity.ts';
import { observeLoad } from './observe.ts';
import { testScenario } from './test-scenario.ts';

const SCENARIO = testScenario('Support');

/** A search that came to these verdicts at these rates, from its last step that passed on. */
function searched(steps: [number, RateVerdict][]): MeasuredCapacity {
  const named = steps.map(([rateRps, verdict]): CapacityStep => ({ rateRps, verdict, phase: 'doubling' }));
  const passed = steps.flatMap(([rate, verdict]) => (verdict === 'pass' ? [rate] : []));
  const others = steps.flatMap(([rate, verdict]) => (verdict === 'pass' ? [] : [rate]));
  const result = {
    highestPassedRps: passed.length === 0 ? null : Math.max(...passed),
    lowestNotPassedRps: others.length === 0 ? null : Math.min(...others),
    confirmed: null,
    confirmedRps: null,
    steps: named,
  };
  return { format: 1, result, facts: [], target: 0, scenario: 0 };
}

test('a rate of a search is missed when it was shown to fail, not when it proved nothing', () => {
  const rows: [[number, RateVerdict][], { highest_passed: number | null; lowest_failed: number | null }][] = [
    [
      [
        [25, 'pass'],
        [50, 'fail'],
      ],
      { highest_passed: 25, lowest_failed: 50 },
    ],
    [
      [
        [25, 'pass'],
        [50, 'inconclusive'],
      ],
      { highest_passed: 25, lowest_failed: null },
    ],
    [
      [
        [50, 'inconclusive'],
        [100, 'fail'],
      ],
      { highest_passed: null, lowest_failed: 100 },
    ],
  ];
  for (const [steps, expected] of rows) {
    assert.deepEqual(rateOf(searched(steps)), expected);
  }
});

test('a rate whose fresh run did not hold is not held, but those below that run are', () => {
  const rows: [RateVerdict, [number, RateVerdict][], ReturnType<typeof rateOf>][] = [
    ['pass', [[50, 'pass']], { highest_passed: 50, lowest_failed: null }],
    ['fail', [[50, 'pass']], { highest_passed: null, lowest_failed: 47.5 }],
    ['inconclusive', [[50, 'pass']], { highest_passed: null, lowest_failed: null }],
    [
      'fail',
      [
        [25, 'pass'],
        [50, 'pass'],
        [100, 'fail'],
      ],
      { highest_passed: 25, lowest_failed: 47.5 },
    ],
  ];
  for (const [verdict, steps, expected] of rows) {
    const { result, ...rest } = searched(steps);
    const confirmation: CapacityStep = { rateRps: 47.5, verdict, phase: 'confirmation' };
    const fresh = {
      confirmed: verdict === 'pass',
      confirmedRps: 47.5,
      steps: [...result.steps, confirmation],
    };
    assert.deepEqual(rateOf({ ...rest, result: { ...result, ...fresh } }), expected);
  }
});

function rateOf(capacity: MeasuredCapacity) {
  return observeLoad({ load: null, availability: null, capacity, loadRps: null }, SCENARIO).rate;
}
