import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import vectors from '../../../test/fixtures/slo-cost.json' with { type: 'json' };
import { assertClose, PROPERTY_RUN } from '../../../test/support/assert-close.ts';
import { rationalToNumber } from '../../kernel/rational.ts';
import {
  checkCertificate,
  checkRegions,
  createCatalog,
  type StackParts,
  stackCost,
  stackLockIn,
} from '../../models/catalog/catalog.ts';
import {
  chooseCandidate,
  DECISION_CRITERIA,
  DEFAULT_WEIGHTS,
  dominates,
  type EligibleCandidate,
} from './choose.ts';
import { type Amount, type Cost, latencyEvidence, type ObservedCandidate } from './observed.ts';
import { type Candidate, decideVerdict, definitionProblems, limitComparisons, limitMetrics } from './slo.ts';
import type { StatedRequirements } from './slo-limits.ts';

const NOTHING: StatedRequirements = {
  slo_requirements: {},
  budget: {},
  compliance: {},
  vendor_lock_in_tolerance: null,
};
const sure = (value: number): Amount => ({ value, low: value, high: value });
const costs = (value: Amount): Cost => ({ known: true, value });
const { verdict, rank_reversal } = vectors.decision;

const BAR: StatedRequirements = {
  ...NOTHING,
  slo_requirements: { p95_latency_ms: verdict.slo_p95_ms },
  budget: { cost_per_1k_requests_usd: verdict.limit_cost_per_1k },
  compliance: { certifications: ['SOC 2'] },
};

/** The five stacks of the reference, with enough requests to decide their latency either way. */
const CANDIDATES: Candidate[] = verdict.stacks.map(({ id, p95, cost_1k, quality, lock, constraints }) => ({
  label: id,
  quality: { score: sure(quality), floor: verdict.quality_floor },
  observed: {
    peak: {
      p95: {
        n: 1000,
        misses: constraints.slo === 'pass' ? 0 : 400,
        observed: p95,
        ci_low: p95,
        ci_high: p95,
      },
      per_1k_usd: costs(sure(cost_1k)),
      certifications: {
        'SOC 2': {
          requirement: 'SOC 2',
          status: constraints.compliance as 'pass' | 'unknown',
          findings: [],
          assumptions: [],
          missing:
            constraints.compliance === 'pass' ? [] : [{ fact: 'whether it is held', add: '/providers/-' }],
        },
      },
      lock_in: { score: lock, at_least: lock, lines: [], assumptions: [], missing: [] },
    },
  },
}));
const decide = (
  more: { weights?: typeof DEFAULT_WEIGHTS; candidates?: Candidate[]; bar?: StatedRequirements } = {},
) =>
  decideVerdict({
    candidates: more.candidates ?? CANDIDATES,
    scenarios: [{ label: 'peak', scenario: more.bar ?? BAR }],
    ...(more.weights && { weights: more.weights }),
    seed: 1,
  });

