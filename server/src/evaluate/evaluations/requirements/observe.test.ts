import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testScenario } from '../../../../test/support/scenario-example.ts';
import { judgeRequirement } from '../../../decide/slo/judge-requirement.ts';
import { requirementsOf } from '../../../decide/slo/slo.ts';
import type { ArrivalProcess } from '../../../measure/traffic/arrival-processes.ts';
import type { CapacityStep, RateOutcome } from '../../../measure/traffic/capacity-search.ts';
import { summariseFigures } from '../../../measure/traffic/load-summary.ts';
import type { LoadRequest } from '../../../measure/traffic/request-log.ts';
import { sliceFigures } from '../../../measure/traffic/slice-figures.ts';
import { NO_TOKENS_SPENT } from '../../../measure/traffic/spent-tokens.ts';
import { createCatalog } from '../../../models/catalog/catalog.ts';
import type { MeasuredCapacity } from '../kinds/capacity/aggregate.ts';
import type { MeasuredWindows } from '../kinds/load/aggregate.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import { observeLoad, observeTarget } from './observe.ts';
import { stackFindings } from './stack-findings.ts';

const SCENARIO = testScenario('Support');

/** A search that came to these verdicts at these rates, from its last step that passed on. */
function searched(steps: [number, RateOutcome][]): MeasuredCapacity {
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
  return { format: 1, result, facts: [], benchmark: 'load/S/capacity', target: 0, scenario: 0, unpriced: 0 };
}

