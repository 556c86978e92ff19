import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';

const ANSWERS = { models: { m: { answers: { kind: 'list' as const, values: ['the capital of France'] } } } };
const item = (expected: string, grader: object) =>
  JSON.stringify({ input: `Say: ${expected}`, expected, grader });
const line = (model: string, expected: string) =>
  item(expected, { type: 'embedding_similarity', options: { model } });

onEachDatabaseInFull('evaluations graded by embeddings', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), ANSWERS, {
      prices: { dear: { input_usd_per_million: 1000, output_usd_per_million: 0 } },
    });
    workspaceId = await service.newWorkspace();
    await newDataset('near', [
      line('mock/embedder', 'the capital of France'),
      line('mock/embedder', 'seven pumps'),
    ]);
    await newDataset('dear', [line('mock/dear', 'the capital'), line('mock/dear', 'the pumps')]);
    const exact = { type: 'exact' };
    await newDataset('asked before', [item('the capital', exact), item('the pumps', exact)]);
    await newDataset('nowhere', [line('elsewhere/embedder', 'a')]);
  });
  after(() => service.stop());

  const newDataset = (title: string, lines: string[]) =>
    service.newSource(workspaceId, title, lines.join('\n'));

  const of = (subset: string) => ({
    targets: [mockTarget('m')],
    benchmarks: [{ benchmark_type: 'dataset', subset }],
  });

  test('without an embedding answers are unscored with the reason; rescore asks for it again, and not the target', async () => {
    await service.mock.setScript({ models: { ...ANSWERS.models, embedder: { quota_requests: 0 } } });
    const path = await service.start(workspaceId, of('near'));
    await service.ended(path);
    const samples = await service.samples(path);
    assert.deepEqual(
      samples.map(({ outcome }) => outcome),
      ['unscored', 'unscored'],
    );
    for (const { reason, message } of samples) {
      assert.equal(reason, 'grader_error');
      assert.match(message, /embedding_similarity failed: mock\/embedder: /);
    }
    const before = service.requestsTo('m');
    await service.mock.setScript(ANSWERS);
    assert.equal((await service.call('POST', `${path}/rescore`)).status, 200);
    const { results } = await service.ended(path);
    assert.equal(service.requestsTo('m'), before);
    const scores = (await service.samples(path)).map(({ score }) => score as number).sort((a, b) => b - a);
    assert.ok(Math.abs((scores[0] ?? 0) - 1) < 1e-6 && (scores[1] ?? 1) < 0.9, `${scores}`);
    assert.equal(results.target_results[0].metrics['run/coverage'], 1);
  });

  test('embeddings are paid from max_cost_usd; an answer that none is left for waits for its grade', async () => {
    // Both answers are there at once: else the money may be gone before the second one is asked for.
    await service.ended(await service.start(workspaceId, of('asked before')));
    const path = await service.start(workspaceId, { ...of('dear'), methodology: { max_cost_usd: 0.005 } });
    const { status, stop_reason, results } = await service.ended(path);
    assert.deepEqual([status, stop_reason], ['cancelled', 'budget']);
    assert.ok(results.cost.grading_usd > 0.005 && results.cost.usd === null);
    const outcomes = (await service.samples(path)).map(({ outcome }) => outcome).sort();
    assert.deepEqual(outcomes, ['answered', 'scored']);
    assert.equal((await service.call('POST', `${path}/resume`)).status, 200);
    assert.equal((await service.ended(path)).stop_reason, 'budget');
    assert.equal(service.requestsTo('dear'), 1);
  });

  test('an embedding model without a price is warned about where money is limited', async () => {
    const path = await service.start(workspaceId, { ...of('near'), methodology: { max_cost_usd: 1 } });
    const { warnings } = await service.ended(path);
    assert.ok(
      warnings.includes(
        'max_cost_usd does not include calls of graders to mock/embedder, which has no known price.',
      ),
    );
  });

  test('a model that cannot be asked is refused before anything runs', async () => {
    const refused = await service.post(workspaceId, of('nowhere'));
    assert.equal(refused.status, 422);
    assert.match(pointers(refused)[0] ?? '', /^\/benchmarks\/0\/subset/);
    assert.equal(refused.body.code, 'provider_not_configured');
  });
});