describe('the verdict of the reference', () => {
  const [first] = decide({ weights: verdict.weights_1 }).scenarios;
  assert.ok(first);
  const scores = (of: typeof first) =>
    Object.fromEntries(of.order.map(({ label, score }) => [label, Number(score.toFixed(4))]));

  test('eligible, needs data, rejected, Pareto front', () => {
    assert.deepEqual(first.eligible, verdict.eligible);
    assert.deepEqual(
      first.needs_data.map(({ label }) => label),
      verdict.needs_data,
    );
    assert.deepEqual(
      first.rejected.map(({ label }) => label),
      verdict.rejected,
    );
    assert.deepEqual([...first.pareto_front].sort(), verdict.pareto);
    assert.deepEqual(first.order.find(({ label }) => label === 's3')?.dominated_by, ['s1']);
  });

  test('utilities and scores under both weightings', () => {
    assert.deepEqual(scores(first), verdict.scores_1);
    assert.equal(first.winner, 's2');
    for (const { label, utilities } of first.order) {
      for (const [name, value] of Object.entries(verdict.utilities[label as 's1'])) {
        assertClose(utilities[name as 'cost'], value, 4, `${label} ${name}`);
      }
    }
    const [second] = decide({ weights: verdict.weights_2 }).scenarios;
    assert.ok(second);
    assert.deepEqual(scores(second), verdict.scores_2);
    assert.equal(second.winner, 's1');
  });

  test('the share of weightings each wins', () => {
    for (const [label, share] of Object.entries(
      verdict.share_of_weightings_won_uniform_simplex_seed_dependent,
    )) {
      // 10,000 draws: three standard errors of 0.978 are 0.0044.
      assert.ok(Math.abs((first.share_of_weightings[label] ?? Number.NaN) - share) < 0.006, label);
    }
    assert.deepEqual(decide({ weights: verdict.weights_1 }).scenarios, [first]);
  });

  test('the smallest change of a weight that turns it', () => {
    const { flip } = first;
    assert.equal(flip?.winner, 's1');
    assert.equal(flip?.criterion, 'quality');
    const to = flip?.to ?? 0;
    const rest = (1 - to) / 0.6;
    const at = (quality: number) => ({ quality, latency: 0.2 * rest, cost: 0.3 * rest, lock_in: 0.1 * rest });
    const winner = (quality: number) => decide({ weights: at(quality) }).scenarios[0]?.winner;
    assert.deepEqual([winner(to - 1e-6), winner(to + 1e-6)], ['s2', 's1']);
  });

  test('is said in sentences, the answer first', () => {
    assert.deepEqual(first.sentences, [
      'Take s2. s1 and s3 answer better but cost more; s5 is too slow; s4 lacks data.',
      `By the measured values, s2 is first in about ${Math.round(100 * (first.share_of_weightings.s2 ?? 0))} % of all weightings of quality, latency, cost and lock-in.`,
      'With 75.7 % of the weight on quality instead of 40.0 %, s1 would be first.',
      'Unknown for s4: whether it is held.',
    ]);
    assert.deepEqual(first.needs_data[0]?.reasons, ['certificate SOC 2: not known: whether it is held']);
    assert.deepEqual(first.rejected[0]?.reasons, [
      'p95 latency: 400 of 1,000 requests missed the limit; at most 5 % may',
    ]);
  });
});

describe('no rank reversal', () => {
  const at = ({ cost, latency }: { cost: number; latency: number }) => ({
    cost: sure(Math.max(0, (20 - cost) / 20)),
    latency: sure(Math.max(0, (200 - latency) / 200)),
  });
  const half = { quality: 0, latency: 0.5, cost: 0.5, lock_in: 0 };
  const scoresOf = (labels: string) => {
    const candidates = [...labels].map((label) => ({
      label,
      utilities: at(rank_reversal.alternatives[label as 'A']),
    }));
    return Object.fromEntries(
      chooseCandidate(candidates, ['latency', 'cost'], half, 1).order.map(({ label, score }) => [
        label,
        score,
      ]),
    );
  };

  test('the scores of the reference, whoever else is there', () => {
    for (const labels of ['AB', 'ABC', 'ABD', 'ABCD']) {
      for (const [label, score] of Object.entries(scoresOf(labels))) {
        assertClose(score, rank_reversal.anchored_budget20_slo200[label as 'A'], 4, `${label} of ${labels}`);
      }
    }
  });

  const amount = fc
    .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 0.2, noNaN: true }))
    .map(
      ([value, spread]): Amount => ({
        value,
        low: Math.max(0, value - spread),
        high: Math.min(1, value + spread),
      }),
    );
  const utilities = fc.record(
    { quality: amount, latency: amount, cost: amount, lock_in: amount },
    { requiredKeys: [] },
  );
  const weight = fc.integer({ min: 0, max: 10 });
  const weights = fc.record({
    quality: weight,
    latency: weight,
    cost: weight,
    lock_in: fc.integer({ min: 1, max: 10 }),
  });

  test('another candidate never changes the order of the others; a loser changes neither winner nor ties', () => {
    const everything = fc.tuple(fc.array(utilities, { minLength: 1, maxLength: 6 }), utilities, weights);
    fc.assert(
      fc.property(everything, ([others, extra, given]) => {
        const candidates = others.map((one, i): EligibleCandidate => ({ label: `c${i}`, utilities: one }));
        const without = chooseCandidate(candidates, DECISION_CRITERIA, given, 1);
        const added = chooseCandidate(
          [...candidates, { label: 'x', utilities: extra }],
          DECISION_CRITERIA,
          given,
          1,
        );
        const rest = added.order.filter(({ label }) => label !== 'x');
        assert.deepEqual(
          rest.map(({ label, score }) => [label, score]),
          without.order.map(({ label, score }) => [label, score]),
        );
        const lost = added.winner !== 'x' && !added.tied.includes('x');
        if (lost) assert.deepEqual([added.winner, added.tied], [without.winner, without.tied]);
      }),
      { ...PROPERTY_RUN, numRuns: 100 },
    );
  });

  test('who is dominated and yet first shares the first place with who dominates', () => {
    fc.assert(
      fc.property(fc.tuple(fc.array(utilities, { minLength: 2, maxLength: 5 }), weights), ([all, given]) => {
        const candidates = all.map((one, i): EligibleCandidate => ({ label: `c${i}`, utilities: one }));
        const { order, tied, winner } = chooseCandidate(candidates, DECISION_CRITERIA, given, 1);
        for (const label of order.find((one) => one.label === winner)?.dominated_by ?? []) assert.fail(label);
        for (const label of order[0]?.dominated_by ?? []) assert.ok(tied.includes(label));
      }),
      { ...PROPERTY_RUN, numRuns: 100 },
    );
  });
});

