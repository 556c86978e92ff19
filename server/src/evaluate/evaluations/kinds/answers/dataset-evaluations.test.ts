import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { expectations, readReplies, specOf } from '../../../../../test/support/replies.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';

/** Every reply as the answer to a question of its own: the score of what it says, or of the first thing that it does not. */
const REPLIES = readReplies().map((one, i) => {
  const all = expectations(one);
  const [expected, score] = all.find(([, right]) => right === 1) ?? all[0] ?? ['', 0];
  return { item: { input: `Question ${i}`, expected, grader: specOf(one) }, reply: one.reply, score };
});

const QUESTIONS = Array.from({ length: 20 }, (_, i) => ({
  input: `What is ${i} + ${i}?`,
  expected: String(2 * i),
  grader: 'numeric',
}));

onEachDatabaseInFull('evaluations of a dataset', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), {
      models: {
        said: {
          answers: {
            kind: 'map',
            entries: Object.fromEntries(REPLIES.map(({ item, reply }) => [item.input, reply])),
          },
        },
      },
    });
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const newSource = (title: string, content: string) => service.newSource(workspaceId, title, content);

  const of = (subset: string) => ({
    targets: [mockTarget('m')],
    benchmarks: [{ benchmark_type: 'dataset', subset }],
  });

  test('a source of JSON lines is asked, by its title or its id, and what was asked outlives it', async () => {
    const id = await newSource('sums', QUESTIONS.map((question) => JSON.stringify(question)).join('\n'));
    const byTitle = await service.ended(await service.start(workspaceId, of('sums')));
    assert.equal(byTitle.status, 'completed');
    assert.deepEqual(byTitle.results.target_results[0].benchmark_scores, { 'dataset/sums': 1 });
    assert.equal(byTitle.results.intervals[0].n, 20);
    const path = await service.start(workspaceId, of(id));
    assert.equal((await service.call('DELETE', `/workspaces/${workspaceId}/sources/${id}`)).status, 204);
    await service.ended(path);
    const samples = await service.samples(path);
    assert.deepEqual(
      new Set(samples.map(({ input }) => input[0].content)),
      new Set(QUESTIONS.map(({ input }) => input)),
    );
    assert.equal((await service.post(workspaceId, of('sums'))).status, 422);
  });

  test('a source of CSV is asked, num_samples of its lines, the same ones every time', async () => {
    const lines = QUESTIONS.map(({ input, expected }) => `"${input}",${expected},passage`);
    await newSource('csv', ['input,expected,cluster', ...lines].join('\n'));
    const definition = {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'csv', num_samples: 6 }],
    };
    const asked = async () => {
      const path = await service.start(workspaceId, definition);
      await service.ended(path);
      return (await service.samples(path)).map(({ item_hash }) => item_hash);
    };
    const first = await asked();
    assert.equal(first.length, 6);
    assert.deepEqual(await asked(), first);
  });

  test('replies in many styles and languages score as a careful person reads them', async () => {
    await newSource('replies', REPLIES.map(({ item }) => JSON.stringify(item)).join('\n'));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('said')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'replies', num_samples: REPLIES.length }],
    });
    await service.ended(path);
    const scores = new Map(
      (await service.samples(path)).map(({ input, score }) => [input[0].content, score]),
    );
    assert.equal(scores.size, REPLIES.length);
    for (const { item, reply, score } of REPLIES)
      assert.equal(scores.get(item.input), score, `${item.grader.type} ${item.expected}: ${reply}`);
  });

  test('every line that cannot be used is named, and nothing runs', async () => {
    const lines = [
      '{"input": "a", "expected": "b"}',
      '{"input": "no answer"}',
      '{broken',
      '{"expected": "b"}',
    ];
    await newSource('broken', lines.join('\n'));
    const refused = await service.post(workspaceId, of('broken'));
    assert.equal(refused.status, 422);
    assert.deepEqual(new Set(pointers(refused)), new Set(['/benchmarks/0/subset']));
    const said = refused.body.errors.map(({ detail }: { detail: string }) => detail.split(':')[0]);
    assert.deepEqual(said, ['line 2', 'line 3', 'line 4']);
  });

  test('a source of another workspace is unknown', async () => {
    const id = await newSource('ours', '{"input": "a", "expected": "b"}');
    const elsewhere = await service.newWorkspace();
    for (const subset of ['ours', id]) {
      const refused = await service.post(elsewhere, of(subset));
      assert.deepEqual([refused.status, pointers(refused)], [422, ['/benchmarks/0/subset']]);
    }
  });
});
