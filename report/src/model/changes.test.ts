import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComparedReport, changesBetween } from './changes.ts';

const requirement = (target_label: string, status: string, observed: number) => ({
  ...{ target_label, status, observed, kind: 'p95_latency_ms', requirement: 'p95_latency_ms', limit: 900 },
});

const reportOf = (answer: string, status: string, p95: number, monthly_usd: number, numeric = 1) =>
  ({
    scenarios: [
      {
        label: 'Busy',
        verdict: { sentences: [answer] },
        requirements: [requirement('old', 'pass', 500), requirement('new', status, p95)],
      },
    ],
    load: [
      {
        benchmark: 'load/Busy',
        rows: [
          {
            ...{ target_label: 'new', throughput_rps: 15, success_rate: { value: 1 } },
            latency_ms: { p95: { observed: p95 } },
          },
        ],
      },
    ],
    evidence: [{ target_label: 'new', scenario_label: 'Busy', cost: { monthly_usd } }],
    graders: [
      { name: 'exact', version: 1, samples: 10 },
      { name: 'numeric', version: numeric, samples: 10 },
    ],
  }) as unknown as ComparedReport;

test('two evaluations side by side: the answers, and what differs of requirements, graders, load and cost', () => {
  const here = reportOf('Take new.', 'pass', 800, 1200);
  const there = reportOf('Take old.', 'fail', 950, 1300, 2);
  const { answers, tables } = changesBetween(here, there);
  assert.deepEqual(answers, [{ scenario: 'Busy', here: 'Take new.', there: 'Take old.' }]);
  assert.deepEqual(
    tables.map(({ title, rows }) => [title, rows]),
    [
      ['Requirements', [['new', 'p95 latency', 'Busy', 'met, 800 ms', 'missed, 950 ms']]],
      ['Graders', [['numeric', '1', '2']]],
      ['Load', [['new', 'Busy', 'p95 latency', '800 ms', '950 ms']]],
      ['Cost', [['new', 'Busy', '$1,200', '$1,300']]],
    ],
  );
});

test('what is the same in both, or was measured in one of them alone, is no change', () => {
  const here = reportOf('Take new.', 'pass', 800, 1200);
  const rowsOf = (there: ComparedReport) => changesBetween(here, there).tables.flatMap(({ rows }) => rows);
  assert.deepEqual(rowsOf(here), []);
  assert.deepEqual(rowsOf({ ...here, scenarios: [], load: [], evidence: [], graders: [] }), []);
});