describe('uncertainty', () => {
  const one = (label: string, quality: Amount, cost: Amount): EligibleCandidate => ({
    label,
    utilities: { quality, cost },
  });
  const range = (low: number, high: number): Amount => ({ value: (low + high) / 2, low, high });

  test('ranges that overlap are equal, so nobody dominates by them alone', () => {
    const a = one('a', range(0.7, 0.9), sure(0.5));
    const b = one('b', range(0.6, 0.8), sure(0.5));
    assert.ok(!dominates(a, b) && !dominates(b, a));
    const { winner, tied, pareto_front } = chooseCandidate([a, b], ['quality', 'cost'], DEFAULT_WEIGHTS, 1);
    assert.deepEqual([winner, tied, pareto_front], [null, ['a', 'b'], ['a', 'b']]);
  });

  test('what is better in one and equal in the rest dominates', () => {
    assert.ok(dominates(one('a', range(0.6, 0.8), sure(0.6)), one('b', range(0.7, 0.9), sure(0.5))));
  });

  test('a criterion that was not measured is no advantage and keeps the first place open', () => {
    const a = one('a', sure(0.5), sure(0.5));
    const unmeasured: EligibleCandidate = { label: 'b', utilities: { cost: sure(0.9) } };
    const { order, winner } = chooseCandidate([a, unmeasured], ['quality', 'cost'], DEFAULT_WEIGHTS, 1);
    assert.deepEqual([order[0]?.label, winner], ['a', null]);
  });

  test('weights that say nothing are refused', () => {
    const none = { quality: 0, latency: 0, cost: 0, lock_in: 1 };
    assert.throws(() => chooseCandidate([], ['quality'], none, 1), RangeError);
    assert.throws(() => chooseCandidate([], ['quality', 'lock_in'], { ...none, quality: -1 }, 1), RangeError);
  });
});

describe('budgets', () => {
  test('the reference: the month passes, the 1,000 requests do not', () => {
    const { monthly, limit, cost_per_1k, limit_per_1k, expect } = vectors.cost.budget_verdict;
    const bar = { ...NOTHING, budget: { monthly_limit_usd: limit, cost_per_1k_requests_usd: limit_per_1k } };
    const observed = {
      monthly_usd: costs(sure(Number(monthly))),
      per_1k_usd: costs(sure(Number(cost_per_1k))),
    };
    const { requirements } = decide({
      bar,
      candidates: [{ label: 'a', quality: null, observed: { peak: observed } }],
    });
    assert.deepEqual(
      requirements.map(({ status }) => status),
      [expect.monthly, expect.per_1k],
    );
    assertClose(requirements[1]?.margin, (limit_per_1k - Number(cost_per_1k)) / limit_per_1k, 10);
  });
});

