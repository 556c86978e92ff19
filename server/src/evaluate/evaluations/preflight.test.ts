import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { MockScriptInput } from '@touchstone/mock';
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

const wrongKey = { status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' };
const blocked = { status: 403, content_type: 'text/html', body: '<h1>Blocked by policy 17</h1>' };
const gone = { status: 404, body: '{"error":{"message":"The model was retired","code":"model_not_found"}}' };
const page = { content_type: 'text/html', body: '<html><body>Please sign in</body></html>' };
const filtered = {
  body: '{"choices":[{"index":0,"message":{"role":"assistant","content":""},"finish_reason":"content_filter"}]}',
};
const PRICE = { input_usd_per_million: 100, output_usd_per_million: 100 };
const slow = (ms: number) => ({ latency: { distribution: 'constant' as const, ms } });

/** Takes about three seconds at the pace of its judge. */
const CHATTY = 'I think that this reply is great.\nI would give it 5 out of 5!';
const MODELS: MockScriptInput['models'] = {
  good: {},
  'wrong key': { raw_response: wrongKey },
  blocked: { raw_response: blocked },
  gone: { raw_response: gone },
  'no credit': { quota_requests: 0 },
  failing: { error_rate: 1 },
  page: { raw_response: page },
  empty: { raw_response: {} },
  filtered: { raw_response: filtered },
  hanging: { hang_rate: 1 },
  'hanging up': { hang_up_rate: 1 },
  slow: slow(3_000),
  renamed: { returned_model: 'another-model-2026' },
  thinking: { reasoning_tokens: 20 },
  chatty: { answers: { kind: 'list', values: [CHATTY] }, tokens_per_second: 5 },
};

/** What a preflight says of each of these models, and what its message has. */
const CASES: [model: string, status: string, message: RegExp | null][] = [
  ['good', 'passed', null],
  ['wrong key', 'refused', /401.*Incorrect API key provided/],
  ['blocked', 'refused', /403/],
  ['gone', 'refused', /404.*retired/],
  ['no credit', 'refused', /429.*quota/],
  ['failing', 'undetermined', /500/],
  ['page', 'undetermined', /200/],
  ['empty', 'undetermined', /200|empty/],
  ['filtered', 'undetermined', /content filter/],
  ['hanging', 'undetermined', /Nothing came within 8 s/],
  ['hanging up', 'undetermined', /could not be reached|closed/],
  ['slow', 'passed', null],
  ['renamed', 'passed', null],
  ['thinking', 'passed', null],
];

onEachDatabaseInFull('the preflight', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(
      await place(),
      { models: MODELS },
      { prices: { good: PRICE, slow: PRICE } },
    );
  });
  after(() => service.stop());

  const definition = (models: readonly string[], more: object = {}) => ({
    targets: models.map((model) => mockTarget(model)),
    benchmarks: [arithmetic(5)],
    ...more,
  });
  const statuses = ({ targets }: Body) =>
    targets.map(({ target_label, status }: Body) => [target_label, status]);
  const hasPassed = ({ preflight }: Body) => preflight !== undefined;
  const judge = (model: string) => ({
    custom_eval: {
      prompt_template: 'Say {{x}}',
      inputs: [{ x: 'one' }, { x: 'two' }],
      criteria: [{ name: 'clear', description: 'It is clear.' }],
      judge_config: { provider: 'mock', model },
    },
    benchmarks: [],
  });

  test('says of every kind of server whether it answers, refuses, or stays open after 8 s', async () => {
    const workspace = await service.newWorkspace();
    const models = CASES.map(([model]) => model);
    const path = await service.start(workspace, definition(models));
    const evaluation = await until(async () => {
      const { body } = await service.call('GET', path);
      return hasPassed(body) && body;
    }, 50);
    await service.call('POST', `${path}/cancel`);
    const { targets } = evaluation.preflight;
    assert.deepEqual(
      statuses(evaluation.preflight),
      CASES.map(([model, status]) => [model, status]),
    );
    for (const [i, [model, , message]] of CASES.entries())
      if (message === null) assert.equal(targets[i].message, null, model);
      else assert.match(targets[i].message, message, model);
    const of = (model: string) => targets[models.indexOf(model)];
    assert.equal(of('renamed').returned_model, 'another-model-2026');
    assert.ok(of('slow').first_token_ms >= 3_000);
    assert.deepEqual(of('good').parameters, {});
  });

  test('asks before the run as POST /evaluations/preflight: the same of each, and keeps nothing', async () => {
    const workspace = await service.newWorkspace();
    const models = CASES.map(([model]) => model);
    const path = `/workspaces/${workspace}/evaluations`;
    const { status, body } = await service.call('POST', `${path}/preflight`, {
      name: 'Test',
      ...definition(models),
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      statuses(body),
      CASES.map(([model, status]) => [model, status]),
    );
    assert.ok(body.cost_usd > 0);
    assert.match(body.warnings.join('\n'), /^wrong key was refused: .*401/m);
    assert.match(
      body.warnings.join('\n'),
      /^hanging did not pass: Nothing came within 8 s. A run measures it anyway.$/m,
    );
    assert.deepEqual((await service.call('GET', path)).body.data, []);
  });

  test('a target that is refused is asked nothing more, and the others are measured', async () => {
    service.mock.reset();
    const { path, evaluation } = await service.run(definition(['good', 'wrong key', 'gone']));
    assert.equal(evaluation.status, 'completed', evaluation.error_message);
    assert.deepEqual(
      ['good', 'wrong key', 'gone'].map((model) => service.requestsTo(model)),
      [5, 1, 1],
    );
    assert.match(evaluation.results.warnings.join('\n'), /wrong key was refused: .*Incorrect API key/);
    const { preflight } = (await service.call('GET', `${path}/manifest`)).body;
    assert.deepEqual(
      statuses(preflight).map(([, status]: string[]) => status),
      ['passed', 'refused', 'refused'],
    );
  });

  test('with on_preflight_failure stop, the evaluation fails with the reason, and goes on once it is corrected', async () => {
    service.mock.reset();
    const workspace = await service.newWorkspace();
    const path = await service.start(
      workspace,
      definition(['good', 'wrong key'], { methodology: { on_preflight_failure: 'stop' } }),
    );
    const failed = await service.ended(path);
    assert.equal(failed.status, 'failed');
    assert.match(failed.error_message, /wrong key was refused: .*401: Incorrect API key provided\./);
    assert.deepEqual([service.requestsTo('good'), service.requestsTo('wrong key')], [1, 1]);
    await service.mock.setScript({ models: { ...MODELS, 'wrong key': {} } });
    assert.equal((await service.call('POST', `${path}/resume`)).status, 200);
    const evaluation = await service.ended(path);
    await service.mock.setScript({ models: MODELS });
    assert.equal(evaluation.status, 'completed', evaluation.error_message);
    assert.deepEqual(statuses(evaluation.preflight), [
      ['good', 'passed'],
      ['wrong key', 'passed'],
    ]);
    // Who passed before was not asked for it again, and no answer was asked for twice.
    assert.deepEqual([service.requestsTo('good'), service.requestsTo('wrong key')], [5, 6]);
  });

  for (const on_preflight_failure of ['continue', 'stop'])
    test(`a judge that is refused is told of before the run; ${on_preflight_failure}`, async () => {
      service.mock.reset();
      const { evaluation } = await service.run({
        ...definition(['good'], judge('wrong key')),
        methodology: { on_preflight_failure },
      });
      assert.deepEqual(
        evaluation.preflight.judges.map(({ judge: label, status }: Body) => [label, status]),
        [['mock/wrong key', 'refused']],
      );
      if (on_preflight_failure === 'stop') assert.match(evaluation.error_message, /wrong key .*401/);
      else assert.match(evaluation.results.warnings.join('\n'), /wrong key was refused: .*401/);
      assert.equal(service.requestsTo('good'), on_preflight_failure === 'stop' ? 1 : 2);
    });

  test('a judge whose reply is no judgement does not pass, with what it said, and is asked all the same', async () => {
    service.mock.reset();
    const body = { name: 'Test', ...definition(['good'], judge('chatty')) };
    const path = `/workspaces/${await service.newWorkspace()}/evaluations/preflight`;
    const tried = (await service.call('POST', path, body)).body.judges[0];
    const says =
      'It responded, but its response cannot be read as a judgement (there is no JSON object with the mark): “I think that this reply is great. I would give it 5 out of 5!”.';
    assert.deepEqual([tried.status, tried.message], ['undetermined', says]);
    const { evaluation } = await service.run(body);
    assert.equal(evaluation.preflight.judges[0].message, says);
    assert.match(
      evaluation.results.warnings.join('\n'),
      /^Before the run, mock\/chatty did not pass: It responded/m,
    );
    // Once before each run, and twice for each answer.
    assert.equal(service.requestsTo('chatty'), 2 + 4);
  });

  test('its cost counts, and max_cost_usd holds with it', async () => {
    service.mock.reset();
    const { evaluation } = await service.run(
      definition(['good'], { methodology: { max_cost_usd: 0.000001 }, benchmarks: [arithmetic(20)] }),
    );
    assert.equal(evaluation.stop_reason, 'budget');
    assert.equal(service.requestsTo('good'), 1);
    assert.ok(evaluation.results.cost.usd > 0);
  });

  test('programs that need no network, and answers that are there, need none', async () => {
    const workspace = await service.newWorkspace();
    const baseline = { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' };
    const only = await service.ended(
      await service.start(workspace, { targets: [baseline], benchmarks: [arithmetic(5)] }),
    );
    assert.equal(only.preflight, undefined);
    await service.ended(await service.start(workspace, definition(['good'])));
    const asked = service.requestsTo('good');
    const again = await service.ended(await service.start(workspace, definition(['good'])));
    assert.equal(service.requestsTo('good'), asked);
    const [{ status, parameters, returned_model, cost_usd }] = again.preflight.targets;
    assert.deepEqual([status, parameters, returned_model, cost_usd], ['passed', null, 'good', 0]);
  });

  test('answers of another model than the preflight saw are counted at their target, and so are those of a fallback', async () => {
    service.mock.reset();
    let answers = 0;
    const turning = {
      returned_model: 'gpt-4o-2024-08-06',
      answers: { kind: 'function' as const, answer: () => String(++answers) },
    };
    await service.mock.setScript({ models: { ...MODELS, 'gpt-4o': turning } });
    const workspace = await service.newWorkspace();
    const path = await service.start(
      workspace,
      definition(['gpt-4o'], {
        benchmarks: [arithmetic(40)],
        methodology: { concurrency: 1 },
      }),
    );
    await until(async () => answers > 10 && answers, 5);
    const other = { ...turning, returned_model: 'gpt-4o-mini-2024-07-18' };
    await service.mock.setScript({ models: { ...MODELS, 'gpt-4o': other } });
    const evaluation = await service.ended(path);
    const [one] = evaluation.results.other_models;
    assert.equal(one.target_label, 'gpt-4o');
    assert.equal(one.expected_model, 'gpt-4o-2024-08-06');
    assert.equal(one.answers, 40);
    assert.deepEqual(one.others, { 'gpt-4o-mini-2024-07-18': one.other_answers });
    assert.ok(one.other_answers > 0 && one.other_answers < 40);
    assert.match(
      evaluation.results.warnings.join('\n'),
      /^gpt-4o(?: was not measured)?: \d+ of 40 responses \(.*\) came from a different model than gpt-4o-2024-08-06: gpt-4o-mini-2024-07-18 \(\d+\)/m,
    );
    const again = await service.ended(
      await service.start(await service.newWorkspace(), definition(['gpt-4o'])),
    );
    assert.equal(again.results.other_models[0].other_answers, 5);
    assert.equal(again.results.other_models[0].expected_model, 'gpt-4o');
    await service.mock.setScript({ models: MODELS });
    const { evaluation: same } = await service.run(definition(['renamed']));
    assert.equal(same.results.other_models, undefined);
  });

  test('a stack with a model is tried by one call, with its parameters', async () => {
    const workspace = await service.newWorkspace();
    const stack = async (model: object) =>
      (await service.call('POST', `/workspaces/${workspace}/stacks`, { name: 'S', model })).body.id;
    const tried = async (model: object) => {
      const json = { stack_id: await stack(model), input: 'What is 1 + 1?' };
      return service.call('POST', `/workspaces/${workspace}/stacks/try`, json);
    };
    const good = await tried({ provider: 'mock', model_id: 'good', temperature: 0.5 });
    assert.equal(good.status, 200, JSON.stringify(good.body));
    const { outcome, error, answer, model, request, cost_usd } = good.body;
    assert.deepEqual([outcome, error, model], ['passed', null, 'good']);
    assert.ok(answer.length > 0 && cost_usd > 0);
    assert.equal(request.body.temperature, 0.5);
    const wrong = await tried({ provider: 'mock', model_id: 'wrong key' });
    assert.equal(wrong.body.outcome, 'refused');
    assert.match(wrong.body.error, /401: Incorrect API key/);
    assert.equal((await tried({})).status, 422);
  });
});
