import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { startJsonServer } from '../../../test/support/json-server.ts';

type Body = Record<string, unknown>;

const javascript = (source: string) => ({ type: 'code', options: { language: 'javascript', source } });
const given = {
  response: 'It is 20 euros.',
  expected: '20',
  input: 'What is it?',
  metadata: { plan: 'basic' },
};

/** [sentence, body, what is answered]. */
const GRADED: readonly [string, Body, Body][] = [
  [
    'a grader by its name',
    { grader: 'contains', sample: given },
    { score: 1, reason: null, figures: {}, extracted: '20', error: null },
  ],
  [
    'code with a reason and figures',
    {
      grader: javascript(
        'const grade = ({ input, metadata }) => ({ score: 0.5, reason: input + metadata.plan, figures: { words: 4 } });',
      ),
      sample: given,
    },
    { score: 0.5, reason: 'What is it?basic', figures: { words: 4 }, error: null },
  ],
  [
    'code with an error',
    { grader: javascript('function grade() {\n  return undefined.length;\n}'), sample: given },
    { score: null, error: { reason: 'grader_error', message: /TypeError/, line: 2, column: /^\d+$/ } },
  ],
  [
    'code that does not end',
    {
      grader: {
        type: 'code',
        options: { language: 'javascript', source: 'function grade() { for (;;); }', timeout_ms: 100 },
      },
      sample: given,
    },
    { score: null, error: { reason: 'grading_timeout', message: /0\.1 s/, line: null, column: null } },
  ],
];

/** [sentence, body, status, pointer, what is said]. */
const REFUSED: readonly [string, Body, number, string | null, RegExp][] = [
  ['no sample', { grader: 'exact' }, 422, '/sample', /Give a sample/],
  ['an unknown grader', { grader: 'nothing', sample: given }, 422, '/grader', /there is no grader "nothing"/],
  [
    'no expected answer',
    { grader: 'exact', sample: { response: 'a' } },
    422,
    '/sample/expected',
    /needs an expected/,
  ],
  [
    'a grader that calls a model',
    { grader: { type: 'judge', options: { model: 'mock/m' } }, sample: given },
    422,
    '/grader',
    /calls a model/,
  ],
  [
    'a server that is not admitted',
    { grader: { type: 'http', options: { url: 'http://10.0.0.1/' } }, sample: given },
    422,
    '/grader',
    /TARGET_ALLOW_HOSTS/,
  ],
  ['another field', { grader: 'exact', sample: given, score: 1 }, 400, '/score', /./],
];

function assertLike(actual: unknown, wanted: unknown, sentence: string): void {
  if (wanted instanceof RegExp) assert.match(String(actual), wanted, sentence);
  else if (typeof wanted === 'object' && wanted !== null && Object.keys(wanted).length > 0)
    for (const [name, value] of Object.entries(wanted))
      assertLike((actual as Body | null)?.[name], value, `${sentence}: ${name}`);
  else assert.deepEqual(actual, wanted, sentence);
}

onEachDatabaseInFull('trying a grader over the API', (place) => {
  let service: EvaluationService;
  let server: Awaited<ReturnType<typeof startJsonServer>>;
  let workspaceId: string;
  before(async () => {
    server = await startJsonServer();
    service = await startEvaluationService(
      await place(),
      { models: { m: { answers: { kind: 'list', values: ['It is 20 euros.'] } } } },
      {},
      { 'target-allow-hosts': new URL(server.url).host },
    );
    workspaceId = await service.newWorkspace();
  });
  after(async () => {
    await service.stop();
    await server.stop();
  });
  const attempt = (body: Body) => service.call('POST', `/workspaces/${workspaceId}/graders/try`, body);

  for (const [sentence, body, wanted] of GRADED)
    test(`${sentence} grades a given sample`, async () => {
      const { status, body: result } = await attempt(body);
      assert.equal(status, 200, JSON.stringify(result));
      assertLike(result, wanted, sentence);
    });

  test('a server grades a sample of an evaluation, and the sample stays as it is', async () => {
    await service.newSource(workspaceId, 'own', JSON.stringify({ input: 'What is it?', expected: '21' }));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'own' }],
    });
    await service.ended(path);
    const [sample] = await service.samples(path);
    server.reply({ body: { score: 1, reason: 'It is right.' } });
    const { status, body } = await attempt({
      grader: { type: 'http', options: { url: `${server.url}/grade` } },
      evaluation_id: path.split('/').at(-1),
      sample_id: sample.id,
    });
    assert.equal(status, 200, JSON.stringify(body));
    assertLike(body, { score: 1, reason: 'It is right.' }, 'http');
    const { trace, ...sent } = server.seen().body;
    assert.deepEqual(sent, {
      input: 'What is it?',
      response: 'It is 20 euros.',
      expected: '21',
      metadata: null,
    });
    assert.equal((trace as Body).finish_reason, 'stop');
    assert.deepEqual((await service.samples(path))[0], sample);
    const unknown = await attempt({
      grader: 'exact',
      evaluation_id: path.split('/').at(-1),
      sample_id: '00000000-0000-4000-8000-000000000000',
    });
    assert.equal(unknown.status, 404);
  });

  for (const [sentence, body, status, pointer, says] of REFUSED)
    test(`${sentence} is refused`, async () => {
      const { status: answered, body: problem } = await attempt(body);
      assert.equal(answered, status, JSON.stringify(problem));
      assert.equal(problem.errors[0].pointer, pointer);
      assert.match(problem.detail, says);
    });
});