const EVERYTHING: StatedRequirements = {
  slo_requirements: {
    p50_latency_ms: 500,
    p95_latency_ms: 1000,
    p99_latency_ms: 2000,
    throughput_rps: 40,
    availability: 99.9,
  },
  budget: { monthly_limit_usd: 1000, cost_per_1k_requests_usd: 1 },
  compliance: { regions: ['EU'], certifications: ['SOC 2', 'ISO 27001'] },
  vendor_lock_in_tolerance: 'low',
};
const alone = (observed: ObservedCandidate, bar = EVERYTHING) =>
  decide({ bar, candidates: [{ label: 'a', quality: null, observed: { peak: observed } }] });
const statuses = (observed: ObservedCandidate, bar?: StatedRequirements) =>
  Object.fromEntries(
    alone(observed, bar).requirements.map(({ requirement, status }) => [requirement, status]),
  );

const available = (n: number, succeeded: number, more: object = {}) => ({
  n,
  misses: n - succeeded,
  ...more,
});

describe('every stated requirement', () => {
  test('is unknown while nothing was measured, and says what is missing and where it is added', () => {
    const { requirements, scenarios } = alone({});
    assert.equal(requirements.length, 11);
    for (const { status, missing } of requirements) {
      assert.equal(status, 'unknown');
      assert.ok(missing[0]?.fact && missing[0].add);
    }
    assert.deepEqual(scenarios[0]?.eligible, []);
    assert.match(scenarios[0]?.sentences[0] ?? '', /^Take none yet\. a lacks data\.$/);
  });

  test('by misses: pass, fail and inconclusive with how many more', () => {
    const latency = (misses: number) => ({ n: 1000, misses, observed: 1900, ci_low: 1800, ci_high: 2100 });
    const [pass, open, fail] = [4, 7, 16].map((misses) => alone({ p99: latency(misses) }).requirements[2]);
    assert.deepEqual([pass?.status, open?.status, fail?.status], ['pass', 'inconclusive', 'fail']);
    assert.ok((open?.samples_needed ?? 0) > 0);
    assert.match(
      open?.reason ?? '',
      /7 of 1,000 requests missed the limit; at most 1 % may; about 2,261 more would decide/,
    );
    assertClose(pass?.margin, 0.05, 10);
  });

  test('throughput by what held and what did not', () => {
    const held = (highest_passed: number | null, lowest_failed: number | null) =>
      statuses({ throughput: { highest_passed, lowest_failed } }).throughput_rps;
    assert.deepEqual(
      [held(40, 50), held(30, 40), held(30, 50), held(null, null)],
      ['pass', 'fail', 'inconclusive', 'inconclusive'],
    );
    assert.equal(statuses({}).throughput_rps, 'unknown');
  });

  test('a throughput that is not decided says what was seen beside it, and what to do', () => {
    const reason = (highest_passed: number | null, lowest_failed: number | null) =>
      alone({ throughput: { highest_passed, lowest_failed } }).requirements.find(
        ({ requirement }) => requirement === 'throughput_rps',
      )?.reason ?? '';
    const end = '; measure 40 requests a second with more requests';
    const rows: [number | null, number | null, string][] = [
      [
        30,
        50,
        `every limit held at 30 requests a second, and a limit was missed at 50 requests a second${end}`,
      ],
      [
        30,
        null,
        `every limit held at 30 requests a second, and the result at every higher rate is undecided${end}`,
      ],
      [
        null,
        50,
        `a limit was missed at 50 requests a second, and the result at every lower rate is undecided${end}`,
      ],
    ];
    for (const [passed, failed, expected] of rows) assert.equal(reason(passed, failed), expected);
  });

  test('availability by failed requests; a percentage is read as one', () => {
    const of = (attempted: number, succeeded: number) =>
      statuses({ availability: available(attempted, succeeded) }).availability;
    assert.deepEqual([of(2995, 2995), of(1000, 1000), of(1000, 990)], ['pass', 'inconclusive', 'fail']);
    const perfect = { ...NOTHING, slo_requirements: { availability: 1 } };
    assert.equal(statuses({ availability: available(10, 10) }, perfect).availability, 'inconclusive');
    assert.equal(statuses({ availability: available(10, 9) }, perfect).availability, 'fail');
  });

  test('the interval of an availability is wider where failures follow each other', () => {
    const width = (effective: number) => {
      const found = alone({ availability: available(1000, 990, { effective }) }).requirements.find(
        ({ kind }) => kind === 'availability',
      );
      return (found?.ci_high ?? 0) - (found?.ci_low ?? 0);
    };
    assert.ok(width(200) > 2 * width(1000), `${width(200)} and ${width(1000)}`);
  });

  test('misses that follow each other count as the independent ones they are worth', () => {
    const latency = (effective: number) =>
      alone({ p99: { n: 1000, misses: 4, effective, observed: 1900, ci_low: 1800, ci_high: 2100 } })
        .requirements[2];
    assert.equal(latency(1000)?.status, 'pass');
    const fewer = latency(400);
    assert.equal(fewer?.status, 'inconclusive');
    assert.match(
      fewer?.reason ?? '',
      /the misses came in clusters, so they count as 400 independent requests/,
    );
    assert.ok((fewer?.samples_needed ?? 0) > 0);
  });

  test('what an exhausted account did not answer is not measured, and never a miss', () => {
    const nothing = {
      n: 0,
      misses: 0,
      observed: null,
      ci_low: null,
      ci_high: null,
      refused: 'the account of the model is exhausted',
    };
    const [found] = alone({ p50: nothing }).requirements;
    assert.equal(found?.status, 'unknown');
    assert.match(found?.reason ?? '', /account of the model is exhausted/);
    const some = alone({ p99: { ...nothing, n: 200, observed: 10 } }).requirements[2];
    assert.equal(some?.status, 'inconclusive');
    assert.match(some?.reason ?? '', /the rest was refused: the account of the model is exhausted/);
    assert.equal(
      statuses({ availability: available(0, 0, { refused: 'no credit' }) }).availability,
      'unknown',
    );
  });

  test('a load that ended early says so with what it missed', () => {
    const all = { n: 158, misses: 158, observed: 900, ci_low: 800, ci_high: null, ended_early: true };
    const [found] = alone({ p50: all }).requirements;
    assert.equal(found?.status, 'fail');
    assert.equal(
      found?.reason,
      '158 of 158 requests missed the limit; at most 50 % may; the load ended early, because the number of concurrent requests only grew',
    );
  });

  test('a limit that what was answered holds is said to be missed by what was not', () => {
    const runs = [
      {
        latencies: Float64Array.from({ length: 60 }, (_, i) => (i % 3 ? 38 : Infinity)),
        lags: new Float64Array(60),
      },
    ];
    const found = alone({ p95: latencyEvidence(runs, ['p95', 1000]) }).requirements[1];
    assert.deepEqual([found?.status, found?.observed, found?.unanswered_share], ['fail', 38, 1 / 3]);
    assert.match(
      found?.reason ?? '',
      /^20 of 60 requests missed the limit.*: 33\.3 % of the requests were not answered; at most 5 % may/,
    );
  });

  test('an uncertain cost across the limit is inconclusive', () => {
    const cost = (low: number, high: number) =>
      statuses({ per_1k_usd: costs({ value: 1, low, high }) }).cost_per_1k_requests_usd;
    assert.deepEqual([cost(0.8, 1), cost(0.9, 1.1), cost(1.1, 1.2)], ['pass', 'inconclusive', 'fail']);
  });
});

