import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MockScriptInput } from '@touchstone/mock';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { isInFull } from '../../../../../test/support/in-full.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what the test expects of it is what it asserts.
type Body = any;

const SCHEMA = {
  type: 'object',
  properties: { number: { type: 'integer' }, city: { type: 'string' } },
  required: ['number', 'city'],
};
const question = (i: number) => ({
  input: `Question ${i}: where does order ${i} go?`,
  schema: SCHEMA,
  expected: { number: i, city: 'Rome' },
});
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** What is planted at question i, by what it is asked with. */
const BY_FORMAT = ['right', 'right', 'right', 'wrong_fields'];
const IN_PROMPT = [
  'right',
  'invalid',
  'wrong_route',
  'refused',
  'truncated',
  'empty',
  'wrong_fields',
  'right',
];
const TEXTS: Readonly<Record<string, (i: number) => string>> = {
  right: (i) => JSON.stringify({ number: i, city: 'Rome' }),
  wrong_fields: (i) => JSON.stringify({ number: i, city: 'Oslo' }),
  invalid: (i) => JSON.stringify({ number: `${i}`, city: 'Rome' }),
  wrong_route: (i) => `Order ${i} goes to Rome.`,
  refused: () => "I'm sorry, but I can't help with that.",
  truncated: (i) => `{"number": ${i}, "city": "${'Rome '.repeat(200)}`,
  // An answer without a text or reasoning is none.
  empty: () => '<think>hm</think>',
};
const planted = ({ prompt }: { prompt: string }) => {
  const i = Number(/\d+/.exec(prompt)?.[0]);
  const kinds = prompt.includes('JSON Schema') ? IN_PROMPT : BY_FORMAT;
  return TEXTS[kinds[i % kinds.length] as string]?.(i) ?? '';
};

const readExample = (name: string) =>
  readFileSync(new URL(`../../../../../../examples/structured-output/${name}`, import.meta.url), 'utf8');
const EXAMPLE: MockScriptInput = JSON.parse(readExample('mock-model.json'));

