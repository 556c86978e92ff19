import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import type { LimitName } from '../figures/limits.ts';
import { decisionReasons } from './decision.ts';
import { candidateStanding, requirementMatrix, withUnit } from './matrix.ts';
import { openQuestions } from './open-questions.ts';
import { paretoFront, type ScatterPoint } from './scatter.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

const required = (target_label: string, kind: string, more: Partial<Requirement> = {}) =>
  ({
    ...{
      target_label,
      scenario_label: 'Busy',
      requirement: kind,
      kind,
      says: `${kind} says`,
      status: 'pass',
    },
    ...{ limit: 100, observed: 84.4, margin: 0.156, n: 120, samples_needed: null, reason: 'so', missing: [] },
    ...more,
  }) as Requirement;

test('a matrix has a row for each candidate, its standing, and a cell for each requirement', () => {
  const { columns, rows } = requirementMatrix(
    [
      required('small', 'p95_latency_ms'),
      required('small', 'monthly_limit_usd', { observed: 46497.3, status: 'fail', margin: -1.6 }),
      required('large', 'p95_latency_ms', { observed: null, status: 'unknown', margin: null }),
    ],
    {
      order: [{ label: 'large' }],
      tied: [],
      eligible: ['large'],
      rejected: [{ label: 'small' }],
    } as unknown as Verdict,
    new Map([
      ['small', 'A'],
      ['large', 'B'],
    ]),
  );
  assert.deepEqual(
    columns.map(({ head, limit }) => [head, limit]),
    [
      ['p95, ms', '≤ 100'],
      ['$/month', '≤ 100'],
    ],
  );
  assert.deepEqual(
    rows.map(({ label, letter, standing, cells }) => [
      label,
      letter,
      standing,
      cells.map((cell) => cell && [cell.key, cell.status, cell.value]),
    ]),
    [
      [
        'small',
        'A',
        'rejected',
        [
          ['A.p95_latency_ms', 'pass', '84'],
          ['A.monthly_limit_usd', 'fail', '46,497'],
        ],
      ],
      ['large', 'B', 'first', [['B.p95_latency_ms', 'unknown', null], null]],
    ],
  );
});

test('figures of requirements have their unit', () => {
  const rows: [kind: LimitName, value: number, said: string][] = [
    ['p95_latency_ms', 3500, '3,500 ms'],
    ['monthly_limit_usd', 18_000, '$18,000'],
    ['availability', 0.9995, '99.95 %'],
    ['throughput_rps', 15, '15 requests a second'],
    ['vendor_lock_in_tolerance', 55, '55'],
  ];
  for (const [kind, value, said] of rows) assert.equal(withUnit({ kind }, value), said);
});

test('the front leaves out whom another beats on both axes', () => {
  const point = (label: string, cost: number, quality: number) =>
    ({
      label,
      figures: Object.fromEntries(
        Object.entries({ cost, quality }).map(([axis, value]) => [axis, { value, low: value, high: value }]),
      ),
    }) as ScatterPoint;
  const front = paretoFront([point('a', 1, 50), point('b', 3, 90), point('c', 4, 80)], 'cost', 'quality');
  assert.deepEqual(
    front.map(({ label }) => label),
    ['a', 'b'],
  );
});

test('what is open: more requests, more items with their cost, facts; nothing while an evaluation runs', () => {
  const results = {
    provisional: false,
    intervals: [{ benchmark: 'b' }],
    comparisons: [
      {
        target_a: 'x',
        target_b: 'y',
        metric: 'b',
        winner: 'undecided',
        n: 160,
        n_needed: 2019,
        explanation: 'wide',
      },
      { target_a: 'x', target_b: 'y', metric: 'run/coverage', winner: 'undecided', n: 0, n_needed: null },
    ],
    target_results: ['x', 'y'].map((target_label) => ({ target_label, metrics: { 'run/cost_usd': 1.6 } })),
    coverage: ['x', 'y'].map((target_label) => ({ target_label, scored: 160, unscored: 0 })),
    requirements: [
      required('x', 'p99_latency_ms', { status: 'inconclusive', samples_needed: 478 }),
      required('y', 'monthly_limit_usd', {
        status: 'unknown',
        missing: [{ fact: 'the price of acme/y', add: '/models/-/prices' }],
      }),
      required('z', 'p95_latency_ms', {
        status: 'unknown',
        missing: [{ fact: 'the latency under load', add: 'run load' }],
      }),
    ],
    evidence: [{ target_label: 'x', scenario_label: 'Busy', cost: { per_1k_requests_usd: 2 } }],
  } as unknown as Results;
  assert.deepEqual(
    openQuestions(results).map(({ kind, labels, about, decide, cost }) => [
      kind,
      labels,
      about,
      decide,
      cost,
    ]),
    [
      ['requests', ['x'], 'p99 latency', 'About 478 more requests', '$0.956'],
      ['items', ['x', 'y'], 'b', 'About 2,019 items instead of 160', '$37.18'],
      ['fact', ['y'], 'the price of acme/y', 'Add facts to the catalogue', null],
      ['measurement', ['z'], 'the latency under load', 'To measure: run load', null],
    ],
  );
  assert.deepEqual(openQuestions({ ...results, provisional: true }), []);
  const rows: [fact: string, add: string, kind: string, about: string][] = [
    ['the price of acme/y', '/models/-/prices', 'models', 'acme y'],
    ['the provider acme', '/providers/-', 'providers', 'acme'],
    ['which protocol acme speaks', '/providers/-/api', 'providers', 'acme'],
    ['which GPU p5 has', '/gpu_instances/-', 'hardware', 'p5'],
    ['on which clouds it is', '/gpu_instances/-', 'hardware', ''],
  ];
  for (const [fact, add, kind, about] of rows) {
    const requirements = [required('y', 'regions', { status: 'unknown', missing: [{ fact, add }] })];
    const [open] = openQuestions({ ...results, comparisons: [], requirements });
    assert.deepEqual(open?.fact, { says: fact, kind, about, add });
  }
});

