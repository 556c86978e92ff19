import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { pointers } from '../../../test/support/resource-behaviour.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
type Body = any;

onEachDatabaseInFull('the preset equivalence', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    const same = { answers: { kind: 'solver' as const, accuracy: 1 } };
    const models = { own: same, router: { ...same, returned_model: 'own-quantized' } };
    service = await startEvaluationService(await place(), { models } as never);
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const at = () => `/workspaces/${workspaceId}/evaluations`;
  const targets = [mockTarget('own'), mockTarget('router')];
  const asked = (more: object = {}) => ({ name: 'Same model?', preset: 'equivalence', targets, ...more });

  test('asks whether the others are no worse than the first, on generated questions, in one table', async () => {
    const { evaluation } = await service.run(asked({ methodology: { sample_size: 20 } }));
    assert.deepEqual(evaluation.methodology, {
      sample_size: 20,
      question: 'no_worse',
      baseline: 'own',
      no_worse_margins: { score: 0.05 },
    });
    assert.deepEqual(
      evaluation.benchmarks.map((one: Body) => one.benchmark_type),
      ['json_extraction', 'instruction_following', 'reasoning_tables', 'latency'],
    );
    const { no_worse, load } = evaluation.results;
    assert.deepEqual(
      no_worse.served.map(({ target_label, models }: Body) => [target_label, Object.keys(models)]),
      [
        ['own', ['own']],
        ['router', ['own-quantized']],
      ],
    );
    assert.equal(no_worse.candidates.length, 1);
    assert.equal(load.length, 2);
  });

  test('says that endpoints which are one and the same share their answers', async () => {
    const twice = [mockTarget('own'), mockTarget('own', 'again')];
    for (const [cache, isSaid] of [
      [true, true],
      [false, false],
    ]) {
      const { body } = await service.post(workspaceId, asked({ targets: twice, methodology: { cache } }));
      assert.equal(/own, again send the same requests/.test((body.warnings ?? []).join()), isSaid);
    }
  });

  test('takes what is given as it is given', async () => {
    const methodology = { baseline: 'router', no_worse_margins: { score: 0.2 }, sample_size: 30 };
    const benchmarks = [{ benchmark_type: 'arithmetic' }];
    const { status, body } = await service.post(workspaceId, asked({ methodology, benchmarks }));
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.methodology, body.benchmarks],
      [{ ...methodology, question: 'no_worse' }, benchmarks],
    );
    assert.equal(body.preset, undefined);
    await service.ended(`${at()}/${body.id}`);
  });

  test('is estimated as it would be run, with 300 questions of each benchmark', async () => {
    const { status, body } = await service.call('POST', `${at()}/estimate`, asked());
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      body.no_worse.map(({ measure, n }: Body) => [measure, n]),
      [
        ['score', 300],
        ['score', 300],
        ['score', 300],
      ],
    );
  });

  const REFUSED: [what: string, body: object, status: number, pointer: string][] = [
    ['another question', { methodology: { question: 'better' } }, 422, '/methodology/question'],
    ['no candidate', { targets: targets.slice(0, 1) }, 422, '/targets'],
    ['no target', { targets: [] }, 422, '/targets'],
    ['an unknown baseline', { methodology: { baseline: 'other' } }, 422, '/methodology/baseline'],
    ['another preset', { preset: 'fast' }, 400, '/preset'],
  ];
  for (const [what, more, status, pointer] of REFUSED)
    test(`${what} is refused`, async () => {
      const answer = await service.post(workspaceId, asked(more));
      assert.deepEqual([answer.status, pointers(answer)], [status, [pointer]], JSON.stringify(answer.body));
    });
});