onEachDatabaseInFull('evaluations of structured output', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  let ordersId: string;
  before(async () => {
    service = await startEvaluationService(
      await place(),
      {
        only_listed_models: true,
        models: {
          ...(EXAMPLE.models as MockScriptInput['models']),
          planted: { answers: { kind: 'function', answer: planted } },
        },
      },
      { prices: { planted: { input_usd_per_million: 1, output_usd_per_million: 1 } } },
    );
    workspaceId = await service.newWorkspace();
    ordersId = await service.newSource(
      workspaceId,
      'orders',
      lines(Array.from({ length: 40 }, (_, i) => question(i))),
    );
    await service.newSource(workspaceId, 'messages', readExample('messages.jsonl'));
  });
  after(() => service.stop());

  const of = (subset: string, models: string[] = ['planted']) => ({
    targets: models.map((one) => mockTarget(one)),
    benchmarks: [{ benchmark_type: 'structured_output', subset }],
  });
  const counts = ({ outcomes }: Body) =>
    Object.fromEntries(outcomes.flatMap(({ outcome, count }: Body) => (count > 0 ? [[outcome, count]] : [])));

  test('both conditions are measured, and every outcome, field and warning is told apart', async () => {
    const created = await service.call('POST', `/workspaces/${workspaceId}/stacks`, {
      name: 'planted',
      model: { provider: 'mock', model_id: 'planted', max_tokens: 60 },
    });
    const path = await service.start(workspaceId, {
      ...of('orders'),
      targets: [{ target_type: 'stack', target_id: created.body.id }],
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    const [format, prompt] = results.structured;
    assert.deepEqual(
      [format.benchmark, format.condition, prompt.benchmark, prompt.condition],
      [
        'structured_output/orders/response_format',
        'response_format',
        'structured_output/orders/prompt',
        'prompt',
      ],
    );
    assert.deepEqual(counts(format), { right: 30, wrong_fields: 10 });
    assert.deepEqual(counts(prompt), {
      right: 10,
      wrong_fields: 5,
      invalid: 5,
      truncated: 5,
      refused: 5,
      wrong_route: 5,
      empty: 5,
    });
    for (const { share, ci_low, ci_high } of [format.valid, ...format.outcomes, ...prompt.outcomes])
      assert.ok(ci_low <= share && share <= ci_high && ci_high - ci_low < 0.35);
    assert.deepEqual([format.valid.share, prompt.valid.share], [1, 15 / 40]);
    assert.deepEqual(
      format.fields.map(({ field, share, questions }: Body) => [field, share, questions]),
      [
        ['/city', 0.75, 40],
        ['/number', 1, 40],
      ],
    );
    assert.deepEqual([format.field_accuracy.share, format.invented_fields], [0.875, 0]);
    const [{ benchmark_scores: scores, metrics }] = results.target_results;
    assert.deepEqual(scores, { [format.benchmark]: 0.75, [prompt.benchmark]: 0.25 });
    assert.equal(metrics[`${prompt.benchmark}/valid`], 0.375);
    assert.equal(results.further_scores, undefined);
    const said = results.warnings.filter((one: string) => one.startsWith(`planted on ${prompt.benchmark}`));
    for (const words of ['cut off by the token limit', 'were refusals', 'instead of the requested JSON'])
      assert.ok(
        said.some((one: string) => one.includes(words) && one.includes('5 of 40')),
        words,
      );

    const samples = await service.samples(path);
    const asked = (benchmark: string, i: number) =>
      samples.find(
        (one) => one.benchmark === benchmark && one.input.at(-1).content.startsWith(`Question ${i}:`),
      );
    const byFormat = asked(format.benchmark, 3);
    assert.deepEqual(byFormat.response_format, { type: 'json_schema', schema: SCHEMA });
    assert.deepEqual(
      [byFormat.reason, byFormat.message, byFormat.score],
      ['wrong_fields', 'Not as expected: /city.', 0],
    );
    assert.equal(byFormat.input.length, 1);
    const invalid = asked(prompt.benchmark, 1);
    assert.equal(invalid.response_format, undefined);
    assert.ok(invalid.input[0].content.endsWith(JSON.stringify(SCHEMA)));
    assert.deepEqual([invalid.reason, invalid.outcome], ['invalid', 'scored']);
    assert.match(invalid.message, /\/number must be integer/);
    const refused = await service.samples(path, '&reason=refused');
    assert.equal(refused.length, 5);
    const line = (await service.call('GET', `${path}/export?format=html`)).body as unknown as string;
    assert.match(String(line), /Structured output outcomes/);
  });

  test('a source with a condition behind its name is asked in that alone, and a minimum names it so', async () => {
    const made = await service.call('POST', `/workspaces/${workspaceId}/scenarios`, {
      name: 'orders',
      workload_type: 'extraction',
      quality: [
        { benchmark: 'structured_output', subset: `${ordersId}/response_format`, min: 0.5 },
        { benchmark: 'structured_output', subset: 'orders/prompt', min: 0.6 },
      ],
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('planted'), { target_type: 'scenario', target_id: made.body.id }],
      benchmarks: [
        { benchmark_type: 'structured_output', subset: 'orders/prompt' },
        { benchmark_type: 'structured_output', subset: `${ordersId}/response_format` },
      ],
    });
    const { results, warnings } = await service.ended(path);
    assert.deepEqual(
      results.structured.map(({ condition }: Body) => condition),
      ['prompt', 'response_format'],
    );
    assert.deepEqual(
      results.requirements.map(({ status }: Body) => status).sort(),
      ['fail', 'pass'],
      JSON.stringify(warnings),
    );
  });

  test('what takes no response_format is named before anything is asked, with what to do', async () => {
    const { status, body } = await service.call('POST', `/workspaces/${workspaceId}/evaluations/estimate`, {
      name: 'Test',
      targets: [
        { target_type: 'model', model_provider: 'baseline', model_id: 'echo', label: 'echo' },
        mockTarget('planted'),
      ],
      benchmarks: [{ benchmark_type: 'structured_output', subset: 'orders' }],
    });
    assert.equal(status, 200, JSON.stringify(body));
    const said = body.warnings.filter((one: string) => one.includes('response_format'));
    assert.deepEqual(
      said.map((one: string) => one.split(':')[0]),
      ['echo on structured_output/orders/response_format'],
    );
    assert.match(said[0], /adding \/prompt/);
    assert.equal(body.targets[1].calls, 80);
    // The schema is counted in both conditions.
    assert.ok(body.targets[1].input_tokens > (80 * JSON.stringify(SCHEMA).length) / 4);
  });

  const REFUSED: readonly [says: string, row: object, problem: RegExp][] = [
    ['without a schema', { schema: undefined }, /schema is missing/],
    ['without an expected value', { expected: undefined }, /\/expected is missing/],
    [
      'with a reference to elsewhere',
      { schema: { $ref: 'https://example.com/s' } },
      /\/schema\/\$ref must begin with "#"/,
    ],
    ['with a reference to nothing', { schema: { $ref: '#/$defs/a' } }, /\/schema cannot be used/],
    ['with a word that JSON Schema has not', { schema: { typ: 'object' } }, /\/schema cannot be used/],
    [
      'whose expected value its schema does not allow',
      { expected: { number: 'x' } },
      /\/expected would not count as right/,
    ],
    ['with a whole number that cannot be held', { expected: { number: 2 ** 60, city: 'x' } }, /2\^53/],
    [
      'with a rule for no place',
      { fields: { '/town': { ignore_case: true } } },
      /\/fields\/~1town matches neither/,
    ],
    [
      'with a rule that means nothing',
      { fields: { '/city': { fuzzy: true } } },
      /\/fields\/~1city\/fuzzy is unknown/,
    ],
    ['with a name that no provider takes', { name: 'a b' }, /\/name must be/],
  ];
  for (const [says, row, problem] of REFUSED) {
    test(`a line ${says} refuses the file before anything is asked`, async () => {
      const title = `broken ${says}`;
      await service.newSource(workspaceId, title, lines([question(1), { ...question(2), ...row }]));
      const refused = await service.post(workspaceId, of(title));
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.match(refused.body.detail, problem);
      assert.ok(pointers(refused).every((one) => one === '/benchmarks/0/subset'));
    });
  }

  // It computes until its five seconds of processor time are over.
  const inFullOnly = { skip: !isInFull() };
  test(
    'a schema that takes for ever to validate is refused in time, and the service answers meanwhile',
    inFullOnly,
    async () => {
      // Each level tries the one below twice: 2^40 tries.
      const $defs = Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [
          `d${i}`,
          {
            anyOf: [
              { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { type: 'string' }] },
              { $ref: `#/$defs/d${i + 1}` },
            ],
          },
        ]),
      );
      const schema = { $defs: { ...$defs, d40: { type: 'object' } }, $ref: '#/$defs/d0' };
      await service.newSource(workspaceId, 'for ever', lines([{ ...question(1), schema }]));
      let refused: Body;
      const waiting = service.post(workspaceId, of('for ever')).then((answer) => {
        refused = answer;
      });
      let answered = 0;
      while (refused === undefined) {
        await service.call('GET', `/workspaces/${workspaceId}`);
        answered++;
        await sleep(50);
      }
      await waiting;
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.match(refused.body.detail, /\/schema takes more than 5 s/);
      assert.ok(answered >= 10, `${answered} answers meanwhile`);
    },
  );

  test('the example says of its two models what it promises', async () => {
    const { results } = await service.ended(
      await service.start(workspaceId, of('messages', ['careful', 'chatty'])),
    );
    const right = results.structured.map(({ target_label, condition, outcomes }: Body) => [
      target_label,
      condition,
      outcomes.find(({ outcome }: Body) => outcome === 'right').count,
    ]);
    assert.deepEqual(right, [
      ['careful', 'response_format', 7],
      ['chatty', 'response_format', 7],
      ['careful', 'prompt', 7],
      ['chatty', 'prompt', 2],
    ]);
    const chatty = results.structured.at(-1);
    assert.deepEqual(counts(chatty), { right: 2, wrong_fields: 1, invalid: 2, refused: 1, wrong_route: 2 });
  });
});