describe('missing facts never pass', () => {
  const { facts } = createCatalog();
  const observe = (stack: StackParts): ObservedCandidate => {
    const cost = stackCost({
      facts,
      stack,
      load: { peak_rps: 40, peak_to_mean: 1, tokens: { input: 1000, output: 200 } },
      measured: { replica_rps: 12, good_fraction: null },
      day: '2026-11-21',
    });
    const amount = (value: typeof cost.monthly_usd): Cost =>
      value === null ? { known: false, missing: cost.missing } : costs(sure(rationalToNumber(value)));
    return {
      monthly_usd: amount(cost.monthly_usd),
      per_1k_usd: amount(cost.per_1k_usd),
      regions: checkRegions(facts, stack, ['EU']),
      certifications: { 'SOC 2': checkCertificate(facts, stack, 'SOC 2') },
      lock_in: stackLockIn(facts, stack, { protocol: 'openai_compatible' }),
    };
  };
  const bar: StatedRequirements = {
    slo_requirements: {},
    budget: { monthly_limit_usd: 1e9, cost_per_1k_requests_usd: 1e6 },
    compliance: { regions: ['EU'], certifications: ['SOC 2'] },
    vendor_lock_in_tolerance: 'high',
  };
  const stack: StackParts = {
    provider: 'mistral',
    model_id: 'mistral-small-2603',
    framework: {},
    hardware: {},
  };
  const hosted = (region?: string): StackParts => ({
    ...stack,
    model_id: 'openai/gpt-oss-120b',
    hardware: { cloud_provider: 'gcp', gpu_type: 'H100', ...(region && { region }) },
  });
  const [COST, K, REGIONS, SOC] = [
    'monthly_limit_usd',
    'cost_per_1k_requests_usd',
    'regions',
    'certification: SOC 2',
  ];
  const LOCK = 'vendor_lock_in_tolerance';

  const cases: [string, StackParts, (string | undefined)[]][] = [
    ['nothing missing', stack, []],
    ['nothing missing, self-hosted', hosted('europe-west4'), []],
    ['an unknown provider', { ...stack, provider: 'nobody' }, [COST, K, REGIONS, SOC]],
    ['an unknown model, so no price', { ...stack, model_id: 'none' }, [COST, K, LOCK]],
    ['no region', hosted(), [COST, K, REGIONS]],
    ['a region nobody knows', hosted('mars-1'), [COST, K, REGIONS]],
    [
      'a certificate graded too weak',
      { ...stack, provider: 'cerebras', model_id: 'gpt-oss-120b' },
      [REGIONS, SOC],
    ],
    ['tracing nobody knows', { ...stack, framework: { tracing: 'SpySaaS' } }, [REGIONS, SOC, LOCK]],
  ];
  for (const [what, parts, expected] of cases) {
    test(what, () => {
      const { requirements, scenarios } = alone(observe(parts), bar);
      const unknown = requirements.filter(({ status }) => status === 'unknown');
      assert.deepEqual(
        unknown.map(({ requirement }) => requirement),
        expected,
      );
      const passed = requirements.filter(({ status }) => status === 'pass').length;
      assert.equal(passed, 5 - expected.length);
      for (const { missing, reason } of unknown) {
        assert.ok(missing.length > 0);
        for (const { fact, add } of missing) assert.ok(reason.includes(fact) && !reason.includes(add));
      }
      assert.equal(scenarios[0]?.eligible.length, expected.length === 0 ? 1 : 0);
      const said = scenarios[0]?.sentences.join('\n') ?? '';
      if (unknown.length > 0) assert.ok(said.includes(unknown[0]?.missing[0]?.fact ?? 'none'), said);
    });
  }
});

