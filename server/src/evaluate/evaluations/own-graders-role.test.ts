import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';

const CODE = { type: 'code', options: { language: 'javascript', source: 'const grade = () => true;' } };
const HTTP = { type: 'http', options: { url: 'http://localhost:1/grade' } };
const IN_COMPOSITE = { type: 'composite', options: { parts: [{ grader: CODE }] } };
const sample = { response: 'a', expected: 'a' };

onEachDatabaseInFull('graders of users, where the deployment asks for the role admin', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  const keys: Record<string, string> = {};
  const as = (who: string) => ({ authorization: `Bearer ${keys[who]}` });
  before(async () => {
    service = await startEvaluationService(
      await place(),
      { models: { m: { answers: { kind: 'list', values: ['a'] } } } },
      {},
      { 'own-graders-role': 'admin', 'target-allow-hosts': 'localhost:1' },
    );
    workspaceId = await service.newWorkspace();
    for (const [title, grader] of Object.entries({
      code: CODE,
      http: HTTP,
      parts: IN_COMPOSITE,
      exact: 'exact',
    }))
      await service.newSource(workspaceId, title, JSON.stringify({ input: 'a', expected: 'a', grader }));
    const rule = { rule: 'r', grader: CODE, expected: 'a' };
    await service.newSource(workspaceId, 'rules', JSON.stringify({ input: 'a', rules: [rule] }));
    for (const role of ['admin', 'editor']) {
      const headers = keys.admin === undefined ? {} : as('admin');
      keys[role] = (await service.call('POST', '/api-keys', { name: role, role }, headers)).body.key;
    }
  });
  after(() => service.stop());

  const evaluation = (subset: string, benchmark_type = 'dataset') => ({
    name: 'Test',
    targets: [mockTarget('m')],
    benchmarks: [{ benchmark_type, subset }],
  });

  // [who, the title of the dataset, status]
  const EVALUATIONS: readonly [string, string, number][] = [
    ['editor', 'exact', 201],
    ['editor', 'code', 403],
    ['editor', 'http', 403],
    ['editor', 'parts', 403],
    ['admin', 'code', 201],
  ];
  for (const [who, title, wanted] of EVALUATIONS)
    test(`${who} starts an evaluation of the dataset ${title}: ${wanted}`, async () => {
      const { status, body } = await service.post(workspaceId, evaluation(title), as(who));
      assert.equal(status, wanted, JSON.stringify(body));
      if (wanted === 403)
        assert.match(body.detail, /need the role admin here \(OWN_GRADERS_ROLE\): (code|http) /);
    });

  // [who, grader, status]
  const TRIALS: readonly [string, unknown, number][] = [
    ['editor', 'exact', 200],
    ['editor', CODE, 403],
    ['editor', IN_COMPOSITE, 403],
    ['editor', { type: 'http', options: {} }, 403],
    ['admin', CODE, 200],
    ['admin', { type: 'http', options: {} }, 422],
  ];
  for (const [who, grader, wanted] of TRIALS)
    test(`${who} tries ${JSON.stringify(grader)}: ${wanted}`, async () => {
      const path = `/workspaces/${workspaceId}/graders/try`;
      const { status, body } = await service.call('POST', path, { grader, sample }, as(who));
      assert.equal(status, wanted, JSON.stringify(body));
    });

  test('an editor starts no evaluation whose rules are graded by code', async () => {
    const { status } = await service.post(workspaceId, evaluation('rules', 'adherence'), as('editor'));
    assert.equal(status, 403);
  });

  test('an editor estimates it', async () => {
    const path = `/workspaces/${workspaceId}/evaluations/estimate`;
    const { status, body } = await service.call('POST', path, evaluation('code'), as('editor'));
    assert.equal(status, 200, JSON.stringify(body));
  });
});
