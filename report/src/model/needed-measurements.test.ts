import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { neededMeasurements } from './needed-measurements.ts';

const scenario = (more: object) => ({
  id: 'one',
  name: 'One',
  traffic_profile: null,
  slo_requirements: {},
  budget: {},
  compliance: {},
  vendor_lock_in_tolerance: null,
  quality: [],
  session_requirements: {},
  ...more,
});
const rated = (slo: object, more: object = {}) =>
  scenario({ slo_requirements: { throughput_rps: 5, ...slo }, ...more });
const hosted = { hardware: { gpu_type: 'H100' } };
const api = { hardware: {} };
const priced = { budget: { monthly_limit_usd: 9 } };

describe('measurements that limits need', () => {
  const cases: [string, object[], object[], string[]][] = [
    ['no requirement needs none', [], [api], []],
    ['a region needs the facts only', [scenario({ compliance: { regions: ['EU'] } })], [api], ['compliance']],
    ['a p95', [rated({ p95_latency_ms: 900 })], [api], ['load 200']],
    [
      'a rate that is stated a minute',
      [scenario({ slo_requirements: { p95_latency_ms: 900, throughput_rpm: 12 } })],
      [api],
      ['load 200'],
    ],
    ['a p99 and an availability', [rated({ p99_latency_ms: 900, availability: 99.5 })], [api], ['load 2000']],
    [
      'an availability without a rate',
      [scenario({ slo_requirements: { availability: 0.9 } })],
      [api],
      ['availability 100'],
    ],
    [
      'limits on sessions need load in sessions',
      [rated({}, { session_requirements: { p95_session_ms: 60_000, completed_share: 0.5 } })],
      [api],
      ['load 200 sessions'],
    ],
    ['a trace', [rated({}, { traffic_profile: 'replay' })], [api], ['load 100 trace']],
    [
      'a budget of what is hosted needs its capacity',
      [rated({ p95_latency_ms: 900 }, priced)],
      [api, hosted],
      ['load 200', 'load/capacity 300', 'cost'],
    ],
    [
      'but not where the number of replicas is stated',
      [rated({ p95_latency_ms: 900 }, priced)],
      [{ hardware: { gpu_type: 'H100', replicas: 2 } }],
      ['load 200', 'cost'],
    ],
    ['nor without a limit to search for', [rated({}, priced)], [hosted], ['load 100', 'cost']],
    [
      'a minimum quality, by the strictest of one score',
      [
        scenario({ quality: [{ benchmark: 'gsm8k', min: 0.8 }] }),
        scenario({
          quality: [
            { benchmark: 'gsm8k', min: 0.99 },
            { benchmark: 'mmlu', subset: 'anatomy', min: 0.5 },
          ],
        }),
      ],
      [api],
      ['gsm8k 1000', 'mmlu/anatomy 200'],
    ],
    ['lock-in', [scenario({ vendor_lock_in_tolerance: 'low' })], [api], ['lock_in']],
  ];
  for (const [says, scenarios, stacks, expected] of cases) {
    test(says, () => {
      const { measurements, gaps } = neededMeasurements(scenarios as never, stacks as never);
      assert.deepEqual(gaps, []);
      assert.deepEqual(
        measurements.map(({ benchmark_type, subset, num_samples, needsTrace, inSessions }) =>
          [
            subset ? `${benchmark_type}/${subset}` : benchmark_type,
            num_samples,
            needsTrace && 'trace',
            inSessions && 'sessions',
          ]
            .filter(Boolean)
            .join(' '),
        ),
        expected,
      );
    });
  }

  test('never plans fewer requests than the strictest limit needs', () => {
    for (const availability of [0.9, 0.99, 0.999, 0.9999, 100]) {
      const limits = scenario({ slo_requirements: { availability } });
      const [one] = neededMeasurements([limits] as never, []).measurements;
      assert.ok(one?.num_samples && one.least && one.num_samples >= one.least);
      assert.ok(Math.min(availability > 1 ? 0.9999 : availability, 0.9999) ** one.least <= 0.05);
    }
  });

  test('a latency without a rate cannot be measured, which is said', () => {
    const slow = scenario({ slo_requirements: { p95_latency_ms: 900 } });
    const { measurements, gaps } = neededMeasurements([slow, rated({})] as never, []);
    assert.deepEqual(measurements, []);
    assert.equal(gaps.length, 1);
    assert.match(gaps[0]?.says ?? '', /^One limits latency but has no peak rate/);
  });

  test('load is refused as long as one of the requirements states no rate', () => {
    const { gaps } = neededMeasurements([scenario(priced), rated({ p95_latency_ms: 9 })] as never, []);
    assert.match(gaps[0]?.says ?? '', /^One has no peak rate, so load cannot be sent/);
  });

  test('a minimum of a custom evaluation is a gap that one fills', () => {
    const quality = [
      { benchmark: 'custom', metric: 'Politeness', min: 0.8 },
      { benchmark: 'custom', min: 0.5 },
    ];
    const { measurements, gaps } = neededMeasurements([scenario({ quality })] as never, []);
    assert.deepEqual(measurements, []);
    assert.deepEqual(
      gaps.map(({ isCustom }) => isCustom),
      [true],
    );
    assert.match(gaps[0]?.says ?? '', /Add custom questions with the criterion Politeness below, or/);
  });
});