describe('when nobody passes', () => {
  test('the nearest is who misses by the least, with what would make it pass', () => {
    const slow = (label: string, p95: number): Candidate => ({
      label,
      quality: null,
      observed: { peak: { p95: { n: 1000, misses: 900, observed: p95, ci_low: p95, ci_high: p95 } } },
    });
    const bar = { ...NOTHING, slo_requirements: { p95_latency_ms: 1000 } };
    const [peak] = decide({ bar, candidates: [slow('far', 3000), slow('near', 1100)] }).scenarios;
    assert.deepEqual(
      peak?.nearest_misses.map(({ label, largest_violation: by }) => [label, by]),
      [
        ['near', 0.1],
        ['far', 2],
      ],
    );
    assert.match(
      peak?.nearest_misses[0]?.fixes[0] ?? '',
      /needs p95 latency of at most 1,000 ms; 900 of 1,000/,
    );
    assert.deepEqual([peak?.winner, peak?.order, peak?.share_of_weightings], [null, [], {}]);
  });

  test('who is merely unmeasured is never the nearest', () => {
    const slow: Candidate = {
      label: 'slow',
      quality: null,
      observed: { peak: { p95: { n: 1000, misses: 900, observed: 3000, ci_low: 3000, ci_high: 3000 } } },
    };
    const blank: Candidate = { label: 'blank', quality: null, observed: {} };
    const bar = { ...NOTHING, slo_requirements: { p95_latency_ms: 1000 } };
    const [peak] = decide({ bar, candidates: [blank, slow] }).scenarios;
    assert.deepEqual(
      peak?.nearest_misses.map(({ label, largest_violation: by }) => [label, by]),
      [
        ['slow', 2],
        ['blank', null],
      ],
    );
  });

  test('lock-in names the change that would do', () => {
    const stack: StackParts = {
      provider: 'v',
      model_id: 'gpt-oss-120b',
      framework: { logging: 'pino', orchestration: 'n8n' },
      hardware: {},
    };
    const lock_in = stackLockIn(createCatalog().facts, stack, { protocol: 'openai_compatible' });
    const bar = { ...NOTHING, vendor_lock_in_tolerance: 'none' };
    const [requirement] = alone({ lock_in }, bar).requirements;
    assert.equal(requirement?.status, 'fail');
    assert.match(requirement?.reason ?? '', /a lock-in of 16, 15 is tolerated; it would pass with/);
  });
});

