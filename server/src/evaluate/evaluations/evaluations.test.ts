import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { points } from '@touchstone/report/figures';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { until } from '../../../test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const SCRIPT = {
  models: {
    good: { answers: { kind: 'solver', accuracy: 0.9 } },
    fair: { answers: { kind: 'solver', accuracy: 0.6 } },
    quick: { latency: { distribution: 'constant', ms: 20 } },
    slow: { latency: { distribution: 'constant', ms: 400 } },
  },
} as const;
const PRICES = { good: { input_usd_per_million: '1', output_usd_per_million: '2' } };

const two = (samples = 5) => ({
  targets: [mockTarget('good'), mockTarget('fair')],
  benchmarks: [arithmetic(samples)],
});

onEachDatabaseInFull('evaluations', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    const provider = { max_concurrency: 8, prices: PRICES, models: ['good', 'fair', 'quick', 'slow'] };
    service = await startEvaluationService(await place(), SCRIPT, provider);
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const at = () => `/workspaces/${workspaceId}/evaluations`;

  async function newStack(body: object): Promise<string> {
    const created = await service.call('POST', `/workspaces/${workspaceId}/stacks`, { name: 'S', ...body });
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body.id;
  }

  test('candidates that are asked to be no worse are planned, judged and recorded by their margins', async () => {
    const methodology = {
      question: 'no_worse',
      baseline: 'good',
      no_worse_margins: { score: 0.15 },
    } as const;
    const definition = { name: 'No worse', ...two(120), methodology };
    const estimate = await service.call('POST', `${at()}/estimate`, definition);
    assert.equal(estimate.status, 200, JSON.stringify(estimate.body));
    const [planned, ...others] = estimate.body.no_worse;
    assert.deepEqual(
      [planned.measure, planned.benchmark, planned.n, others.length],
      ['score', 'arithmetic', 120, 0],
    );
    assert.ok(planned.power > 0.9 && planned.n_needed < 120, JSON.stringify(planned));
    const { path, evaluation } = await service.run(definition);
    const { no_worse, overall_summary } = evaluation.results;
    assert.equal(no_worse.baseline, 'good');
    assert.deepEqual(
      no_worse.candidates.map(({ target_label, outcome }: Body) => [target_label, outcome]),
      [['fair', 'worse']],
    );
    const [measure] = no_worse.measures;
    assert.ok(measure.ci_high < -0.15 && measure.p_worse < 0.05, JSON.stringify(measure));
    assert.match(overall_summary, /^fair is worse than good in the score on arithmetic\./);
    const manifest = (await service.call('GET', `${path}/manifest`)).body;
    const { question, baseline, no_worse_margins } = manifest;
    assert.deepEqual({ question, baseline, no_worse_margins }, methodology);
    const { body: plain } = await service.call('POST', `${at()}/estimate`, { name: 'Plain', ...two(20) });
    assert.equal(plain.no_worse, undefined);
  });

  test('one that was created is queued, at its Location, as it was given', async () => {
    const given = { name: 'First', description: 'why', ...two(), methodology: { confidence_level: 95 } };
    const { status, headers, body } = await service.post(workspaceId, given);
    assert.equal(status, 201);
    assert.equal(headers.get('location'), `${at()}/${body.id}`);
    assert.equal(headers.get('etag'), '"1"');
    const { id, created_at, updated_at, warnings, ...rest } = body;
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.equal(created_at, updated_at);
    assert.deepEqual(warnings, [
      'arithmetic has 5 items; with fewer than 15, neither a winner nor a tie is named.',
    ]);
    assert.deepEqual(rest, {
      workspace_id: workspaceId,
      evaluation_type: 'benchmark',
      custom_eval: null,
      status: 'queued',
      progress_percent: 0,
      started_at: null,
      completed_at: null,
      error_message: null,
      results: null,
      ...given,
    });
    const { results } = await service.ended(`${at()}/${id}`);
    assert.equal(results.methodology.confidence_level, 0.95);
  });

  test('what was left out of the methodology has the documented defaults', async () => {
    const { evaluation } = await service.run(two());
    assert.deepEqual(evaluation.methodology, {});
    assert.deepEqual(evaluation.results.methodology, {
      sample_size: 100,
      confidence_level: 0.95,
      random_seed: 0,
      epochs: 1,
      margin: 0.05,
      correction: 'holm',
      max_cost_usd: null,
      concurrency: 16,
      request_timeout_ms: 120_000,
      cache: true,
    });
  });

  test('every pair of targets is compared on every metric, and of many targets metrics of the run have their range too', async () => {
    for (const [count, pairs] of [
      [4, 6],
      [6, 15],
    ] as const) {
      const targets = Array.from({ length: count }, (_, i) => mockTarget(i % 2 ? 'good' : 'fair', `t${i}`));
      const { evaluation } = await service.run({
        targets,
        benchmarks: [arithmetic(20)],
        methodology: { cache: false },
      });
      const { comparisons, metric_ranges, target_results } = evaluation.results;
      const describing = comparisons.filter(
        ({ reason }: { reason: string }) => reason === 'describes_the_run',
      );
      assert.equal(comparisons.length - describing.length, pairs);
      if (count === 4) {
        assert.ok(describing.length >= 4 * pairs);
        assert.equal(metric_ranges, undefined);
        continue;
      }
      for (const { metric, lowest, highest, differences } of metric_ranges) {
        const values = target_results.flatMap(({ target_label, metrics }: Body) =>
          metrics[metric] === undefined ? [] : [{ target_label, value: metrics[metric] }],
        );
        const all = values.map(({ value }: Body) => value);
        assert.deepEqual([lowest.value, highest.value], [Math.min(...all), Math.max(...all)], metric);
        for (const end of [lowest, highest])
          assert.ok(
            values.some((one: Body) => one.target_label === end.target_label && one.value === end.value),
          );
        assert.equal(differences, (values.length * (values.length - 1)) / 2);
        assert.equal(describing.filter((one: Body) => one.metric === metric).length, differences, metric);
      }
      const ranged = metric_ranges.map(({ metric }: Body) => metric);
      for (const name of ['run/latency_p50_ms', 'run/output_tokens_mean', 'run/coverage'])
        assert.ok(ranged.includes(name), `${name} of ${ranged}`);
    }
  });

  test('max_concurrency bounds the calls in flight, and the start must not be above it', async () => {
    const most = async (methodology: object) => {
      const { stats } = service.mock;
      service.mock.reset();
      const targets = [mockTarget('quick'), mockTarget('quick', 'too')];
      const benchmarks = [arithmetic(60)];
      const { evaluation } = await service.run({
        targets,
        benchmarks,
        methodology: { cache: false, ...methodology },
      });
      assert.equal(evaluation.status, 'completed');
      return { most: stats().max_in_flight, methodology: evaluation.results.methodology };
    };
    const bounded = await most({ max_concurrency: 3 });
    assert.equal(bounded.most, 3);
    assert.deepEqual([bounded.methodology.concurrency, bounded.methodology.max_concurrency], [3, 3]);
    const stated = await most({ concurrency: 2 });
    assert.deepEqual([stated.most, stated.methodology.max_concurrency], [2, 2]);
    const { status, body } = await service.post(workspaceId, {
      ...two(),
      methodology: { concurrency: 5, max_concurrency: 4 },
    });
    assert.deepEqual([status, body.errors[0].pointer], [422, '/methodology/max_concurrency']);
    assert.match(body.errors[0].detail, /is 5, above max_concurrency 4/);
  });

  test('a stack is asked with its own model, temperature and max_tokens, under its name', async () => {
    const model = { provider: 'mock', model_id: 'good', temperature: 0.5, max_tokens: 50 };
    const target_id = await newStack({ name: 'Ours', model });
    const path = await service.start(workspaceId, {
      targets: [{ target_type: 'stack', target_id: target_id.toUpperCase() }],
      benchmarks: [arithmetic(3)],
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.equal(results.target_results[0].target_label, 'Ours');
    assert.deepEqual(results.comparisons, []);
  });

  test('beside each interval stands one for all comparisons together, which agrees with the outcome', async () => {
    const { path, evaluation } = await service.run({
      targets: [mockTarget('good'), mockTarget('fair'), mockTarget('fair', 'again'), mockTarget('slow')],
      benchmarks: [arithmetic(60)],
      methodology: { concurrency: 64 },
    });
    const all = evaluation.results.comparisons;
    const compared = all.filter(({ metric }: { metric: string }) => metric === 'arithmetic');
    assert.equal(compared.length, 6);
    for (const { target_a, winner, ci_low, ci_high, family_size, simultaneous_interval: among } of compared) {
      assert.equal(family_size, 6);
      assert.ok(Math.abs(among.level - (1 - 0.05 / 6)) < 1e-12);
      assert.ok(among.ci_high - among.ci_low > ci_high - ci_low || among.rests_on === 'holm');
      if (winner === 'tie' || winner === 'undecided') assert.ok(among.ci_low <= 0 && among.ci_high >= 0);
      else assert.ok(winner === target_a ? among.ci_low >= 0 : among.ci_high <= 0);
    }
    assert.ok(compared.some(({ winner }: { winner: string }) => winner === 'good'));
    const report = await (await fetch(`${service.url}${path}/export?format=html`)).text();
    assert.match(report, /Simultaneous<\/th>/);
    for (const { simultaneous_interval: among } of compared)
      assert.ok(report.includes(`${points(among.ci_low)} to ${points(among.ci_high)}`));
  });

  test('another word as evaluation_type is kept, with a warning', async () => {
    const { body } = await service.post(workspaceId, { ...two(20), evaluation_type: 'vibes' });
    assert.equal(body.evaluation_type, 'vibes');
    assert.match(body.warnings.join(), /evaluation_type "vibes" is not one of/);
  });

  test('a budget that some models have no price for is a warning', async () => {
    const { body } = await service.post(workspaceId, { ...two(20), methodology: { max_cost_usd: 1 } });
    assert.match(body.warnings.join(), /without one: fair\./);
  });

  test('the whole object just read is a patch, also while it runs, and only name and description change', async () => {
    const path = await service.start(workspaceId, {
      targets: [mockTarget('slow')],
      benchmarks: [arithmetic(40)],
    });
    const read = await until(async () => {
      const { body } = await service.call('GET', path);
      return body.status !== 'queued' && body;
    });
    assert.equal(read.status, 'running');
    const patched = await service.call('PATCH', path, { ...read, name: 'Second', description: null });
    assert.equal(patched.status, 200);
    assert.equal(patched.body.name, 'Second');
    assert.deepEqual(patched.body.targets, read.targets);
    assert.doesNotMatch(JSON.stringify(patched.body.warnings ?? []), /cannot/);
    const other = await service.call('PATCH', path, {
      ...read,
      targets: [],
      status: 'completed',
      results: null,
    });
    assert.equal(other.status, 200);
    assert.match(other.body.warnings.join(), /targets cannot/);
    assert.equal(other.body.status, 'running');
    const wrong = await service.call('PATCH', path, { id: NOWHERE, colour: 1 });
    assert.equal(wrong.status, 400);
    await service.call('POST', `${path}/cancel`);
  });

  test('the ETag counts changes by users only; a stale If-Match is 412 on PATCH and DELETE', async () => {
    const path = await service.start(workspaceId, two());
    assert.equal(
      (await service.call('PATCH', path, { name: 'B' }, { 'if-match': '"1"' })).headers.get('etag'),
      '"2"',
    );
    await service.ended(path);
    assert.equal((await service.call('GET', path)).headers.get('etag'), '"2"');
    const stale = { 'if-match': '"1"' };
    assert.equal((await service.call('PATCH', path, { name: 'C' }, stale)).status, 412);
    assert.equal((await service.call('DELETE', path, undefined, stale)).status, 412);
    assert.equal((await service.call('GET', path)).body.name, 'B');
    assert.equal((await service.call('DELETE', path, undefined, { 'if-match': '"2"' })).status, 204);
    assert.equal((await service.call('GET', path)).status, 404);
  });

  for (const items of [5, 1200]) {
    test(`the same Idempotency-Key creates one evaluation of ${items} items, also when sent at once`, async () => {
      const own = await service.newWorkspace();
      const body = {
        name: 'Once',
        targets: [mockTarget('slow')],
        benchmarks: [arithmetic(items, 'level-1')],
        methodology: { sample_size: 3 },
      };
      const key = { 'idempotency-key': `once-${items}` };
      const answers = await Promise.all([1, 2, 3].map(() => service.post(own, body, key)));
      const made = answers.filter(({ status }) => status === 201);
      assert.ok(made.length >= 1);
      assert.ok(answers.every(({ status }) => status === 201 || status === 409));
      const again = await service.post(own, body, key);
      assert.equal(again.status, 201);
      assert.equal(again.headers.get('idempotency-replayed'), 'true');
      assert.deepEqual(new Set([...made, again].map(({ body: { id } }) => id)).size, 1);
      const { data } = (await service.call('GET', `/workspaces/${own}/evaluations`)).body;
      assert.equal(data.length, 1);
      assert.equal((await service.post(own, { ...body, name: 'Other' }, key)).status, 422);
      await service.call('DELETE', `/workspaces/${own}/evaluations/${data[0].id}`);
    });
  }

  test('the list is newest first, filters by status, pages, and warns of an unknown status', async () => {
    const own = await service.newWorkspace();
    const path = `/workspaces/${own}/evaluations`;
    const done = await service.start(own, two());
    await service.ended(done);
    const running = await service.start(own, {
      targets: [mockTarget('slow')],
      benchmarks: [arithmetic(100)],
    });
    const ids = async (query: string) =>
      (await service.call('GET', `${path}${query}`)).body.data.map(
        ({ id }: { id: string }) => `${path}/${id}`,
      );
    assert.deepEqual(await ids(''), [running, done]);
    assert.deepEqual(await ids('?status=completed'), [done]);
    assert.deepEqual(await ids('?status=failed'), []);
    const { body: unknown } = await service.call('GET', `${path}?status=busy`);
    assert.deepEqual(unknown.data, []);
    assert.match(unknown.warnings.join(), /"busy"; known: queued, running, completed/);
    const { body: first } = await service.call('GET', `${path}?limit=1`);
    assert.equal(first.data.length, 1);
    assert.deepEqual(await ids(`?limit=1&cursor=${first.next_cursor}`), [done]);
    const { body: listed } = await service.call('GET', `${path}?status=completed`);
    assert.deepEqual(listed.data[0], (await service.call('GET', done)).body);
    await service.call('POST', `${running}/cancel`);
  });

  test('a list of summaries says what was found without the results', async () => {
    const own = await service.newWorkspace();
    const path = `/workspaces/${own}/evaluations`;
    const { body: scenario } = await service.call('POST', `/workspaces/${own}/scenarios`, {
      name: 'Peak',
      workload_type: 'chat',
      slo_requirements: { p95_latency_ms: 60_000 },
    });
    const { targets } = two();
    const under = { target_type: 'scenario', target_id: scenario.id };
    await service.ended(await service.start(own, { ...two(), targets: [...targets, under] }));
    const { results, custom_eval, ...rest } = (await service.call('GET', path)).body.data[0];
    const { body } = await service.call('GET', `${path}?results=summary`);
    const { overall_summary, provisional, cost, verdict } = results;
    const answers = verdict.map(({ scenario_label, answer }: { scenario_label: string; answer: string }) => ({
      scenario_label,
      answer,
    }));
    assert.equal(answers[0].scenario_label, 'Peak');
    assert.deepEqual(body.data, [
      {
        ...rest,
        results: null,
        custom_eval: null,
        result_summary: { overall_summary, provisional, cost_usd: cost.usd, verdict: answers },
      },
    ]);
    assert.equal((await service.call('GET', `${path}?results=all`)).status, 400);
  });

  test('an evaluation of another workspace is 404 on every address', async () => {
    const path = await service.start(workspaceId, two());
    const elsewhere = path.replace(workspaceId, await service.newWorkspace());
    for (const [method, suffix, body] of [
      ['GET', ''],
      ['PATCH', '', { name: 'X' }],
      ['DELETE', ''],
      ['POST', '/cancel'],
      ['POST', '/resume'],
      ['GET', '/samples'],
    ] as const) {
      assert.equal((await service.call(method, elsewhere + suffix, body)).status, 404, `${method} ${suffix}`);
    }
    assert.equal((await service.call('GET', path)).status, 200);
  });

  test('deleting the stack of an evaluation changes nothing of it', async () => {
    const model = { provider: 'mock', model_id: 'slow' };
    const target_id = await newStack({ name: 'Gone soon', model });
    const path = await service.start(workspaceId, {
      targets: [{ target_type: 'stack', target_id }],
      benchmarks: [arithmetic(20)],
    });
    assert.equal(
      (await service.call('DELETE', `/workspaces/${workspaceId}/stacks/${target_id}`)).status,
      204,
    );
    const { status, results, targets } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.equal(results.coverage[0].scored, 20);
    assert.equal(results.target_results[0].target_label, 'Gone soon');
    assert.equal(targets[0].target_id, target_id);
  });
});
