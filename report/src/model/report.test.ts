import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { count, percent, points, pValue } from '../figures/figures.ts';
import {
  cellTexts,
  comparisonOutcome,
  defaultAxes,
  describeRemainingLoad,
  isFigureColumn,
  isWorseThanBaseline,
  requirementRange,
  requirementSentence,
  splitSentences,
  toReport,
} from './report.ts';

type Results = Schemas['Results'];
type Comparison = Results['comparisons'][number];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];
type Evidence = NonNullable<Results['evidence']>[number];

const comparison = (more: Partial<Comparison>) =>
  ({
    target_a: 'old',
    target_b: 'new',
    metric: 'b',
    winner: 'new',
    reason: 'significant',
    ...more,
  }) as Comparison;

const interval = (benchmark: string, target_label: string, score: number | null) => ({
  benchmark,
  target_label,
  score,
  ci_low: null,
  ci_high: null,
  n: 20,
  method: null,
});

function resultsOf(more: Partial<Results>): Results {
  return {
    target_results: [
      { target_label: 'old', metrics: { 'run/b': 1, 'run/a': 2 }, benchmark_scores: {} },
      { target_label: 'Busy', metrics: { 'limit/a': 2 }, benchmark_scores: {} },
    ],
    comparisons: [],
    overall_summary: 'On b: old 50.0 %.',
    intervals: [],
    coverage: [],
    methodology: { confidence_level: 0.95, margin: 0.05, max_cost_usd: null, epochs: 1 },
    warnings: [],
    provisional: false,
    ...more,
  } as unknown as Results;
}

const verdictOf = (sentences: string[], more: Partial<Verdict> = {}) =>
  ({
    scenario_label: 'Busy',
    sentences,
    order: [],
    share_of_weightings: {},
    pareto_front: [],
    eligible: [],
    rejected: [],
    needs_data: [],
    tied: [],
    ...more,
  }) as Verdict;

test('targets have letters, and a scenario with a verdict is marked as one', () => {
  const { targets, metricNames } = toReport(resultsOf({ verdict: [verdictOf([])] }));
  assert.deepEqual(
    targets.map(({ label, letter, isScenario }) => [label, letter, isScenario]),
    [
      ['old', 'A', false],
      ['Busy', 'B', true],
    ],
  );
  assert.deepEqual(metricNames, ['limit/a', 'run/a', 'run/b']);
});

test('a summary is cut into its sentences, and not at the point of a number', () => {
  assert.deepEqual(splitSentences('One is 50.0 %. Two (n = 3.5). three'), [
    'One is 50.0 %.',
    'Two (n = 3.5).',
    'three',
  ]);
  assert.deepEqual(splitSentences(''), []);
});

test('a benchmark has as many questions as were to be asked of each candidate', () => {
  const cell = (target_label: string, units: number) => ({
    target_label,
    benchmark: 'b',
    units,
    failures: {},
  });
  const { benchmarks } = toReport(
    resultsOf({
      intervals: [interval('b', 'old', 0.5), interval('b', 'new', 1)],
      coverage: [cell('old', 60), cell('new', 60)] as never,
    }),
  );
  assert.equal(benchmarks[0]?.items, 60);
});

test('a benchmark has its scores and comparisons, and figures of the run are not compared', () => {
  const { benchmarks, comparisons } = toReport(
    resultsOf({
      intervals: [interval('b', 'old', 0.5), interval('c', 'old', null), interval('b', 'new', 1)],
      comparisons: [
        comparison({ family_size: 2, ci_low: -0.2, ci_high: 0.1, test: 'McNemar' }),
        comparison({ metric: 'run/latency_p50_ms', reason: 'describes_the_run' }),
        comparison({ metric: 'slo/p95_latency_ms', reason: 'requirement_pass' }),
      ],
    }),
  );
  assert.deepEqual(
    benchmarks.map(({ key, items, scores, comparisons: own }) => [key, items, scores.length, own.length]),
    [
      ['b', 20, 2, 1],
      ['c', 20, 1, 0],
    ],
  );
  assert.deepEqual(
    [benchmarks[0]?.reach, benchmarks[0]?.familySize, benchmarks[0]?.tests],
    [0.2, 2, ['McNemar']],
  );
  assert.deepEqual([benchmarks[1]?.reach, benchmarks[1]?.familySize, benchmarks[1]?.tests], [0.05, 0, []]);
  assert.deepEqual(
    comparisons.map(({ metric }) => metric),
    ['b', 'slo/p95_latency_ms'],
  );
});

