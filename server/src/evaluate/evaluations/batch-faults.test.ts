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
import { isInFull } from '../../../test/support/in-full.ts';
import { until } from '../../../test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const IN_A_BATCH = 8;
const ITEMS = 3 * IN_A_BATCH;
const METHODOLOGY = { delivery: 'batch', cache: false };
const ONE = { targets: [mockTarget('a')], benchmarks: [arithmetic(ITEMS)], methodology: METHODOLOGY };

// Each protocol has tests of its own, beside its adapter.
for (const kind of isInFull() ? (['openai', 'anthropic'] as const) : (['openai'] as const)) {
  onEachDatabaseInFull(`faults of batches of ${kind}`, (place) => {
    let service: EvaluationService;

    before(async () => {
      const provider = { kind, batches: { max_requests: IN_A_BATCH } };
      service = await startEvaluationService(await place(), {}, provider, { 'batch-poll-ms': '10' });
    });
    beforeEach(() => service.mock.reset());
    after(() => service.stop());

    async function run(script: MockScriptInput, definition: object = ONE) {
      await service.mock.setScript(script);
      service.mock.reset();
      const ran = await service.run(definition);
      const { body } = await service.call('GET', `${ran.path}/batches`);
      return { ...ran, samples: await service.samples(ran.path), batches: body.data as Body[] };
    }

    const submitted = () => service.mock.batchStats()[kind];

    const EXHAUSTED: [how: string, script: MockScriptInput, submitted: number, refused: number][] = [
      ['by its submission', { batches: { refused_models: { a: 402 } } }, 3, 1],
      ['by its requests', { models: { a: { quota_requests: 0 } } }, 6, 0],
    ];
    for (const [how, script, taken, refused] of EXHAUSTED) {
      test(`a target whose account is exhausted, as is said ${how}, is sent once while others work, and asked on resuming`, async () => {
        const slow = { latency: { distribution: 'constant', ms: 500 } } as const;
        const { path, evaluation, samples } = await run(
          { ...script, models: { ...script.models, b: slow } },
          { ...ONE, targets: [mockTarget('a'), mockTarget('b')] },
        );
        assert.deepEqual([evaluation.status, evaluation.stop_reason], ['completed', 'quota']);
        assert.deepEqual([submitted().submitted, submitted().refused], [taken, refused]);
        assert.equal(samples.length, ITEMS);
        await service.mock.setScript({});
        assert.equal((await service.call('POST', `${path}/resume`)).status, 200);
        const resumed = await service.ended(path);
        assert.deepEqual([resumed.status, resumed.stop_reason], ['completed', undefined]);
        const all = await service.samples(path);
        assert.equal(all.length, 2 * ITEMS);
        for (const { outcome } of all) assert.equal(outcome, 'scored');
      });
    }

    test('results of another batch that cannot be read for a while end no search for a lost one', async () => {
      const errors = Array.from({ length: 8 }, () => 503);
      const { evaluation, samples } = await run({ batches: { lost_submissions: 3, results_errors: errors } });
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      for (const { outcome } of samples) assert.equal(outcome, 'scored');
      assert.equal(submitted().submitted, 3);
    });

    test('results that lack requests which were done are read again, and no requests are sent twice', async () => {
      const { evaluation, samples } = await run({ batches: { lacking_results: 6 } });
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      for (const { outcome, attempts } of samples) assert.deepEqual([outcome, attempts], ['scored', 1]);
      assert.deepEqual([submitted().submitted, service.mock.stats().requests], [3, ITEMS]);
      assert.equal(evaluation.results.cost.cut_off_calls ?? 0, 0);
    });

    test('what results lack in the end is asked once more, and counts as calls that may have been paid for', async () => {
      const { evaluation, batches } = await run({ batches: { lacking_results: 1000 } });
      const lacking = batches.filter(({ problem }) =>
        /^The batch ended, but results are missing for \d+ of/.test(problem ?? ''),
      );
      assert.ok(lacking.length > 3);
      for (const { requests, done } of lacking) assert.ok(done < requests, `${done} of ${requests}`);
      const missing = lacking.reduce((sum, { requests, done }) => sum + requests - done, 0);
      assert.equal(evaluation.results.cost.cut_off_calls, missing);
      assert.match(evaluation.results.warnings.join(), /their cost is unknown/);
    });

    test('results that can never be read end with the evaluation that is cancelled', async () => {
      await service.mock.setScript({ batches: { broken_results: 1000 } });
      service.mock.reset();
      const path = await service.start(await service.newWorkspace(), ONE);
      await until(() => submitted().read > 3, 10);
      await service.call('POST', `${path}/cancel`);
      const batches = async () => (await service.call('GET', `${path}/batches`)).body.data as Body[];
      await until(async () => (await batches()).every(({ state }) => state === 'ended'), 50, 30_000);
      for (const { problem } of await batches()) assert.match(problem, /interrupted its response/);
    });

    test('only requests whose results were taken are done', async () => {
      const refused = await run({ batches: { submit_errors: [400, 400, 400] } });
      for (const { done } of refused.batches) assert.equal(done, 0);
      const taken = await run({});
      for (const { done } of taken.batches) assert.equal(done, IN_A_BATCH);
    });

    // Only OpenAI turns a batch down after it was taken.
    if (kind === 'openai') {
      test('what finds no room beside other batches of its account waits until they end', async () => {
        const { evaluation, samples } = await run({ batches: { most_enqueued: 1, processing_ms: 900 } });
        assert.equal(evaluation.status, 'completed', evaluation.error_message);
        for (const { outcome, message } of samples) assert.equal(outcome, 'scored', message);
        assert.equal(service.mock.stats().requests, ITEMS);
      });

      test('what finds no room though its account works on nothing fails after nine submissions', async () => {
        const { evaluation, samples } = await run({ batches: { turn_down_first: 1000 } });
        assert.equal(evaluation.status, 'failed');
        for (const { outcome, reason } of samples)
          assert.deepEqual([outcome, reason], ['failed', 'rate_limit']);
        assert.equal(submitted().submitted, 3 * 9);
      });
    }
  });
}

onEachDatabaseInFull('closing a batch that a list does not show at once', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(
      await place(),
      {},
      { kind: 'openai' },
      { 'batch-poll-ms': '1000' },
    );
  });
  after(() => service.stop());

  test('it is looked for twice, and cancelled', async () => {
    await service.mock.setScript({
      batches: { lost_submissions: 1, empty_lists: 1, processing_ms: 3_600_000 },
    });
    const { openai } = service.mock.batchStats();
    const path = await service.start(await service.newWorkspace(), ONE);
    await until(() => openai.submitted === 1, 5);
    await service.call('POST', `${path}/cancel`);
    await until(() => openai.listed >= 2, 20, 20_000);
    await until(() => openai.cancelled === 1, 20);
  });
});