describe('the scenario as a bar', () => {
  test('its limits are its metrics', () => {
    assert.deepEqual(limitMetrics(EVERYTHING, 'peak'), {
      'load/peak/latency_p50_ms': 500,
      'load/peak/latency_p95_ms': 1000,
      'load/peak/latency_p99_ms': 2000,
      'load/peak/throughput_rps': 40,
      'availability/peak/success_rate': 0.999,
      'cost/peak/monthly_usd': 1000,
      'cost/peak/per_1k_requests_usd': 1,
      'lock_in/score': 30,
    });
  });

  test('a candidate against it: by how much, and who wins', () => {
    const { requirements } = decide();
    const s5 = limitComparisons(requirements).filter(({ target_a }) => target_a === 's5');
    assert.deepEqual(
      s5.map(({ metric, delta, winner }) => [metric, Number(delta.toFixed(6)), winner]),
      [
        ['load/peak/latency_p95_ms', 600, 'peak'],
        ['cost/peak/per_1k_requests_usd', -9.7, 's5'],
      ],
    );
  });
});

describe('a definition no verdict can come of', () => {
  const bar = (scenario: StatedRequirements) => [{ at: '/targets/1', label: 'peak', scenario }];

  test('a scenario that states nothing, at its target', () => {
    const [problem] = definitionProblems(bar(NOTHING), 1);
    assert.equal(problem?.pointer, '/targets/1/target_id');
    assert.match(problem?.detail ?? '', /"peak", which has no requirement; set a limit/);
    assert.equal(definitionProblems(bar({ ...NOTHING, vendor_lock_in_tolerance: 'whatever' }), 1).length, 1);
  });

  test('scenarios alone', () => {
    assert.match(
      definitionProblems(bar(EVERYTHING), 0)[0]?.detail ?? '',
      /contain only scenarios; add a stack or a model/,
    );
  });

  test('anything else is fine', () => {
    assert.deepEqual(definitionProblems(bar(EVERYTHING), 2), []);
    assert.deepEqual(definitionProblems([], 0), []);
  });
});