test('a method is said in words, each figure as figures of its kind are', () => {
  const methodology = {
    sample_size: 1500,
    margin: 0.05,
    max_cost_usd: null,
    cache: true,
    weights: { lock_in: 1 },
  };
  assert.deepEqual(toReport(resultsOf({ methodology: methodology as never })).method, [
    ['Questions per benchmark', '1,500'],
    ['Margin for a tie', 'within ±5 points'],
    ['Cost limit', 'not set'],
    ['cache', 'true'],
    ['weights', 'lock in 1'],
  ]);
});

test('an outcome names the winner, and who is worse than the baseline', () => {
  assert.equal(comparisonOutcome(comparison({})), 'new is better');
  assert.equal(
    comparisonOutcome(comparison({}), () => 'B'),
    'B is better',
  );
  assert.equal(comparisonOutcome(comparison({ winner: 'tie' })), 'tie');
  assert.equal(isWorseThanBaseline(comparison({}), 'new'), true);
  assert.equal(isWorseThanBaseline(comparison({}), 'old'), false);
  assert.equal(isWorseThanBaseline(comparison({ winner: 'third' }), 'third'), false);
});

test('what is open of a candidate that could come first stands before one that is worse at everything', () => {
  const unknown = (target_label: string) =>
    ({
      ...{ scenario_label: 'Busy', target_label, kind: 'monthly_limit_usd', status: 'unknown' },
      missing: [{ fact: `the price of ${target_label}`, add: '/models/-/prices' }],
    }) as Requirement;
  const order = ['old'].map((label) => ({ label, dominated_by: [] as string[] })) as Verdict['order'];
  const { scenarios } = toReport(
    resultsOf({
      intervals: [interval('b', 'old', 0.5), interval('b', 'bad', 0.1), interval('b', 'good', 0.9)],
      requirements: [unknown('bad'), unknown('good')],
      verdict: [
        verdictOf([], {
          order,
          needs_data: [
            { label: 'bad', reasons: [], shown_worse: 'was shown to answer worse than old on b' },
            { label: 'good', reasons: [] },
          ],
        }),
      ],
    }),
  );
  assert.deepEqual(
    scenarios[0]?.open.map(({ labels, decide }) => [...labels, decide]),
    [
      ['good', 'Add facts to the catalogue'],
      ['bad', 'Add facts to the catalogue; it was shown to answer worse than old on b'],
    ],
  );
});

test('an answer has one main doubt: what could put another first, or what is open', () => {
  const WEIGHTS = 'With more weight on quality, new would be first.';
  const lacking = { label: 'new', reasons: [] };
  const order = [{ label: 'old', dominated_by: [] as string[] }] as unknown as Verdict['order'];
  const flip = { criterion: 'quality', from: 0.4, to: 0.5, winner: 'new' };
  const stands = { answer: 'Take old.', firmness: 'It is firm.', change: null, flip: null, order };
  const mayCome = 'new lacks data and could still rank above old.';
  const rows: [what: string, of: Partial<Verdict>, howFirm: string | null, doubt: string | null][] = [
    ['nothing is open', { ...stands, winner: 'old', eligible: ['old'] }, 'It is firm.', null],
    [
      'one lacks data that may be first, before other weights',
      { ...stands, winner: 'old', eligible: ['old', 'x'], needs_data: [lacking], flip, change: WEIGHTS },
      'It is firm.',
      mayCome,
    ],
    [
      'ranges overlap: other weights come before who lacks data',
      { ...stands, winner: null, eligible: ['old', 'x'], needs_data: [lacking], flip, change: WEIGHTS },
      'It is firm.',
      WEIGHTS,
    ],
    [
      'who lacks data answers worse anyway',
      {
        ...stands,
        ...{ winner: 'old', eligible: ['old', 'x'], flip, change: WEIGHTS },
        needs_data: [{ ...lacking, shown_worse: 'was shown to answer worse than old on b' }],
      },
      'It is firm.',
      WEIGHTS,
    ],
    [
      'none can be taken yet',
      { ...stands, order: [], needs_data: [lacking], firmness: 'Of new p95 is open.', change: 'Send more.' },
      'Not decided: no candidate is shown to meet every requirement.',
      'Of new p95 is open. Send more.',
    ],
    [
      'an earlier version had sentences alone',
      { sentences: ['Take old.', 'It is firm.', 'Or not.'], order },
      'It is firm.',
      'Or not.',
    ],
  ];
  for (const [what, of, howFirm, doubt] of rows) {
    const { scenarios } = toReport(resultsOf({ verdict: [verdictOf(of.sentences ?? [], of)] }));
    const found = scenarios[0]?.verdict;
    assert.deepEqual([found?.howFirm, found?.doubt], [howFirm, doubt], what);
    // The overview has it where an answer stands; where none does, what is undecided says it.
    assert.equal(found?.shortDoubt, of.eligible === undefined ? null : doubt, what);
  }
});