test('a rate of a search is missed when it was shown to fail, not when it proved nothing', () => {
  const rows: [[number, RateOutcome][], { highest_passed: number | null; lowest_failed: number | null }][] = [
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

test('of a search counts the rate that a fresh run confirmed, and the peak, which was planned', () => {
  const rows: [RateOutcome, [number, RateOutcome][], ReturnType<typeof rateOf>][] = [
    ['pass', [[50, 'pass']], { highest_passed: 50, lowest_failed: null }],
    ['fail', [[50, 'pass']], { highest_passed: null, lowest_failed: 47.5 }],
    ['inconclusive', [[50, 'pass']], { highest_passed: null, lowest_failed: null }],
    // The best of several was chosen for being the best: the rate that was tried again counts.
    [
      'pass',
      [
        [25, 'pass'],
        [50, 'pass'],
        [100, 'fail'],
      ],
      { highest_passed: 47.5, lowest_failed: 100 },
    ],
    [
      'fail',
      [
        [100, 'fail'],
        [25, 'pass'],
        [50, 'pass'],
      ],
      { highest_passed: null, lowest_failed: 47.5 },
    ],
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

test('a bill of what is hosted says from which end of the search its rate is, and what bounds it from above', () => {
  const rows: [upper: RateOutcome, confirmed: boolean, says: RegExp][] = [
    [
      'inconclusive',
      true,
      /^the lower bound of the capacity search: 2\.166 requests a second held in a separate run; no higher rate was shown to fail, so the bill may be lower$/,
    ],
    ['fail', true, /^the lower bound [^;]* held in a separate run; 2\.38 failed$/],
    ['inconclusive', false, /^the lower bound of the capacity search: 2 requests a second held; no higher/],
  ];
  const hardware = { cloud_provider: 'aws', region: 'us-east-1', instance_family: 'p5' };
  const stack = { id: 's', name: 'own', description: null, model: {}, framework: {}, hardware };
  const target = { label: 'own', provider: 'own', modelId: 'm', stack };
  const scenario = {
    ...SCENARIO,
    slo_requirements: { throughput_rps: 2 },
    budget: { monthly_limit_usd: 1 },
  };
  for (const [upper, confirmed, says] of rows) {
    const { result, ...rest } = searched([
      [2, 'pass'],
      [2.28, 'pass'],
      [2.38, upper],
    ]);
    const verdict: RateOutcome = confirmed ? 'pass' : 'inconclusive';
    const confirmation: CapacityStep = { rateRps: 2.166, verdict, phase: 'confirmation' };
    const steps = [...result.steps, confirmation];
    const capacity = { ...rest, result: { ...result, confirmed, confirmedRps: 2.166, steps } };
    const windows = { load: null, availability: null, capacity, loadRps: null, slice: null };
    const shown = observeLoad(windows, scenario);
    assert.match(shown.measured.heldSays ?? '', says);
    const measured = { ...shown.measured, request: null };
    const prices = { day: '2026-11-21', assumptions: {} };
    const findings = stackFindings(createCatalog().facts, target, scenario, measured, prices);
    const why = findings.cost.assumptions.find(({ name }) => name === 'capacity of a replica')?.why;
    assert.equal(why, shown.measured.heldSays);
    const [limit] = requirementsOf(scenario, 'Support').filter(({ kind }) => kind === 'monthly_limit_usd');
    assert.ok(limit);
    const { reason } = judgeRequirement(limit, scenario, observeTarget(windows, scenario, shown, findings));
    assert.ok(reason.endsWith(`; priced from ${why}`), reason);
  }
});

test('what a search sent at the peak says of the availability, and nothing that it sent elsewhere', () => {
  const { result, ...rest } = searched([
    [50, 'pass'],
    [100, 'fail'],
  ]);
  const facts = [3, 90].map((misses) => ({
    attempted: 100,
    misses: {},
    latency_p95_ms: null,
    saturated: false,
    contaminated: false,
    availability: { n: 100, misses },
  }));
  const nothing = { load: null, availability: null, loadRps: null, slice: null };
  const target = { label: 'own', provider: 'own', modelId: 'm' };
  const load = { request: null, goodFraction: null, heldRps: null, heldSays: null };
  const prices = { day: '2026-11-21', assumptions: {} };
  const seen = (throughput_rps: number) => {
    const scenario = { ...SCENARIO, slo_requirements: { throughput_rps } };
    const findings = stackFindings(createCatalog().facts, target, scenario, load, prices);
    const windows = { ...nothing, capacity: { ...rest, result, facts } };
    return observeTarget(windows, scenario, { latencies: {}, rate: null }, findings).availability;
  };
  assert.deepEqual(seen(50), { n: 100, misses: 3 });
  assert.equal(seen(70), undefined);
});

/** Requests at these times on one target, each answered after so many ms. */
function replayed(
  timesMs: readonly number[],
  latencyMs: number | ((request: number) => number),
  failed = 0,
  [lateMs, lateOnes] = [0, 0],
): MeasuredWindows {
  const requests = timesMs.map((at, i): LoadRequest => {
    const answeredMs = at + (typeof latencyMs === 'number' ? latencyMs : latencyMs(i));
    const sentMs = at + (i < lateOnes ? lateMs : 0);
    const ended = { firstMs: answeredMs, firstTextMs: answeredMs, lastMs: answeredMs, endedMs: answeredMs };
    const tokens = { inputTokens: null, outputTokens: null, cachedTokens: null, chunks: null };
    return {
      scheduledMs: at,
      calledMs: sentMs,
      sentMs,
      ...ended,
      ...tokens,
      outcome: (i * failed) % timesMs.length < failed ? 'failed' : 'answered',
    };
  });
  const figures = sliceFigures({ requests, steady: { fromMs: 0, toMs: (timesMs.at(-1) ?? 0) + 1 } });
  const window = {
    ...figures,
    contaminated: false,
    saturated: false,
    unpriced: 0,
    spent: NO_TOKENS_SPENT,
    generators: [],
    calls: { attempted: 0, answered: 0 },
  };
  return {
    benchmark: 'load/Support',
    target: 0,
    windows: [window],
    summary: summariseFigures([figures], 0.95),
    sessions: null,
    spent: NO_TOKENS_SPENT,
    voidTries: [],
    notMeasured: 0,
  };
}

const every = (gapMs: number, n: number) => Array.from({ length: n }, (_, i) => i * gapMs);

const slice = (arrivals: ArrivalProcess) => ({
  traffic: { loop: 'open' as const, arrivals, note: '' },
  warmupMs: 0,
});
const POISSON = slice({ kind: 'poisson', rateRps: 50 });
const OPEN_ENDED = { ...SCENARIO, slo_requirements: { throughput_rps: 50 } };

const replays: [string, number[], number, PlannedScenario, number | null, RegExp | null][] = [
  ['60 requests within 59 ms show no rate', every(1, 60), 5, SCENARIO, null, /lasts 0\.06 s/],
  ['nor does a moment', every(1e-300, 60), 5, SCENARIO, null, /at least 10 s are needed for a rate/],
  ['12 s at 50 a second show what was answered', every(20, 600), 5, SCENARIO, 599_000 / 11_981, null],
  ['a rate whose answers came late is not held', every(20, 600), 6000, OPEN_ENDED, 300_000 / 11_981, null],
  ['a rate that misses its limit is not held', every(20, 600), 6000, SCENARIO, null, null],
  [
    'a limit on a time that no answer tells shows no rate',
    every(20, 600),
    5,
    { ...SCENARIO, slo_requirements: { p95_tpot_ms: 50, throughput_rps: 50 } },
    null,
    /limit on token times, but no response contained them/,
  ],
];
for (const [what, times, latencyMs, scenario, held, why] of replays) {
  test(`a replay: ${what}`, () => {
    const load = replayed(times, latencyMs);
    const rps = ((times.length - 1) * 1000) / ((times.at(-1) ?? 0) - (times[0] ?? 0));
    const trace = slice({ kind: 'replay', timesMs: times, timeScale: 1 });
    const windows = { load, availability: null, capacity: null, loadRps: rps, slice: trace };
    const { rate, measured } = observeLoad(windows, scenario);
    assert.equal(rate?.highest_passed, held);
    assert.equal(measured.heldRps, held);
    assert.match(rate?.why_open ?? '', why ?? /^$/);
  });
}

/** Two slices of 600 requests each that take so long from the intended send; those of the second were sent so late. */
function twoSlices(lateMs: number, latencies: [number, number], failed: number): MeasuredWindows {
  const [first, second] = [
    replayed(every(20, 600), latencies[0]),
    replayed(every(20, 600), latencies[1], failed, [lateMs, 600]),
  ];
  const windows = [...first.windows, ...second.windows];
  return { ...first, windows, summary: summariseFigures(windows, 0.95) };
}

function judgeP95(load: MeasuredWindows, limit: number) {
  const scenario = { ...SCENARIO, slo_requirements: { p95_latency_ms: limit } };
  const windows = { load, availability: null, capacity: null, loadRps: 50, slice: POISSON };
  const { latencies, rate } = observeLoad(windows, scenario);
  const [requirement] = requirementsOf(scenario, 'Support');
  assert.ok(requirement);
  return { ...judgeRequirement(requirement, scenario, latencies), rate };
}

test('a request that missed a limit only for our lateness is left out, and one that missed it by itself counts', () => {
  const rows: [what: string, lateMs: number, [number, number], number, number, string, RegExp][] = [
    ['not late', 0, [50, 900], 0, 500, 'inconclusive', /^600 of 1,200 requests missed/],
    ['late, and slow by itself', 399, [50, 900], 0, 500, 'inconclusive', /^600 of 1,200 requests missed/],
    ['late, and slow for it', 400, [50, 900], 0, 500, 'pass', /^0 of 600 .*; 600 requests are left out/],
    ['late, and failed', 400, [50, 900], 600, 500, 'inconclusive', /^600 of 1,200 requests missed/],
    ['late, and quick for all that', 400, [900, 450], 0, 500, 'inconclusive', /^600 of 1,200/],
    ['late, with a larger limit', 400, [50, 900], 0, 1000, 'pass', /^0 of 1,200 [^;]*; at most 5 % may$/],
  ];
  for (const [what, lateMs, latencies, failed, limit, status, reason] of rows) {
    const found = judgeP95(twoSlices(lateMs, latencies, failed), limit);
    assert.equal(found.status, status, what);
    assert.match(found.reason, reason, what);
    // The percentile is that of the requests that count.
    if (/left out/.test(found.reason)) assert.equal(found.observed, latencies[0], what);
  }
});

test('where most requests are left out, a few that failed are not taken for all', () => {
  const rows: [failed: number, status: string, reason: RegExp][] = [
    [
      0,
      'unknown',
      /is not known: 600 requests are left out because this service sent them too late for the limit$/,
    ],
    [
      12,
      'inconclusive',
      /^12 of 12 requests missed [^;]*; at most 5 % may; 588 requests are left out because/,
    ],
    [60, 'fail', /^60 of 60 requests missed/],
  ];
  for (const [failed, status, reason] of rows) {
    const found = judgeP95(replayed(every(20, 600), 900, failed, [400, 600]), 500);
    assert.equal(found.status, status, `${failed}`);
    assert.match(found.reason, reason);
    assert.equal(found.samples_needed, null);
    assert.equal(found.rate?.highest_passed ?? null, null);
    if (failed === 0) assert.match(found.rate?.why_open ?? '', /sent every request too late/);
  }
});

test('a load that shows no rate says what was sent and answered, and each requirement under it that it ended early', () => {
  const judged = (load: MeasuredWindows, kind: string) => {
    const scenario = { ...SCENARIO, slo_requirements: { throughput_rps: 50, availability: 0.9 } };
    const windows = { load, availability: null, capacity: null, loadRps: 50, slice: POISSON };
    const { latencies, rate, measured } = observeLoad(windows, scenario);
    const target = { label: 'own', provider: 'own', modelId: 'm' };
    const prices = { day: '2026-11-21', assumptions: {} };
    const findings = stackFindings(
      createCatalog().facts,
      target,
      scenario,
      { ...measured, request: null },
      prices,
    );
    const requirement = requirementsOf(scenario, 'Support').find((one) => one.kind === kind);
    assert.ok(requirement);
    return judgeRequirement(
      requirement,
      scenario,
      observeTarget(windows, scenario, { latencies, rate }, findings),
    );
  };
  const few = replayed(every(20, 20), 50);
  const open = judged(few, 'throughput_rps');
  assert.equal(open.status, 'inconclusive');
  assert.match(open.reason, /; [\d.]+ requests a second were sent and [\d.]+ answered$/);
  const [window] = few.windows;
  assert.ok(window);
  const cut = { ...few, windows: [{ ...window, saturated: true }] };
  for (const [kind, status] of [
    ['throughput_rps', 'fail'],
    ['availability', 'inconclusive'],
  ] as const) {
    const found = judged(cut, kind);
    assert.equal(found.status, status, kind);
    assert.match(
      found.reason,
      /; the load ended early, because the number of concurrent requests only grew$/,
      kind,
    );
    assert.doesNotMatch(judged(few, kind).reason, /ended early/, kind);
  }
});

const BURSTY = slice({ kind: 'gamma', rateRps: 50, cv: 3 });
const SPIKY = slice({
  kind: 'spiky',
  baseRps: 5,
  multiplier: 10,
  spikeMs: 4000,
  everyMs: 12_000,
  firstAtMs: 4000,
});
const CLOSED = { traffic: { loop: 'closed' as const, users: 50, thinkMs: 0, note: '' }, warmupMs: 0 };

/** Four seconds at 5 a second, four at 50, four at 5. */
const spike = every(20, 600).filter((at) => (at >= 4000 && at < 8000) || at % 200 === 0);

const carried: [
  what: string,
  sent: typeof POISSON | typeof CLOSED,
  load: MeasuredWindows,
  highest: number,
  status: string,
  reason: RegExp,
][] = [
  [
    'as much as was asked',
    POISSON,
    replayed(every(20, 600), 5),
    50,
    'pass',
    /^every limit held; target rate 50 requests a second, sent 50(\.\d+)? and answered (50|49\.\d+), a difference that random arrivals explain$/,
  ],
  [
    'a little less, as chance has it',
    POISSON,
    replayed(every(21, 600), 5),
    47.6,
    'pass',
    /; target rate 50 requests a second, sent 47\.\d+ and answered 47\.\d+, a difference that random arrivals explain$/,
  ],
  [
    'half of it',
    POISSON,
    replayed(every(40, 600), 5),
    25,
    'inconclusive',
    /^every limit held at 2\d(\.\d+)? requests a second, and the result at every higher rate is undecided; significantly fewer requests were sent than/,
  ],
  [
    'three quarters of it in few bursts, as chance has it',
    BURSTY,
    replayed(every(27, 60), 5),
    37,
    'pass',
    /target rate 50 requests a second, sent 3\d/,
  ],
  [
    'three quarters of it without bursts',
    POISSON,
    replayed(every(27, 60), 5),
    37,
    'inconclusive',
    /fewer requests were sent/,
  ],
  [
    'half of it in more bursts than chance has',
    BURSTY,
    replayed(every(40, 120), 5),
    25,
    'inconclusive',
    /fewer requests were sent/,
  ],
  ['a spike at the rate', SPIKY, replayed(spike, 5), 50, 'pass', /target rate 50 requests a second$/],
  [
    'a spike that did not come',
    SPIKY,
    replayed(every(100, 120), 5),
    25,
    'inconclusive',
    /fewer requests were sent/,
  ],
  [
    'all of it, and this service sent it seconds late',
    POISSON,
    replayed(every(20, 600), 7000, 0, [6000, 600]),
    41.7,
    'inconclusive',
    /fewer requests were sent/,
  ],
  [
    'all of it, and the target answers 40 a second',
    POISSON,
    replayed(every(20, 600), (request) => request * 5),
    40,
    'inconclusive',
    /fewer requests ended per second/,
  ],
  [
    'answers that each take a while',
    POISSON,
    replayed(every(20, 600), 4000),
    50,
    'pass',
    /^every limit held; target rate 50/,
  ],
  [
    'a closed loop, whose rate is what came of it',
    CLOSED,
    replayed(every(25, 600), 5),
    40,
    'inconclusive',
    /^every limit held at 4\d(\.\d+)? requests a second, and the result at every higher rate is undecided/,
  ],
];
for (const [what, sent, load, highest, status, reason] of carried) {
  test(`a load shows the rate that it carried: ${what}`, () => {
    const scenario = { ...SCENARIO, slo_requirements: { p95_latency_ms: 20_000, throughput_rps: 50 } };
    const windows = { load, availability: null, capacity: null, loadRps: 50, slice: sent };
    const { rate, measured } = observeLoad(windows, scenario);
    assert.ok(Math.abs((rate?.highest_passed ?? 0) - highest) < highest / 50, `${rate?.highest_passed}`);
    assert.equal(measured.heldRps, rate?.highest_passed);
    const requirement = requirementsOf(scenario, 'Support').find(({ kind }) => kind === 'throughput_rps');
    assert.ok(requirement && rate);
    const found = judgeRequirement(requirement, scenario, { throughput: rate });
    assert.equal(found.status, status, found.reason);
    assert.match(found.reason, reason);
    assert.equal(found.observed, status === 'pass' ? 50 : rate.highest_passed);
  });
}

test('without a latency limit a rate holds when as many are answered as the availability says, else 99 %', () => {
  const rows: [
    availability: number | undefined,
    failed: number,
    held: number | null,
    missed: number | null,
  ][] = [
    [undefined, 0, 50, null],
    [undefined, 60, null, 50],
    [0.8, 60, 50, null],
    [50, 60, 50, null],
    [0.8, 300, null, 50],
  ];
  for (const [availability, failed, held, missed] of rows) {
    const slo_requirements = { throughput_rps: 50, ...(availability !== undefined && { availability }) };
    const load = replayed(every(20, 600), 5, failed);
    const windows = { load, availability: null, capacity: null, loadRps: 50, slice: POISSON };
    const { rate } = observeLoad(windows, { ...SCENARIO, slo_requirements });
    assert.deepEqual(
      [rate?.accepted_rps ?? null, rate?.lowest_failed],
      [held, missed],
      `${availability}, ${failed}`,
    );
  }
});

function rateOf(capacity: MeasuredCapacity) {
  const none = { load: null, availability: null, loadRps: null, slice: null };
  return observeLoad({ ...none, capacity }, SCENARIO).rate;
}
