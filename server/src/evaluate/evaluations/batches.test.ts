import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { MockScriptInput } from '@touchstone/mock';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { pointers } from '../../../test/support/resource-behaviour.ts';
import { gradesReply, preferenceReply } from '../../../test/support/scripted-judge.ts';
import { until } from '../../../test/support/until.ts';

const PRICE = { input_usd_per_million: 2, output_usd_per_million: 8 };
const BATCH = { delivery: 'batch', cache: false };
/** One call costs more than 9,007 USD: in 10⁻¹² USD more than a number holds exactly. */
const DEAR = { input_usd_per_million: 400_000_000, output_usd_per_million: 0 };
const ITEMS = 20;
const ONE = { targets: [mockTarget('a')], benchmarks: [arithmetic(ITEMS)], methodology: BATCH };

for (const kind of ['openai', 'anthropic'] as const) {
  onEachDatabaseInFull(`evaluations in batches of ${kind}`, (place) => {
    let service: EvaluationService;

    before(async () => {
      const provider = {
        kind,
        prices: { a: PRICE, b: PRICE, judge: PRICE, dear: DEAR },
        batches: { max_requests: 8 },
      };
      service = await startEvaluationService(await place(), {}, provider, { 'batch-poll-ms': '10' });
    });
    beforeEach(() => service.mock.reset());
    after(() => service.stop());

    /** Runs with a script of the mock, from its start. */
    async function run(script: MockScriptInput, definition: object = ONE) {
      await service.mock.setScript(script);
      service.mock.reset();
      const ran = await service.run(definition);
      return { ...ran, samples: await service.samples(ran.path) };
    }

    const submitted = () => service.mock.batchStats()[kind];
    const batchesOf = async (path: string) => (await service.call('GET', `${path}/batches`)).body.data;

    test('answers come in another order, each once, at half the price, without a latency', async () => {
      const { path, evaluation, samples } = await run(
        { batches: { processing_ms: 200 } },
        { ...ONE, targets: [mockTarget('a'), mockTarget('b')] },
      );
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      assert.equal(samples.length, 2 * ITEMS);
      for (const { outcome, score, latency_ms, cost_usd, input_tokens, output_tokens, attempts } of samples) {
        assert.deepEqual(
          { outcome, score, latency_ms, attempts },
          { outcome: 'scored', score: 1, latency_ms: null, attempts: 1 },
        );
        assert.equal(cost_usd, Number(((input_tokens * 2 + output_tokens * 8) / 2e6).toFixed(12)));
      }
      assert.equal(service.mock.stats().repeated_requests, 0);
      assert.equal(submitted().submitted, 6);
      for (const { metrics } of evaluation.results.target_results)
        for (const name of Object.keys(metrics)) assert.doesNotMatch(name, /latency|per_second|throughput/);
      const batches = await batchesOf(path);
      assert.deepEqual(
        batches.map(({ requests }: { requests: number }) => requests).sort(),
        [4, 4, 8, 8, 8, 8],
      );
      for (const { state, submissions } of batches) assert.deepEqual([state, submissions], ['ended', 1]);
      const { body: manifest } = await service.call('GET', `${path}/manifest`);
      assert.equal(manifest.delivery, 'batch');
      assert.equal(manifest.targets[0].batch_price.price_factor, 0.5);
      assert.match(manifest.targets[0].batch_price.source, /^https:/);
      const html = await (await fetch(`${service.url}${path}/export?format=html`)).text();
      assert.match(html, /batches; latency was not measured/);
      assert.match(evaluation.warnings.join(' '), /no latency, throughput or availability is measured/);
    });

    test('what costs more than a number holds exactly is asked and shown like other requests', async () => {
      const { path, evaluation, samples } = await run({}, { ...ONE, targets: [mockTarget('dear')] });
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      const costs = samples.map(({ input_tokens, cost_usd }) => [cost_usd, input_tokens * 200]);
      for (const [cost, expected] of costs) assert.ok(Math.abs(cost / expected - 1) < 1e-12, `${cost}`);
      const sum = costs.reduce((total, [, expected]) => total + expected, 0);
      assert.ok(Math.abs(evaluation.results.cost.usd / sum - 1) < 1e-12, `${evaluation.results.cost.usd}`);
      assert.equal((await batchesOf(path)).length, 3);
    });

    test('requests that fail in a batch are asked in another one, as often as single calls', async () => {
      const { samples } = await run({ defaults: { error_rate: 0.4 } });
      assert.equal(samples.length, ITEMS);
      assert.ok(samples.some(({ attempts }) => attempts > 1));
      for (const { outcome, attempts, reason } of samples) {
        if (outcome === 'scored') assert.ok(attempts <= 4);
        else assert.deepEqual([outcome, attempts, reason], ['failed', 4, 'transient']);
      }
    });

    test('requests that would fail again are asked once', async () => {
      const { evaluation, samples } = await run({ only_listed_models: true, models: { b: {} } });
      assert.equal(evaluation.status, 'failed');
      for (const { outcome, attempts, reason } of samples)
        assert.deepEqual([outcome, attempts, reason], ['failed', 1, 'deterministic']);
      assert.equal(submitted().requests, ITEMS);
    });

    test('requests that expire are asked once more, and then have failed with the reason', async () => {
      const some = await run({ batches: { expire_first: 5 } });
      assert.equal(
        some.samples.filter(({ outcome, attempts }) => outcome === 'scored' && attempts === 2).length,
        5,
      );
      const all = await run({ batches: { expires_ms: 0 } });
      for (const { outcome, reason, message, attempts } of all.samples)
        assert.deepEqual(
          [outcome, reason, message, attempts],
          ['failed', 'timeout', 'The batch expired before this request was processed.', 2],
        );
      assert.equal(service.mock.stats().requests, 0);
    });

    const SUBMISSIONS: [what: string, batches: NonNullable<MockScriptInput['batches']>][] = [
      ['are refused for a while', { submit_errors: [429, 429, 429] }],
      ['fail on the server', { submit_errors: [500, 503] }],
      ['are taken and their answers are lost', { lost_submissions: 2 }],
      ['are lost while others take long', { lost_submissions: 1, processing_ms: 300 }],
      ['have results that break off', { broken_results: 3 }],
      ['are turned down for too many tokens', { turn_down_first: 2 }],
    ];
    for (const [what, batches] of SUBMISSIONS) {
      test(`where submissions ${what}, every item is asked once`, async () => {
        const { evaluation, samples } = await run({ batches });
        assert.equal(evaluation.status, 'completed', evaluation.error_message);
        assert.equal(samples.length, ITEMS);
        for (const { outcome } of samples) assert.equal(outcome, 'scored');
        assert.equal(service.mock.stats().requests, ITEMS);
        assert.equal(service.mock.stats().repeated_requests, 0);
        assert.equal(evaluation.results.cost.cut_off_calls ?? 0, 0);
      });
    }

    test('a batch that cannot be found again may be paid for twice, and the results say of how many calls', async () => {
      const { evaluation, samples } = await run({ batches: { lost_submissions: 1, listing: false } });
      assert.equal(evaluation.status, 'completed');
      assert.equal(samples.filter(({ outcome }) => outcome === 'scored').length, ITEMS);
      assert.equal(evaluation.results.cost.cut_off_calls, 8);
      assert.equal(submitted().requests, ITEMS + 8);
    });

    test('a submission that the provider refuses for good fails its requests with its words', async () => {
      const { evaluation, samples } = await run({ batches: { submit_errors: [400, 400, 400] } });
      assert.equal(evaluation.status, 'failed');
      for (const { outcome, reason, message } of samples) {
        assert.deepEqual([outcome, reason], ['failed', 'deterministic']);
        assert.match(message, /The submission failed, as scripted/);
      }
    });

    test('a cancelled evaluation cancels its batches, takes what is done, and goes on without asking it again', async () => {
      // So long that all three are still at work when they are cancelled, however slow the machine is.
      await service.mock.setScript({ batches: { processing_ms: 10_000 } });
      service.mock.reset();
      const path = await service.start(await service.newWorkspace(), ONE);
      await until(() => submitted().submitted === 3, 10);
      await until(() => service.mock.stats().requests > 0, 10);
      // Anthropic counts what is done when a batch has ended.
      if (kind === 'openai')
        await until(async () => (await batchesOf(path)).some(({ done }: { done: number }) => done > 0), 20);
      assert.equal((await service.call('POST', `${path}/cancel`)).body.status, 'cancelled');
      await until(
        async () => (await batchesOf(path)).every(({ state }: { state: string }) => state === 'ended'),
        20,
      );
      const asked = service.mock.stats().requests;
      assert.ok(submitted().cancelled > 0);
      assert.ok(asked < ITEMS);
      const kept = (await service.samples(path)).filter(({ outcome }) => outcome === 'scored');
      assert.equal(kept.length, asked);
      const paid = kept.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
      // What was taken after the cancellation was paid for, so the results are worked out again.
      const shown = await until(async () => {
        const { body } = await service.call('GET', path);
        return body.results?.coverage[0].scored === asked && body;
      }, 20);
      assert.ok(Math.abs(shown.results.cost.usd - paid) < 1e-12, `${shown.results.cost.usd} of ${paid}`);
      assert.equal(shown.progress_percent, Math.floor((100 * asked) / ITEMS));
      await service.mock.setScript({});
      await service.call('POST', `${path}/resume`);
      const evaluation = await service.ended(path);
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      assert.equal((await service.samples(path)).length, ITEMS);
      assert.equal(service.mock.stats().requests, ITEMS);
      assert.equal(service.mock.stats().repeated_requests, 0);
    });

    test('a deleted evaluation leaves no batch at work', async () => {
      await service.mock.setScript({ batches: { processing_ms: 60_000 } });
      service.mock.reset();
      const path = await service.start(await service.newWorkspace(), ONE);
      await until(() => submitted().submitted === 3, 10);
      await until(
        async () => (await batchesOf(path)).every(({ state }: { state: string }) => state === 'submitted'),
        10,
      );
      const { headers } = await service.call('GET', path);
      await service.call('DELETE', path, undefined, { 'if-match': headers.get('etag') ?? '' });
      await until(() => submitted().cancelled === 3, 10);
    });

    test('a deleted workspace leaves no batch at work', async () => {
      await service.mock.setScript({ batches: { processing_ms: 60_000 } });
      service.mock.reset();
      const workspace = await service.newWorkspace();
      const path = await service.start(workspace, ONE);
      await until(async () => {
        const batches = await batchesOf(path);
        return batches.length === 3 && batches.every(({ state }: { state: string }) => state === 'submitted');
      }, 10);
      const at = `/workspaces/${workspace}`;
      const { headers } = await service.call('GET', at);
      await service.call('DELETE', at, undefined, { 'if-match': headers.get('etag') ?? '' });
      await until(() => submitted().cancelled === 3, 10);
    });

    test('what was answered before is shared, and the same request is sent once', async () => {
      await service.mock.setScript({});
      service.mock.reset();
      const workspace = await service.newWorkspace();
      const cached = { ...ONE, methodology: { delivery: 'batch' } };
      await service.ended(await service.start(workspace, { ...cached, benchmarks: [arithmetic(10)] }));
      const twice = { ...cached, targets: [mockTarget('a'), mockTarget('a', 'again')] };
      const path = await service.start(workspace, twice);
      const { status } = await service.ended(path);
      assert.equal(status, 'completed');
      const samples = await service.samples(path);
      assert.equal(samples.length, 2 * ITEMS);
      for (const { outcome } of samples) assert.equal(outcome, 'scored');
      assert.equal(service.mock.stats().repeated_requests, 0);
    });

    test('a cap holds what batches may cost at most before they are submitted', async () => {
      const workspace = await service.newWorkspace();
      const model = { provider: 'mock', model_id: 'a', max_tokens: 50 };
      const { body: stack } = await service.call('POST', `/workspaces/${workspace}/stacks`, {
        name: 'S',
        model,
      });
      const targets = [{ target_type: 'stack', target_id: stack.id }];
      const definition = { ...ONE, targets, methodology: { ...BATCH, max_cost_usd: 0.001 } };
      await service.mock.setScript({ batches: { processing_ms: 50 } });
      service.mock.reset();
      const path = await service.start(workspace, definition);
      const evaluation = await service.ended(path);
      assert.deepEqual(
        [evaluation.status, evaluation.stop_reason ?? evaluation.results.stop_reason],
        ['cancelled', 'budget'],
      );
      const samples = await service.samples(path);
      const spent = samples.reduce((sum, { cost_usd }) => sum + cost_usd, 0);
      assert.ok(spent > 0 && spent <= 0.001, `${spent}`);
      assert.ok(submitted().submitted > 1, 'what a batch did not cost is spent on another one');
    });

    test('a cap without a limit of each answer is refused: nothing would keep it', async () => {
      const refused = await service.post(await service.newWorkspace(), {
        ...ONE,
        methodology: { ...BATCH, max_cost_usd: 1 },
      });
      assert.deepEqual([refused.status, pointers(refused)], [422, ['/methodology/delivery']]);
      assert.match(
        refused.body.detail,
        /Evaluate it as a stack whose model has max_tokens, or omit max_cost_usd/,
      );
      const series = await service.call('POST', `/workspaces/${await service.newWorkspace()}/series`, {
        name: 'S',
        evaluation: { name: 'E', ...ONE, methodology: { delivery: 'batch' } },
        margins: { score: 0.1 },
        max_cost_usd_per_month: 1,
      });
      assert.deepEqual([series.status, pointers(series)], [422, ['/evaluation/methodology/delivery']]);
    });

    test('the estimate says half the price, and what single calls would cost', async () => {
      const workspace = await service.newWorkspace();
      const estimate = async (methodology: object) =>
        (
          await service.call('POST', `/workspaces/${workspace}/evaluations/estimate`, {
            name: 'E',
            ...ONE,
            methodology,
          })
        ).body;
      const [batch, direct] = [await estimate(BATCH), await estimate({ cache: false })];
      assert.equal(batch.cost_usd, direct.cost_usd / 2);
      assert.equal(batch.cost_usd_if_direct, direct.cost_usd);
      assert.equal(batch.targets[0].batch_price.price_factor, 0.5);
      assert.equal(batch.duration_seconds, null);
      assert.equal(direct.delivery, undefined);
    });

    test('a limit on the latency stays unknown, with the sentence that says why', async () => {
      await service.mock.setScript({});
      const workspace = await service.newWorkspace();
      const { body: scenario, status } = await service.call('POST', `/workspaces/${workspace}/scenarios`, {
        name: 'Fast',
        workload_type: 'chat',
        slo_requirements: { p95_latency_ms: 500, availability: 0.99 },
      });
      assert.equal(status, 201, JSON.stringify(scenario));
      const targets = [mockTarget('a'), { target_type: 'scenario', target_id: scenario.id }];
      const { results } = await service.ended(await service.start(workspace, { ...ONE, targets }));
      const requirements = JSON.stringify(results.verdict ?? results.verdicts ?? results);
      assert.match(requirements, /was not measured: targets were called through batches/);
    });

    // The mock has no messages of Anthropic but those in batches, so its judges are asked as OpenAI's are.
    if (kind === 'anthropic') return;

    test('answers of a custom evaluation come in batches; judges that grade and compare them are called', async () => {
      const judge = (messages: readonly unknown[]) =>
        messages.some((one) => JSON.stringify(one).includes('winner'))
          ? preferenceReply(messages, 'first')
          : gradesReply(messages, 5);
      const { evaluation, samples } = await run(
        { models: { judge: { answers: { kind: 'function', answer: ({ messages }) => judge(messages) } } } },
        {
          targets: [mockTarget('a'), mockTarget('b')],
          methodology: BATCH,
          custom_eval: {
            prompt_template: 'Please answer: {{ question }}',
            inputs: Array.from({ length: 10 }, (_, i) => ({ question: `What is ${i} + 1?` })),
            criteria: [{ name: 'helpful', description: 'It helps.' }],
            judge_config: { provider: 'mock', model_id: 'judge', pairwise: true },
          },
        },
      );
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      assert.equal(submitted().requests, 20);
      assert.equal(evaluation.results.target_results[0].benchmark_scores['custom/helpful'], 1);
      assert.ok('custom/preference' in evaluation.results.target_results[0].benchmark_scores);
      const called = service.requestsTo('judge');
      assert.ok(called >= 20, `${called}`);
      for (const { latency_ms } of samples) assert.equal(latency_ms, null);
    });
  });
}