test('a scenario has its requirements, its order with shares, and a picture of at least two points', () => {
  const requirement = (scenario_label: string) =>
    ({
      scenario_label,
      target_label: 'old',
      says: 'p95 of at most 9 ms',
      requirement: 'p95_latency_ms',
      kind: 'p95_latency_ms',
      status: 'fail',
      limit: 9,
      observed: 12.4,
      margin: -0.38,
      reason: 'it was 12',
      missing: [] as Requirement['missing'],
    }) as Requirement;
  const row = {
    label: 'old',
    score: 1,
    low: 1,
    high: 1,
    utilities: {},
    on_front: false,
    dominated_by: ['new'],
  };
  const evidence = (target_label: string, cost: number | null) =>
    ({
      target_label,
      scenario_label: 'Busy',
      cost: {
        per_1k_good_requests_usd: null,
        per_1k_requests_usd: cost,
        lines: [],
        assumptions: [],
        missing: [],
      },
      lock_in: { assumptions: [], missing: [] },
      regions: null,
      certifications: {},
    }) as unknown as Evidence;
  const results = resultsOf({
    intervals: [interval('b', 'old', 0.5), interval('b', 'new', 0.7), interval('custom/kind', 'new', 0)],
    requirements: [requirement('Busy'), requirement('Quiet'), requirement('Busy')],
    verdict: [
      verdictOf(['A sentence.'], { order: [row], share_of_weightings: { old: 0.4 }, pareto_front: ['new'] }),
    ],
    evidence: [evidence('old', 2), evidence('new', 1), evidence('third', null)],
    target_results: ['new', 'old'].map((target_label) => ({
      target_label,
      metrics: {},
      benchmark_scores: {},
    })),
  });
  const [busy, quiet, ...more] = toReport(results).scenarios;
  assert.deepEqual([busy?.requirements.length, quiet?.requirements.length, more], [2, 1, []]);
  assert.equal(quiet?.verdict, null);
  assert.deepEqual(
    busy?.verdict?.order.map(({ firstShare, front }) => [firstShare, front]),
    [[0.4, 'dominated by new']],
  );
  assert.deepEqual(
    busy?.scatter.points.map(({ label, letter, standing, figures }) => [
      label,
      letter,
      standing,
      figures.quality?.value,
    ]),
    [
      ['old', 'B', 'first', 50],
      ['new', 'A', 'needs data', 70],
      ['third', '?', 'needs data', undefined],
    ],
  );
  assert.deepEqual(defaultAxes({ points: [], limits: {}, axes: ['cost', 'quality'] }), {
    x: 'cost',
    y: 'quality',
  });
  assert.equal(defaultAxes({ points: [], limits: {}, axes: ['quality'] }), null);
  assert.equal(requirementSentence(requirement('Busy')), 'p95 of at most 9 ms: missed, it was 12.');
  assert.equal(
    requirementSentence({ ...requirement('Busy'), missing: [{ fact: 'a price', add: '/models/-' }] }),
    'p95 of at most 9 ms: missed, it was 12 (add it: /models/- of the file in CATALOG_FILE).',
  );
});