test('who is tied for the first place is not said to come first', () => {
  const verdict = {
    ...{
      order: [{ label: 'a' }, { label: 'b' }, { label: 'c' }],
      tied: ['a', 'b'],
      eligible: ['a', 'b', 'c'],
    },
    rejected: [{ label: 'd' }],
  } as unknown as Verdict;
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((label) => candidateStanding(label, verdict)),
    ['tied', 'tied', 'eligible', 'rejected'],
  );
});

test('the reasons of an answer: how near a limit is, what the next would cost, everyone who is ruled out', () => {
  const results = {
    target_results: ['small', 'medium', 'large', 'slow'].map((target_label) => ({ target_label })),
    intervals: [
      { target_label: 'small', score: 0.762 },
      { target_label: 'medium', score: 0.949 },
    ],
    evidence: [
      { target_label: 'small', scenario_label: 'Busy', cost: { monthly_usd: 1270 } },
      { target_label: 'medium', scenario_label: 'Busy', cost: { monthly_usd: 6878.2 } },
    ],
    requirements: [
      required('small', 'p95_latency_ms'),
      required('small', 'vendor_lock_in_tolerance', { margin: 0.9 }),
      required('large', 'monthly_limit_usd', {
        ...{ status: 'fail', observed: 46497, limit: 18_000 },
        reason: '$46,497 a month is above $18,000',
      }),
      required('slow', 'p95_latency_ms', {
        ...{ status: 'fail', observed: 180, reason: '40 of 120 requests missed the limit' },
      }),
      required('slow', 'throughput_rps', { status: 'fail', observed: null, limit: 30 }),
    ],
    verdict: [
      {
        scenario_label: 'Busy',
        order: [{ label: 'small' }, { label: 'medium' }],
        tied: [],
        rejected: [{ label: 'large' }, { label: 'slow' }],
        needs_data: [],
      },
    ],
  } as unknown as Results;
  assert.deepEqual(
    decisionReasons(results, 'Busy').map(({ says, cell }) => [says, cell]),
    [
      [
        'small meets every requirement; nearest to its limit is the p95 latency, 84 ms, 15.6 % below the limit of 100 ms.',
        'A.p95_latency_ms',
      ],
      ['small scores 76.2 % on average and medium 94.9 %, and costs $1,270 a month against $6,878.', null],
      ['large is rejected: $46,497 a month is above $18,000.', 'C.monthly_limit_usd'],
      [
        'slow is rejected: p95 latency 180 ms against a limit of 100 ms; 40 of 120 requests missed the limit; 1 more requirement is missed.',
        'D.p95_latency_ms',
      ],
    ],
  );
  const rate = { kind: 'throughput_rps' as const, limit: 15, observed: 15, margin: 0 };
  const [exact] = decisionReasons(
    {
      ...results,
      requirements: [...(results.requirements ?? []), required('small', 'throughput_rps', rate)],
    },
    'Busy',
  );
  assert.deepEqual(exact, {
    says: 'small meets every requirement; nearest to its limit is the throughput, 15 of 15 requests a second, the highest rate tested, then the p95 latency, 84 ms, 15.6 % below the limit of 100 ms.',
    cell: 'A.throughput_rps',
  });
  for (const [kind, observed, limit, margin, says] of [
    ['quality', 1, 0.8, 0.25, '100 %, 20 points above the minimum of 80 %.'],
    ['quality', 0.81, 0.8, 0.0125, '81 %, 1 point above the minimum of 80 %.'],
    ['availability', 0.9995, 0.999, 0.0005, '99.95 %, 0.05 points above the minimum of 99.90 %.'],
    ['monthly_limit_usd', 900, 1000, 0.1, '$900, 10.0 % below the limit of $1,000.'],
    ['vendor_lock_in_tolerance', 38, 55, 0.31, '38, 31.0 % below the limit of 55.'],
    ['throughput_rps', 18, 15, 0.2, '18 requests a second, 20.0 % above the required 15 requests a second.'],
  ] as const) {
    const only = { ...results, requirements: [required('small', kind, { limit, observed, margin })] };
    const [nearest] = decisionReasons(only, 'Busy');
    assert.ok(nearest?.says.endsWith(says), `${nearest?.says}`);
  }
  const [verdict] = results.verdict ?? [];
  const none = {
    ...verdict,
    order: [],
    needs_data: [{ label: 'small' }],
    rejected: [],
  } as unknown as Verdict;
  const open = {
    ...results,
    verdict: [none],
    requirements: [required('small', 'p99_latency_ms', { status: 'unknown' })],
  };
  assert.deepEqual(decisionReasons(open, 'Busy'), [
    { says: 'small is undecided: p99 latency.', cell: 'A.p99_latency_ms' },
  ]);
});