onEachDatabaseInFull('evaluations in batches that are refused', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), {}, { prices: { a: PRICE } });
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const at = '/methodology/delivery';
  const REFUSED: [what: string, definition: object, status: number, pointer: string, says: RegExp][] = [
    [
      'a provider that sells none',
      ONE,
      422,
      at,
      /a is called at mock, which does not support batches\. No configured provider/,
    ],
    ['a word that is none', { ...ONE, methodology: { delivery: 'post' } }, 400, at, /delivery/],
    [
      'a baseline',
      {
        ...ONE,
        targets: [
          { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic', label: 'program' },
        ],
      },
      422,
      at,
      /program is called at baseline, which does not support batches/,
    ],
    [
      'load',
      { ...ONE, benchmarks: [arithmetic(2), { benchmark_type: 'availability' }] },
      422,
      at,
      /availability cannot be sent in batches/,
    ],
  ];
  for (const [what, definition, status, pointer, says] of REFUSED) {
    test(`${what} is ${status} at ${pointer}, for an estimate too`, async () => {
      for (const path of ['', '/estimate']) {
        const refused = await service.call('POST', `/workspaces/${workspaceId}/evaluations${path}`, {
          name: 'Test',
          ...definition,
        });
        assert.equal(refused.status, status, JSON.stringify(refused.body));
        assert.deepEqual(pointers(refused), [pointer]);
        assert.match(JSON.stringify(refused.body), says);
      }
    });
  }
});
