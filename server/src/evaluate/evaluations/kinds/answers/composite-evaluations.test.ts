import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { gradesReply, readPrompt } from '../../../../../test/support/scripted-judge.ts';

const PRICE = { input_usd_per_million: 1000, output_usd_per_million: 1000 };
const QUESTION = 'What does the plan cost?';
const OTHER = 'Is there a free plan?';
const composite = (...parts: object[]) => ({ type: 'composite', options: { parts } });
const has = (expected: string, more: object = {}) => ({
  grader: { type: 'literal', options: { at: 'anywhere' } },
  expected,
  ...more,
});
const ROWS = [
  {
    input: QUESTION,
    grader: composite(
      has('20 euros', { metric: 'price' }),
      has('sorry', { not: true }),
      { grader: composite(has('month'), has('year')), weight: 2 },
      { grader: { type: 'latency', options: { max_ms: 60_000 } } },
      { grader: { type: 'cost', options: { max_usd: 0.001 } }, weight: 0 },
    ),
  },
  {
    input: OTHER,
    expected: 'yes',
    grader: composite({ grader: 'contains' }, { grader: { type: 'word_count', options: { max: 5 } } }),
  },
];

onEachDatabaseInFull('evaluations with a composite grader', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    const entries = { [QUESTION]: 'It is 20 euros a month.', [OTHER]: 'Yes, there is.' };
    service = await startEvaluationService(
      await place(),
      {
        models: {
          m: { answers: { kind: 'map', entries } },
          judge: {
            answers: {
              kind: 'function',
              answer: ({ messages }) =>
                gradesReply(
                  messages,
                  readPrompt(messages).inside.ANSWER?.includes('euros') ? 'pass' : 'fail',
                ),
            },
          },
        },
      },
      { prices: { m: PRICE, judge: PRICE } },
    );
    workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'tests', ROWS.map((row) => JSON.stringify(row)).join('\n'));
  });
  after(() => service.stop());

  test('a row is one item, each part keeps its grade, and metrics are scores of their own', async () => {
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'tests' }],
    });
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.equal(results.intervals[0].n, 2);
    assert.deepEqual(results.target_results[0].benchmark_scores, { 'dataset/tests': 0.5 });
    const further = results.further_scores.map(({ name, n, mean }: Record<string, unknown>) => [
      name,
      n,
      mean,
    ]);
    assert.deepEqual(further.toSorted(), [
      ['mean', 2, 0.9],
      ['price', 1, 1],
    ]);
    const samples = await service.samples(path);
    const sample = samples.find(({ input }) => input[0].content === QUESTION);
    assert.deepEqual([sample.score, sample.details], [0, { mean: 0.8, price: 1 }]);
    assert.deepEqual(
      sample.parts.map(({ part, grader, not, weight, score, passed }: Record<string, unknown>) =>
        [part, not ? 'not' : '', grader, weight, score, passed].join(' '),
      ),
      [
        '1  literal 1 1 true',
        '2 not literal 1 1 true',
        '3  composite 2 0.5 false',
        '3.1  literal 1 1 true',
        '3.2  literal 1 0 false',
        '4  latency 1 1 true',
        '5  cost 0 0 false',
      ],
    );
    assert.equal(sample.parts[0].metric, 'price');
    assert.match(sample.message, /^Parts that do not pass: 3\.2 \(literal\), 3 \(composite\), 5 \(cost\)\./);
    assert.deepEqual(Object.keys(sample.graded_by).toSorted(), ['composite', 'cost', 'latency', 'literal']);

    const csv = (await service.call('GET', `${path}/export?format=csv`)).body;
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    assert.match(
      rows.find(({ input }) => input?.includes(QUESTION))?.parts ?? '',
      /2 not literal 1 passed, 3 composite 0\.5 failed/,
    );

    // The latency and the price of kept answers are known again.
    assert.equal((await service.call('POST', `${path}/rescore`)).status, 200);
    await service.ended(path);
    const again = await service.samples(path);
    assert.deepEqual(
      again.map(({ score, parts }) => [score, parts]),
      samples.map(({ score, parts }) => [score, parts]),
    );
  });

  test('of more than 100 names of metrics the first are kept, with a warning', async () => {
    const rows = Array.from({ length: 102 }, (_, i) => ({
      input: `Is ${i} a number?`,
      grader: composite(has('a', { metric: `row ${i}` })),
    }));
    await service.newSource(workspaceId, 'named', rows.map((row) => JSON.stringify(row)).join('\n'));
    const path = await service.start(workspaceId, {
      targets: [{ target_type: 'model', model_provider: 'baseline', model_id: 'echo', label: 'echo' }],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'named', num_samples: 102 }],
    });
    const { results } = await service.ended(path);
    assert.equal(results.further_scores.length, 100);
    assert.match(
      JSON.stringify(results.warnings),
      /dataset\/named has more than 100 names of further scores/,
    );
  });

  test('a part that a model grades keeps its reason, is paid for, and names a model that is there', async () => {
    const polite = {
      grader: { type: 'judge', options: { model: 'mock/judge' } },
      expected: 'It names a price.',
    };
    const rows = [QUESTION, OTHER].map((input) => ({ input, grader: composite(has('is'), polite) }));
    await service.newSource(workspaceId, 'judged', rows.map((row) => JSON.stringify(row)).join('\n'));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'judged' }],
    });
    const { results } = await service.ended(path);
    assert.deepEqual(results.target_results[0].benchmark_scores, { 'dataset/judged': 0.5 });
    const samples = await service.samples(path);
    const graded = samples.find(({ input }) => input[0].content === OTHER);
    assert.equal(graded.message, 'Parts that do not pass: 2 (judge). 2: as told');
    assert.deepEqual(samples.map(({ parts }) => parts[1].score).toSorted(), [0, 1]);
    assert.ok(results.cost.grading_usd > 0);

    const nobody = { grader: { type: 'judge', options: { model: 'nobody/x' } }, expected: 'It is polite.' };
    await service.newSource(
      workspaceId,
      'nobody',
      JSON.stringify({ input: QUESTION, grader: composite(nobody) }),
    );
    const refused = await service.post(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'nobody' }],
    });
    assert.equal(refused.status, 422);
    assert.match(JSON.stringify(refused.body), /No model provider is called/);
  });
});