test('evidence says each assumption and each missing fact once', () => {
  const said = {
    assumptions: [{ name: 'u', value: 1, why: 'because' }],
    missing: [{ fact: 'the price', add: '/models/-' }],
  };
  const finding = { component: 'model', status: 'pass', evidence: 'listed' };
  const one = {
    target_label: 'old',
    scenario_label: 'Busy',
    cost: { ...said, lines: [] },
    lock_in: said,
    regions: { requirement: 'regions EU', status: 'pass', findings: [finding], assumptions: [], missing: [] },
    certifications: { 'SOC 2': { requirement: 'SOC 2', status: 'pass', findings: [finding], ...said } },
  };
  const [section] = toReport(resultsOf({ evidence: [one as unknown as Evidence] })).evidence;
  assert.deepEqual(section?.assumptions, ['u: 1; because']);
  assert.deepEqual(section?.missing, [{ fact: 'the price', add: '/models/-' }]);
  assert.deepEqual(
    section?.compliance.map(({ requirement, component }) => [requirement, component]),
    [
      ['regions EU', 'model'],
      ['SOC 2', 'model'],
    ],
  );
});

test('what load still runs: the next slice of the candidates that are behind', () => {
  const row = (target_label: string, slices: number) => ({
    ...{ benchmark: 'load/Busy', target_label, slices, planned_slices: 4 },
  });
  const coverage = ['old', 'new'].map((target_label) => ({ target_label }));
  const cases: [string, object[], string | null][] = [
    ['nothing was measured yet', [], null],
    ['one has begun', [row('old', 1)], 'load/Busy, slice 1 of 4 of new'],
    ['they are level', [row('old', 2), row('new', 2)], 'load/Busy, slice 3 of 4 of old, new'],
    ['all is measured', [row('old', 4), row('new', 4)], null],
  ];
  for (const [says, load, left] of cases)
    assert.equal(describeRemainingLoad({ load, coverage } as never), left, says);
});

test('load has a section for each benchmark, with what was answered and the limits of its scenario', () => {
  const load = (benchmark: string, target_label: string) => ({
    benchmark,
    target_label,
    sent: 'prompts',
    outcomes: { answered: 3, truncated: 1, failed: 2 },
  });
  const limit = (kind: string, value: number) =>
    ({ kind, limit: value, scenario_label: 'Busy' }) as Requirement;
  const { load: sections } = toReport(
    resultsOf({
      load: [load('load/Busy', 'old'), load('load/Busy', 'new'), load('load/Quiet', 'old')] as never,
      requirements: [limit('p95_latency_ms', 900), limit('availability', 0.99)],
    }),
  );
  assert.deepEqual(
    sections.map(({ benchmark, rows, limits }) => [benchmark, rows.map(({ answered }) => answered), limits]),
    [
      ['load/Busy', [4, 4], [{ percentile: 'p95', ms: 900 }]],
      ['load/Quiet', [4], []],
    ],
  );
});

test('a rate that is met by fewer answers says why, once for the candidate that it is about', () => {
  const load = (target_label: string, throughput_rps: number) => ({
    benchmark: 'load/Busy',
    target_label,
    sent: 'prompts',
    throughput_rps,
    latency_ms: {},
    outcomes: { answered: 3 },
  });
  const rate = (target_label: string, status: string, observed: number | null) =>
    ({ kind: 'throughput_rps', scenario_label: 'Busy', target_label, status, observed }) as Requirement;
  const { load: sections } = toReport(
    resultsOf({
      load: [load('chance', 14.45), load('equal', 15), load('missed', 9)] as never,
      requirements: [rate('chance', 'pass', 15), rate('equal', 'pass', 15), rate('missed', 'fail', null)],
    }),
  );
  assert.deepEqual(
    sections.map(({ notes }) => notes),
    [
      [
        'chance: 14.45 requests per second were answered, at a target rate of 15. Random arrivals explain the difference, so the load counts as 15.',
      ],
    ],
  );
});

test('points round a half away from 0 and are never −0; a p-value is never printed as 0', () => {
  assert.deepEqual(
    [0.0125, -0.0125, -0.00001, 0].map((one) => points(one)),
    ['1.3', '-1.3', '-0.001', '0.0'],
  );
  assert.deepEqual([pValue(0.00001), pValue(0.0001), pValue(0.0001, 3)], ['< 0.0001', '0.0001', '< 0.001']);
});

test('a figure has four digits and never loses one before the point; what is not there is not 0', () => {
  assert.deepEqual(
    [0.0123456, 999.96, 46_523.4, 123_456, -1234.4, 0].map((one) => count(one)),
    ['0.01235', '1,000', '46,523', '123,456', '-1,234', '0'],
  );
  assert.deepEqual([count(null), count(undefined, '–'), percent(null, '–')], ['none', '–', '–']);
  assert.equal(percent(0.0125), '1.3 %');
});

