import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';

const QUESTIONS = Array.from({ length: 240 }, (_, i) => ({
  input: `What is ${i} + ${i}?`,
  expected: String(2 * i),
  grader: 'numeric',
  cluster: `passage ${i >> 2}`,
}));
const text = (questions: readonly object[]) => questions.map((one) => JSON.stringify(one)).join('\n');

const solver = (accuracy: number) => ({
  answers: {
    kind: 'solver' as const,
    items: QUESTIONS.map(({ input, expected, cluster }) => ({ input, expected, cluster })),
    accuracy,
    noise: 'per_call' as const,
    cluster_correlation: 0.5,
  },
});

onEachDatabaseInFull('what earlier evaluations tell an estimate', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), {
      models: { one: solver(0.7), other: solver(0.6), third: solver(0.5) },
    });
    workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'sums', text(QUESTIONS));
    await service.newSource(workspaceId, 'fewer', text(QUESTIONS.slice(4)));
  });
  after(() => service.stop());

  const definition = (subset: string, num_samples: number, epochs = 1) => ({
    targets: ['one', 'other', 'third'].map((model) => mockTarget(model)),
    benchmarks: [{ benchmark_type: 'dataset', subset, num_samples }],
    methodology: { epochs, concurrency: 50 },
  });

  async function estimated(body: object) {
    const path = `/workspaces/${workspaceId}/evaluations/estimate`;
    const answer = await service.call('POST', path, { name: 'E', ...body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.benchmarks[0];
  }

  test('the correlation that the same data showed stands between both ends, with the evaluation that showed it', async () => {
    assert.equal((await estimated(definition('sums', 240))).as_found_before, undefined);
    const path = await service.start(workspaceId, { ...definition('sums', 240), name: 'The first run' });
    const { id, results } = await service.ended(path);
    const found = results.comparisons
      .flatMap(({ icc }: { icc?: number }) => icc ?? [])
      .sort((a: number, b: number) => a - b);
    assert.equal(found.length, 3);

    // Another sample of the same lines.
    const { as_found_before: before, ...bounds } = await estimated(definition('sums', 160));
    assert.deepEqual([before.evaluation_id, before.evaluation_name, before.pairs], [id, 'The first run', 3]);
    assert.equal(before.icc, Math.min(1, Math.max(0, found[1])));
    assert.ok(before.icc > 0.1 && before.icc < 0.9, `${before.icc}`);
    const { smallest_detectable_difference: copies, smallest_detectable_if_independent: apart } = bounds;
    const between = before.smallest_detectable_difference;
    assert.ok(apart < between && between < copies, `${apart} < ${between} < ${copies}`);

    assert.equal((await estimated(definition('fewer', 160))).as_found_before, undefined);
    assert.equal((await estimated(definition('sums', 160, 2))).as_found_before, undefined);
  });

  test('of several it is the newest', async () => {
    const { id } = await service.ended(await service.start(workspaceId, definition('sums', 120)));
    assert.equal((await estimated(definition('sums', 240))).as_found_before.evaluation_id, id);
  });
});
