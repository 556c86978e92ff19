import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';

const ITEMS = 20;
const NAMES = ['twins', 'again', 'apart', 'noisy', 'failing', 'elsewhere'];
const NOISY = { answers: { kind: 'solver', accuracy: 0.5, noise: 'per_call' } } as const;
const SCRIPT = {
  models: {
    ...Object.fromEntries(NAMES.map((name) => [name, NOISY])),
    // Four attempts are what a unit has: the first to ask fails for good, the other is answered.
    failing: { ...NOISY, fail_first_attempts: 4 },
  },
};

onEachDatabaseInFull('the response cache', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), SCRIPT);
  });
  after(() => service.stop());

  const of = (model: string, labels: string[], methodology: object = {}) => ({
    targets: labels.map((label) => mockTarget(model, label)),
    benchmarks: [arithmetic(ITEMS)],
    methodology,
  });

  async function results(workspaceId: string, definition: object) {
    const path = await service.start(workspaceId, definition);
    return { path, ...(await service.ended(path)).results };
  }

  test('targets that send the same request share its answer, and the comparison says so', async () => {
    const { path, cost, comparisons, target_results } = await results(
      await service.newWorkspace(),
      of('twins', ['a', 'b']),
    );
    assert.equal(service.requestsTo('twins'), ITEMS);
    assert.equal(cost.shared_answers, ITEMS);
    const scores = comparisons.filter(({ metric }: { metric: string }) => metric === 'arithmetic');
    assert.equal(scores[0].shared_answers, ITEMS);
    assert.equal(scores[0].delta, 0);
    const samples = await service.samples(path);
    for (const sample of samples.filter(({ answer_of }) => answer_of !== null)) {
      const asked = samples.find(({ id }) => id === sample.answer_of);
      assert.equal(sample.answer, asked.answer);
      assert.deepEqual([sample.latency_ms, sample.attempts], [null, 0]);
      assert.ok(asked.latency_ms > 0);
    }
    const latencies = target_results.map(
      ({ metrics }: { metrics: Record<string, number> }) => 'run/latency_p50_ms' in metrics,
    );
    const askedOf = new Set(samples.filter(({ answer_of }) => answer_of === null).map((s) => s.target_label));
    assert.deepEqual(latencies, [askedOf.has('a'), askedOf.has('b')]);
  });

  test('a later evaluation of the workspace asks nothing it has; another workspace asks all', async () => {
    const workspaceId = await service.newWorkspace();
    const seeded = { random_seed: 0 };
    const first = await results(workspaceId, of('again', ['a'], seeded));
    const second = await results(workspaceId, of('again', ['other'], seeded));
    assert.equal(service.requestsTo('again'), ITEMS);
    assert.equal(second.cost.shared_answers, ITEMS);
    assert.deepEqual(
      (await service.samples(second.path)).map(({ answer_of }) => answer_of),
      (await service.samples(first.path)).map(({ id }) => id),
    );
    await results(workspaceId, of('again', ['a'], { ...seeded, epochs: 2 }));
    assert.equal(service.requestsTo('again'), 2 * ITEMS);
    await results(await service.newWorkspace(), of('again', ['a'], seeded));
    assert.equal(service.requestsTo('again'), 3 * ITEMS);
    await service.call('DELETE', first.path);
    await results(workspaceId, of('again', ['a'], seeded));
    assert.equal(service.requestsTo('again'), 4 * ITEMS);
  });

  test('cache: false gives each target its own answers', async () => {
    const workspaceId = await service.newWorkspace();
    const { cost, comparisons } = await results(workspaceId, of('apart', ['a', 'b'], { cache: false }));
    assert.equal(service.requestsTo('apart'), 2 * ITEMS);
    assert.equal(cost.shared_answers, undefined);
    assert.equal(comparisons[0].shared_answers, 0);
    await results(workspaceId, of('apart', ['a']));
    assert.equal(service.requestsTo('apart'), 3 * ITEMS);
  });

  test('a failure is shared with nobody', async () => {
    const definition = { ...of('failing', ['a', 'b']), benchmarks: [arithmetic(2)] };
    const { coverage } = await results(await service.newWorkspace(), definition);
    const counted = coverage.map(({ failed, scored }: { failed: number; scored: number }) => [
      failed,
      scored,
    ]);
    // Of the first item the preflight took two of the failures.
    assert.deepEqual(counted, [
      [1, 1],
      [0, 2],
    ]);
    assert.equal(service.requestsTo('failing'), 2 * 5);
  });
});