test('judging is sections: what each judge did, the criteria, and those parts alone that have rows', () => {
  const judging = {
    judges: [{ judge: 'strict', judgements: 40, failed: 1, cost_usd: null }],
    criteria: [
      { criterion: 'tone', answers: 20, unanimous: 0.9, alpha: null, length_correlation: { r: 0.25 } },
    ],
    calibration: [],
    preferences: {
      pairs: [
        {
          ...{ target_a: 'old', target_b: 'new', compared: 9, wins_a: 2, wins_b: 6, ties: 1 },
          ...{ win_rate: 0.27778, ci_low: 0.1, ci_high: 0.5 },
        },
      ],
      ranking: null,
      position: [],
      length_correlation: null,
    },
  };
  const { sections } = toReport(resultsOf({ judging: judging as never }));
  assert.deepEqual(
    sections.map(({ title, rows }) => [title, rows]),
    [
      ['Judges', [['strict', 40, 1, 'not known']]],
      ['Judge preferences', [['old or new', 9, 2, 6, 1, 0.27778, '0.1 to 0.5']]],
      ['Criteria', [['tone', 20, 0.9, null, 0.25]]],
    ],
  );
  const [judges] = sections;
  assert.deepEqual(
    judges?.head.map((_, i) => isFigureColumn(judges, i)),
    [false, true, true, false],
  );
});

test('requirements and coverage are tables, an availability in percent and the status by itself', () => {
  const requirement = {
    ...{ scenario_label: 'Busy', target_label: 'old', kind: 'availability', says: '99.5 % of requests' },
    ...{ status: 'inconclusive', observed: 1, limit: 0.995, ci_low: 0.9688, ci_high: 1 },
    ...{ n: 120, samples_needed: 478, reason: 'too few' },
  };
  const counts = { units: 20, scored: 18, failed: 2, unscored: 0, pending: 0, truncated: 1 };
  const coverage = { target_label: 'old', benchmark: 'b', ...counts, failures: { timeout: 2 } };
  const { scenarios, coverageTable } = toReport(
    resultsOf({ requirements: [requirement as Requirement], coverage: [coverage as never] }),
  );
  const says = (rows: (typeof coverageTable)['rows']) =>
    rows.map((row) => row.map((cell) => cellTexts(cell, '–').join(', ')));
  const [found] = scenarios[0]?.requirements ?? [];
  assert.equal(found && requirementRange(found), '96.9 % to 100.0 %');
  assert.deepEqual(says(coverageTable.rows), [['old, B', '20', '18', '2', '0', '0', '1', 'timeout × 2']]);
});

test('a search for capacity is a section for each scenario, with a row for each target', () => {
  const search = (scenario_label: string, more: object = {}) => ({
    target_label: 'old',
    scenario_label,
    highest_passed_rps: 12.5,
    lowest_not_passed_rps: 100 / 3,
    confirmed: null,
    confirmed_rps: null,
    out_of_time: false,
    steps: [
      { rate_rps: 12.5, verdict: 'pass' },
      { rate_rps: 100 / 3, verdict: 'fail' },
    ],
    ...more,
  });
  const late = { lowest_not_passed_rps: null, confirmed: false, confirmed_rps: 11.875, out_of_time: true };
  const open = { lowest_not_passed_rps: 13, steps: [{ rate_rps: 13, verdict: 'inconclusive' }] };
  const { sections } = toReport(
    resultsOf({
      capacity: [search('Busy'), search('Busy', late), search('Busy', open), search('Quiet')] as never,
    }),
  );
  assert.deepEqual(
    sections.map(({ about, title, rows }) => [about, title, rows.length]),
    [
      ['load', 'Capacity under Busy', 3],
      ['load', 'Capacity under Quiet', 1],
    ],
  );
  assert.deepEqual(sections[0]?.rows, [
    ['old', 12.5, 100 / 3, null, 'not tried', ['12.5 pass', '33.33 fail']],
    ['old', 12.5, 'none (time limit reached)', 11.875, 'no', ['12.5 pass', '33.33 fail']],
    ['old', 12.5, '13 (too few requests to tell)', null, 'not tried', ['13 inconclusive']],
  ]);
  assert.ok(sections.every(({ head, rows }) => rows.every((row) => row.length === head.length)));
});
