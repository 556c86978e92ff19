import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, planOf } from '../../../../test/support/evaluation-plan.ts';
import { buildResults } from '../../../evaluate/evaluations/pipeline/build-results.ts';
import { createOutput } from '../terminal/output.ts';
import { printResults } from './print-results.ts';

test('what a kind found is printed by its title, table and sentences', async () => {
  const plan = planOf([20], 2, 1);
  const results = await buildResults(
    plan,
    aggregateOf(plan, () => 1),
    { final: true },
  );
  const tried = {
    phase: 'doubling',
    attempted: 300,
    misses: {},
    latency_p95_ms: 80,
    saturated: false,
    contaminated: false,
  };
  const search = {
    target_label: 't0',
    scenario_label: 'Busy',
    highest_passed_rps: 12.5,
    lowest_not_passed_rps: null,
    confirmed: true,
    confirmed_rps: 11.875,
    out_of_time: false,
    steps: [
      { ...tried, rate_rps: 12.5, verdict: 'pass' },
      { ...tried, rate_rps: 13.5, verdict: 'fail' },
    ],
  };
  const parts: string[] = [];
  const out = createOutput({ write: (part: string | Uint8Array) => parts.push(String(part)) > 0 });
  printResults(out, { ...results, capacity: [search, { ...search, target_label: 't1', confirmed: null }] });
  const text = parts.join('');
  const lines = text.slice(text.indexOf('\nCapacity under Busy\n')).split('\n').slice(3);
  assert.deepEqual(
    lines.slice(0, 3).map((line) => line.trim().split(/ {2,}/)),
    [
      [
        'Candidate',
        'Highest rate passed',
        'Lowest rate not passed',
        'Confirmation rate',
        'Confirmed',
        'Rates tried',
      ],
      ['t0', '12.5', '–', '11.88', 'yes', '12.5 pass, 13.5 fail'],
      ['t1', '12.5', '–', '11.88', 'not tried', '12.5 pass, 13.5 fail'],
    ],
  );
  assert.match(lines.slice(3).join(' '), /^ {2}A rate passes if every limit is shown to hold/);
});

test('tests are counted where any may name a winner, and where none may this is said', async () => {
  const printed = async (items: number) => {
    const plan = planOf([items], 2, 1);
    const aggregate = aggregateOf(plan, ({ item, target }) => (item + target) % 2);
    const parts: string[] = [];
    const out = createOutput({ write: (part: string | Uint8Array) => parts.push(String(part)) > 0 });
    printResults(out, await buildResults(plan, aggregate, { final: true }));
    return parts.join('');
  };
  const few = await printed(5);
  assert.doesNotMatch(few, /0 tests|No test was possible/);
  assert.match(few, /Test: mcnemar_mid_p; no comparison here can name a winner\./);
  assert.match(await printed(20), /p \(holm, 1 test\)[\s\S]*Test: mcnemar/i);
});
