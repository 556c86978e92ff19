import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';

type Body = Record<string, unknown>;

const javascript = (source: string, options: object = {}) => ({
  type: 'code',
  options: { language: 'javascript', source, ...options },
});
const python = (source: string) => ({ type: 'code', options: { language: 'python', source } });
const CHECKS_PRICE = `
function grade({ input, response, expected, metadata, trace }) {
  const found = /(\\d+) euros/.exec(response);
  return {
    score: found !== null && found[1] === expected ? 1 : 0.25,
    reason: input + ' ' + metadata.plan + ' ' + trace.finish_reason,
    figures: { price: Number(found?.[1] ?? 0) },
  };
}`;
const SAME = 'const grade = ({ response, expected }) => response === expected;';

interface Row {
  sentence: string;
  grader: object;
  more?: object;
  score?: number | null;
  sample: Body;
}

/** All are answered "It is 20 euros."; [what the row is, its grader, what its sample has]. */
const ROWS: readonly Row[] = [
  {
    sentence: 'a score, a reason and figures',
    grader: javascript(CHECKS_PRICE),
    more: { expected: '20', metadata: { plan: 'basic' } },
    sample: { score: 1, message: 'Question 0 basic stop', details: { price: 20 } },
  },
  {
    sentence: 'a share',
    grader: javascript(CHECKS_PRICE),
    more: { expected: '30', metadata: { plan: 'basic' } },
    sample: { score: 0.25, outcome: 'scored' },
  },
  {
    sentence: 'true or false',
    grader: javascript(SAME),
    more: { expected: 'It is 20 euros.' },
    sample: { score: 1 },
  },
  {
    sentence: 'a part of a composite',
    grader: {
      type: 'composite',
      options: {
        parts: [
          { grader: 'contains', expected: 'euros' },
          { grader: javascript(SAME), expected: 'x', not: true },
        ],
      },
    },
    sample: { score: 1 },
  },
  {
    sentence: 'an error with its line and column',
    grader: javascript('function grade() {\n  return undefined.length;\n}'),
    sample: {
      outcome: 'unscored',
      reason: 'grader_error',
      message: /^The grader code failed: TypeError: .*undefined \(line 2, column \d+\)$/,
    },
  },
  {
    sentence: 'code that cannot be read',
    grader: javascript('function grade() {\n  return (1;\n}'),
    sample: {
      outcome: 'unscored',
      reason: 'grader_error',
      message: /SyntaxError: .* \(line 2, column \d+\)$/,
    },
  },
  {
    sentence: 'code without the function',
    grader: javascript('const score = 1;'),
    sample: { outcome: 'unscored', reason: 'grader_error', message: /The code has no function "grade"/ },
  },
  {
    sentence: 'a score that is none',
    grader: javascript('const grade = () => 7;'),
    sample: { outcome: 'unscored', reason: 'grader_error', message: /a score from 0 to 1.*it returned 7/ },
  },
  {
    sentence: 'a score of Python',
    grader: python(
      'import re\ndef grade(sample):\n  price = re.search(r"(\\d+) euros", sample["response"])\n  return {"score": price[1] == sample["expected"], "reason": "It is read.", "figures": {"price": int(price[1])}}',
    ),
    more: { expected: '20' },
    sample: { score: 1, message: 'It is read.', details: { price: 20 } },
  },
  {
    sentence: 'an error of Python with its line and column',
    grader: python('def grade(sample):\n  return sample["nothing"]'),
    sample: {
      outcome: 'unscored',
      reason: 'grader_error',
      message: "The grader code failed: KeyError: 'nothing' (line 2, column 10)",
    },
  },
  {
    sentence: 'an endless loop',
    grader: javascript('function grade() { for (;;); }', { timeout_ms: 200 }),
    sample: { outcome: 'unscored', reason: 'grading_timeout', message: /more than 0\.2 s of processor time/ },
  },
];

onEachDatabaseInFull('evaluations that are graded by code of a user', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), {
      models: { m: { answers: { kind: 'list', values: ['It is 20 euros.'] } } },
    });
    workspaceId = await service.newWorkspace();
  });
  after(() => service.stop());

  const rowsOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

  test('each response has what the code says of it, now and when it is graded again', async () => {
    const rows = ROWS.map(({ grader, more }, i) => ({ input: `Question ${i}`, grader, ...more }));
    await service.newSource(workspaceId, 'own', rowsOf(rows));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'own' }],
    });
    const { status, warnings } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.match(
      JSON.stringify(warnings),
      /graded by what the dataset defines: code javascript [0-9a-f]{16}/,
    );
    async function check(): Promise<void> {
      const samples = await service.samples(path);
      for (const [i, { sentence, sample: wanted }] of ROWS.entries()) {
        const sample = samples.find(({ input }) => input[0].content === `Question ${i}`);
        assert.ok(sample, sentence);
        for (const [name, value] of Object.entries(wanted))
          if (value instanceof RegExp) assert.match(String(sample[name]), value, sentence);
          else assert.deepEqual(sample[name], value, `${sentence}: ${name} ${JSON.stringify(sample)}`);
      }
    }
    await check();
    const { graded_by } = (await service.call('GET', `${path}/manifest`)).body;
    const names = graded_by.map(({ name }: Body) => name);
    assert.equal(
      names.filter((name: string) => /^code (javascript|python) [0-9a-f]{16}$/.test(name)).length,
      9,
    );
    assert.equal((await service.call('POST', `${path}/rescore`)).status, 200);
    assert.equal((await service.ended(path)).status, 'completed');
    await check();
  });

  test('rules of adherence are decided by code, which the manifest names', async () => {
    const rule = (name: string, source: string) => ({
      rule: name,
      grader: javascript(source),
      expected: 'x',
    });
    const rules = [
      rule('names a price', 'const grade = ({ response }) => /[0-9]+ euros/.test(response);'),
      rule('asks back', 'const grade = ({ response }) => response.includes("?");'),
    ];
    await service.newSource(workspaceId, 'rules', rowsOf([{ input: 'a', rules }]));
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'adherence', subset: 'rules' }],
    });
    assert.equal((await service.ended(path)).status, 'completed');
    const [sample] = await service.samples(path);
    assert.deepEqual([sample.score, sample.message], [0.5, 'Broken: asks back.']);
    const { graded_by } = (await service.call('GET', `${path}/manifest`)).body;
    assert.equal(
      graded_by.filter(({ name }: { name: string }) => name.startsWith('code javascript ')).length,
      2,
    );
  });

  test('a grader of a whole dataset is code, and its options are checked where it is named', async () => {
    const sources = `/workspaces/${workspaceId}/sources`;
    const content = rowsOf([
      { input: 'a', expected: 'It is 20 euros.' },
      { input: 'b', expected: 'c' },
    ]);
    const refused = await service.call('POST', sources, {
      type: 'text',
      title: 'refused',
      content,
      grader: javascript('', { timeout_ms: 0, language: 'cobol' }),
    });
    assert.equal(refused.status, 422);
    assert.match(JSON.stringify(refused.body), /language.*javascript, python/);
    const id = await service.newSource(workspaceId, 'whole', content);
    assert.equal((await service.call('PATCH', `${sources}/${id}`, { grader: javascript(SAME) })).status, 200);
    const path = await service.start(workspaceId, {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'whole' }],
    });
    const { results } = await service.ended(path);
    assert.deepEqual(results.target_results[0].benchmark_scores, { 'dataset/whole': 0.5 });
  });
});
