import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../test/support/evaluation-service.ts';

const SCRIPT = {
  defaults: { answers: { kind: 'echo' } },
  models: {
    quick: { latency: { distribution: 'constant', ms: 5 } },
    slow: { latency: { distribution: 'constant', ms: 3000 } },
    exhausted: { quota_requests: 20 },
    wordy: { padding_tokens: 5000 },
    costly: {},
  },
} as const;

const PRICES = { costly: { input_usd_per_million: '10', output_usd_per_million: '10' } };

const SCENARIO = {
  name: 'Support',
  workload_type: 'classification',
  traffic_profile: 'steady',
  // Far from both: no busy machine takes one model for the other.
  slo_requirements: { p50_latency_ms: 1500, throughput_rps: 100 },
};

onEachDatabase('operational benchmarks', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), SCRIPT, { prices: PRICES });
  });
  after(() => service.stop());

  async function withScenario(fields: object = {}) {
    const workspaceId = await service.newWorkspace();
    const created = await service.call('POST', `/workspaces/${workspaceId}/scenarios`, {
      ...SCENARIO,
      ...fields,
    });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return { workspaceId, scenario: { target_type: 'scenario', target_id: created.body.id } };
  }

  test('load holds candidates against a scenario: who is quick passes, who is slow fails, and the verdict says so', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('quick'), mockTarget('slow'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 60 }],
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed', JSON.stringify(results?.warnings));
    const found = (label: string, requirement: string) =>
      results.requirements.find(
        (one: { target_label: string; requirement: string }) =>
          one.target_label === label && one.requirement === requirement,
      );
    assert.equal(found('quick', 'p50_latency_ms').status, 'pass');
    assert.equal(found('slow', 'p50_latency_ms').status, 'fail');
    assert.equal(found('quick', 'p50_latency_ms').n, 60);
    assert.equal(found('slow', 'throughput_rps').status, 'fail');
    const [verdict] = results.verdict;
    assert.deepEqual(verdict.eligible, ['quick']);
    assert.deepEqual(
      verdict.rejected.map(({ label }: { label: string }) => label),
      ['slow'],
    );
    assert.equal(verdict.winner, 'quick');
    const [quick, slow, bar] = results.target_results;
    assert.ok(quick.metrics['load/Support/latency_p50_ms'] < 1500);
    assert.ok(slow.metrics['load/Support/latency_p50_ms'] >= 3000);
    assert.equal(bar.target_label, 'Support');
    assert.equal(bar.metrics['load/Support/latency_p50_ms'], 1500);
    const against = results.comparisons.filter(
      ({ target_b }: { target_b: string }) => target_b === 'Support',
    );
    const onMedian = against.filter(
      ({ metric }: { metric: string }) => metric === 'load/Support/latency_p50_ms',
    );
    assert.deepEqual(
      onMedian.map(({ winner }: { winner: string }) => winner),
      ['quick', 'Support'],
    );
  });

  test('the requests of a window are in its sample, each with its intended time', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('quick'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 20 }],
    });
    const { results } = await service.ended(path);
    const samples = await service.samples(path);
    assert.equal(samples.length, 1);
    assert.equal(samples[0].outcome, 'measured');
    const { requests } = JSON.parse(samples[0].answer);
    const late = requests.sentMs.map((sent: number, i: number) => sent - requests.scheduledMs[i]);
    assert.ok(late.every((ms: number) => ms >= 0));
    const [report] = results.load;
    assert.equal(report.attempted, 20);
    assert.equal(
      report.latency_histogram.reduce((sum: number, { requests: n }: { requests: number }) => sum + n, 0),
      20,
    );
  });

  test('what follows from facts asks nobody, and a fact that is missing never passes and says where it belongs', async () => {
    const { workspaceId, scenario } = await withScenario({
      budget: { monthly_limit_usd: 100 },
      compliance: { regions: ['EU'], certifications: ['SOC 2'] },
      vendor_lock_in_tolerance: 'low',
    });
    const before = service.mock.stats().requests;
    const path = await service.start(workspaceId, {
      targets: [
        { target_type: 'model', model_provider: 'nobody', model_id: 'unheard-of', label: 'Unknown' },
        scenario,
      ],
      benchmarks: ['cost', 'compliance', 'lock_in'].map((benchmark_type) => ({ benchmark_type })),
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.equal(service.mock.stats().requests, before);
    assert.ok(results.requirements.length >= 6);
    for (const { requirement, status: answer, missing } of results.requirements) {
      assert.equal(answer, 'unknown', requirement);
      if (/budget|monthly|regions|certification|lock_in/.test(requirement)) {
        assert.ok(missing.length > 0, requirement);
        assert.ok(
          missing.every(({ add }: { add: string }) => add.length > 0),
          requirement,
        );
      }
    }
    assert.deepEqual(results.verdict[0].eligible, []);
    assert.equal(results.verdict[0].needs_data[0].label, 'Unknown');
  });

  test('answers that are all cut at the token limit are answers: the evaluation completes', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('wordy'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 20 }],
    });
    const { status, results } = await service.ended(path);
    assert.equal(results.load[0].outcomes.truncated, 20);
    assert.equal(status, 'completed');
  });

  test('quality and load run in one evaluation, and only quality has scores', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('quick'), scenario],
      benchmarks: [arithmetic(20), { benchmark_type: 'latency', num_samples: 12 }],
    });
    const { results } = await service.ended(path);
    assert.deepEqual(Object.keys(results.target_results[0].benchmark_scores), ['arithmetic']);
    assert.ok(results.target_results[0].metrics['latency/latency_p50_ms'] > 0);
    assert.deepEqual(
      results.coverage.map(({ benchmark }: { benchmark: string }) => benchmark),
      ['arithmetic'],
    );
    assert.equal(results.load[0].attempted, 12);
  });

  test('while tens of thousands of requests are sent a reading does not sum them up each time', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('quick'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 60_000 }],
    });
    let { body } = await service.call('GET', path);
    while (body.status === 'queued') ({ body } = await service.call('GET', path));
    assert.deepEqual([body.status, body.results], ['running', null]);
    assert.match(body.warnings.join(), /too many units to show results in between/);
    assert.equal((await service.call('POST', `${path}/cancel`)).body.status, 'cancelled');
  });

  test('load that is expected to cost more than max_cost_usd is not sent', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('costly'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 1000 }],
      methodology: { max_cost_usd: 0.1 },
    });
    const { status, stop_reason, error_message } = await service.ended(path);
    assert.deepEqual([status, stop_reason], ['failed', 'budget']);
    assert.match(error_message, /max_cost_usd does not cover/);
    assert.equal(service.requestsTo('costly'), 0);
  });

  test('an account that is exhausted ends the slices of its target, and not the evaluation', async () => {
    const { workspaceId, scenario } = await withScenario();
    const path = await service.start(workspaceId, {
      targets: [mockTarget('exhausted'), mockTarget('quick'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 40 }],
    });
    const { stop_reason, results } = await service.ended(path);
    assert.equal(stop_reason, 'quota');
    const outcomes = results.load.map(
      ({ target_label, outcomes: { quota } }: { target_label: string; outcomes: { quota: number } }) => [
        target_label,
        quota > 0,
      ],
    );
    assert.deepEqual(outcomes, [
      ['exhausted', true],
      ['quick', false],
    ]);
  });

  test('an estimate counts the requests of load and how long they take', async () => {
    const { workspaceId, scenario } = await withScenario();
    const definition = {
      name: 'E',
      targets: [mockTarget('quick'), scenario],
      benchmarks: [{ benchmark_type: 'load', num_samples: 1000 }],
    };
    const { status, body } = await service.call(
      'POST',
      `/workspaces/${workspaceId}/evaluations/estimate`,
      definition,
    );
    assert.equal(status, 200);
    assert.equal(body.targets[0].calls, 1000);
    assert.ok(body.duration_seconds >= 10 && body.duration_seconds < 30, String(body.duration_seconds));
    assert.doesNotMatch(body.assumptions.join(), /capacity/);
    const benchmarks = [{ benchmark_type: 'load', subset: 'capacity', num_samples: 1000 }];
    const search = await service.call('POST', `/workspaces/${workspaceId}/evaluations/estimate`, {
      ...definition,
      benchmarks,
    });
    assert.match(search.body.assumptions.join(), /A search for capacity is counted nowhere/);
  });

  const refused: [string, object, object[], string, RegExp][] = [
    ['scenarios alone', {}, [], '/targets', /scenarios alone/],
    [
      'load without the rate of a peak',
      { slo_requirements: { p50_latency_ms: 9 } },
      [mockTarget('quick')],
      '/benchmarks/0/benchmark_type',
      /throughput_rps/,
    ],
    [
      'load by the times of a trace',
      { traffic_profile: 'replay' },
      [mockTarget('quick')],
      '/benchmarks/0/benchmark_type',
      /trace/,
    ],
    [
      'a scenario that demands nothing',
      { slo_requirements: {} },
      [mockTarget('quick')],
      '/targets/1/target_id',
      /states no requirement/,
    ],
  ];
  for (const [what, fields, candidates, pointer, detail] of refused) {
    test(`${what} is refused, with the reason`, async () => {
      const { workspaceId, scenario } = await withScenario(fields);
      const { status, body } = await service.post(workspaceId, {
        targets: [...candidates, scenario],
        benchmarks: [{ benchmark_type: 'load', num_samples: 20 }],
      });
      assert.equal(status, 422, JSON.stringify(body));
      assert.equal(body.errors[0].pointer, pointer);
      assert.match(`${body.detail} ${body.errors[0].detail}`, detail);
    });
  }

  test('load without a scenario is refused', async () => {
    const { status, body } = await service.post(await service.newWorkspace(), {
      targets: [mockTarget('quick')],
      benchmarks: [{ benchmark_type: 'load', num_samples: 20 }],
    });
    assert.equal(status, 422);
    assert.match(body.detail, /target_type scenario/);
  });
});
