import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type MockApp, type MockAppOptions, startMockApp } from '@touchstone/mock';
import { assertClose } from '../../../../../test/support/assert-close.ts';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON bodies; what a test expects of them is what it asserts.
type Body = any;

const OTHER_WORDS = 'It comes in the shade of ripe cherries.';
const UNKNOWN = 'Answer: unknown, since none of them says it.';

const NAMES = 'Aurora|Boreal|Cirrus|Delta|Ember|Fjord|Gale|Harbor|Isle|Juniper'.split('|');
const PARTS = 'kettle|lamp|pump|valve|radio|drill|fan|heater'.split('|');
const THINGS = NAMES.flatMap((name) => PARTS.map((part) => `${name} ${part}`));
const monthsOf = (i: number) => 100 + 7 * i;
const sentenceOf = (thing: string, i: number) => `The ${thing} has a warranty of ${monthsOf(i)} months.`;
const questionOf = (thing: string) => `How many months is the warranty of the ${thing}?`;

/** A corpus of 80 documents, a question of each, and ten that none answers. */
const DOCUMENTS = THINGS.map((thing, i) => ({ id: `doc-${i}`, text: sentenceOf(thing, i) }));
const ITEMS = [
  ...THINGS.map((thing, i) => ({
    input: questionOf(thing),
    expected: String(monthsOf(i)),
    documents: [`doc-${i}`],
  })),
  ...NAMES.map((name) => ({ input: `Is the ${name} red?`, expected: null, documents: [] })),
];
const toLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const QUESTIONS = toLines([
  ...THINGS.map((thing, i) => ({
    question: questionOf(thing),
    answer: monthsOf(i),
    grader: 'numeric',
    relevant: [{ id: `doc-${i}`, text: sentenceOf(thing, i) }],
  })),
  ...NAMES.map((name) => ({ question: `Is the ${name} red?`, answerable: false })),
]);

const endpointOf = (url: string, request: object = {}) => ({
  kind: 'http',
  url: `${url}/answer`,
  request: { question: '{{input}}', passages: '{{passages}}', ...request },
  response: { answer: '$.answer', passages: { each: '$.passages[*]', text: '$.text', id: '$.id' } },
});

const PLANTED: [string, MockAppOptions, culprit: string][] = [
  ['Bad retriever', { recall: 0.3, readerAccuracy: 1, seed: 1 }, 'retriever'],
  ['Bad reader', { recall: 1, readerAccuracy: 0.4, seed: 2 }, 'reader'],
  ['Both good', { recall: 1, readerAccuracy: 1, seed: 3 }, 'neither'],
  ['Both bad', { recall: 0.3, readerAccuracy: 0.3, seed: 4 }, 'both'],
];

onEachDatabaseInFull('answers from passages', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  const apps: MockApp[] = [];
  before(async () => {
    service = await startEvaluationService(
      await place(),
      { defaults: { answers: { kind: 'function', answer: ({ prompt }) => readFrom(prompt) } } },
      { prices: { reader: { input_usd_per_million: 1, output_usd_per_million: 1 } } },
    );
    workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'Questions', QUESTIONS);
  });
  after(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await service.stop();
  });

  const newStack = (name: string, more: object) =>
    service.call('POST', `/workspaces/${workspaceId}/stacks`, { name, model: {}, ...more });

  async function stackTarget(name: string, more: object) {
    const { status, body } = await newStack(name, more);
    assert.equal(status, 201, JSON.stringify(body));
    return { target_type: 'stack', target_id: body.id, label: name };
  }

  async function appTarget(name: string, options: MockAppOptions) {
    const app = await startMockApp({ documents: DOCUMENTS, items: ITEMS, ...options });
    apps.push(app);
    return stackTarget(name, { endpoint: endpointOf(app.url) });
  }

  const of = (subset: string, more: object = {}) => [{ benchmark_type: 'rag', subset, k: 3, ...more }];

  test('the planted culprit is named, and the figures are those counted from the passages', async () => {
    const targets = await Promise.all(PLANTED.map(([name, options]) => appTarget(name, options)));
    const definition = { targets, benchmarks: of('Questions') };
    const estimate = await service.call('POST', `/workspaces/${workspaceId}/evaluations/estimate`, {
      name: 'Test',
      ...definition,
    });
    // 80 questions under three conditions, and ten that nothing answers under one.
    assert.equal(estimate.body.targets[0].calls, 3 * 80 + 10);
    assert.match(estimate.body.assumptions.join(' '), /3 conditions \(retrieved, gold, none\)/);
    const path = await service.start(workspaceId, definition);
    const { status, results, error_message } = await service.ended(path);
    assert.equal(status, 'completed', error_message);
    const samples = await service.samples(path);
    for (const [name, , culprit] of PLANTED) {
      const report = results.retrieval.find((one: Body) => one.target_label === name);
      assert.equal(report.culprit, culprit, JSON.stringify(report));
      assert.match(report.sentence, new RegExp(`^${name} on rag/Questions: `));
      const own = samples.filter((one) => one.target_label === name && one.benchmark === 'rag/Questions');
      assert.equal(own.length, 80);
      const mean = (value: (one: Body) => number) => own.reduce((sum, one) => sum + value(one), 0) / 80;
      const rankOf = ({ input, passages }: Body) => {
        const { documents = [] } = ITEMS.find((one) => one.input === input[0].content) ?? {};
        return passages.findIndex(({ id }: Body) => id === documents[0]) + 1;
      };
      assertClose(
        report.recall.value,
        mean((one) => Number(rankOf(one) > 0)),
        1e-12,
      );
      assertClose(
        report.precision.value,
        mean((one) => Number(rankOf(one) > 0) / one.passages.length),
        1e-12,
      );
      assertClose(
        report.ndcg.value,
        mean((one) => (rankOf(one) > 0 ? 1 / Math.log2(rankOf(one) + 1) : 0)),
        1e-12,
      );
      assertClose(
        report.answer.retrieved.value,
        mean(({ score }) => score),
        1e-12,
      );
      const { retriever, reader, both } = report.lost;
      assertClose(retriever.value + reader.value + both.value, 1 - report.answer.retrieved.value, 1e-12);
      assertClose(report.gold_gain.value, report.answer.gold.value - report.answer.retrieved.value, 1e-12);
      assert.equal(report.answer.none.value, 0);
      // What this application cannot find it refuses, and all it says it cites.
      assertClose(report.wrong_refusal.value, 1 - report.recall.value, 1e-12);
      assertClose(report.citation_recall.value, report.recall.value, 1e-12);
      assertClose(report.citation_precision.value, report.recall.value, 1e-12);
      const [{ benchmark_scores: scores }] = results.target_results.filter(
        (one: Body) => one.target_label === name,
      );
      assert.equal(scores['rag/Questions/recall'], report.recall.value);
      assert.equal(scores['rag/Questions/right_refusal'], report.right_refusal.value);
    }
    const compared = new Set(results.comparisons.map(({ metric }: Body) => metric));
    assert.ok(compared.has('rag/Questions/ndcg') && compared.has('rag/Questions/right_refusal'));
    assert.ok(!compared.has('rag/Questions/gold') && !compared.has('rag/Questions/none'));
    const better = results.comparisons.find(
      ({ metric, target_a, target_b }: Body) =>
        metric === 'rag/Questions' && [target_a, target_b].sort().join() === 'Bad retriever,Both good',
    );
    assert.equal(better.winner, 'Both good');
    assert.doesNotMatch(JSON.stringify(results), /NaN/);
  });

  test('a model is asked with the passages of the workspace, by the documented prompt, and its sample shows them', async () => {
    const id = await service.newSource(workspaceId, 'Manual', `# Warranties\n\n${longManual()}`);
    await service.newSource(
      workspaceId,
      'Manual questions',
      toLines([
        ...THINGS.slice(0, 20).map((thing, i) => ({
          question: questionOf(thing),
          answer: monthsOf(i),
          grader: 'numeric',
          relevant: [{ quote: sentenceOf(thing, i), source: 'Manual' }],
        })),
        { question: 'Is the Aurora kettle red?', answerable: false },
      ]),
    );
    const model = { provider: 'mock', model_id: 'reader', system: 'You serve a shop.' };
    const target = await stackTarget('Search', {
      model,
      retrieval: { mode: 'keyword', k: 4, source_ids: [id] },
    });
    const path = await service.start(workspaceId, { targets: [target], benchmarks: of('Manual questions') });
    const { status, results, error_message } = await service.ended(path);
    assert.equal(status, 'completed', error_message);
    const { targets } = (await service.call('GET', `${path}/manifest`)).body;
    assert.deepEqual(targets[0].retrieval, { mode: 'keyword', k: 4, source_ids: [id] });
    const warningsOf = async (benchmarks: object[]): Promise<string[]> => {
      const definition = { name: 'Asked', targets: [target], benchmarks };
      const at = `/workspaces/${workspaceId}/evaluations/estimate`;
      return (await service.call('POST', at, definition)).body.warnings ?? [];
    };
    const unused = /^Search states retrieval, which only the benchmark rag uses: arithmetic calls the model/;
    const arithmetic = { benchmark_type: 'arithmetic', num_samples: 2 };
    assert.ok((await warningsOf([arithmetic])).some((warning) => unused.test(warning)));
    assert.ok(
      !(await warningsOf(of('Manual questions'))).some((warning) => /states retrieval/.test(warning)),
    );
    const [report] = results.retrieval;
    assert.equal(report.recall.value, 1);
    assert.equal(report.answer.retrieved.value, 1);
    assert.equal(report.answer.none.value, 0);
    assert.equal(report.right_refusal.value, 1);
    assert.equal(report.citation_recall.value, 1);
    const samples = await service.samples(path);
    const sample = samples.find(({ benchmark }) => benchmark === 'rag/Manual questions');
    assert.equal(sample.input[0].content, 'You serve a shop.');
    assert.match(sample.input[1].content, /^Answer the question from the numbered passages.*\[1\] Manual/s);
    assert.ok(
      sample.passages.length <= 4 && sample.passages.every((one: Body) => !one.text.includes('"question"')),
    );
    assert.deepEqual(
      sample.retrieval.passages.map(({ relevant }: Body) => relevant).indexOf(true) + 1,
      sample.retrieval.relevant[0].rank,
    );
    assert.deepEqual(
      sample.retrieval.citations.map(({ verified, supports }: Body) => [verified, supports]),
      [[true, true]],
    );
    const gold = samples.find(({ benchmark }) => benchmark === 'rag/Manual questions/gold');
    assert.equal(gold.passages.length, 1);
    assert.match(gold.passages[0].text, /^Manual/);
    // Graded again from what is kept.
    const asked = service.requestsTo('reader');
    await service.call('POST', `${path}/rescore`, {});
    const again = await service.ended(path);
    assert.deepEqual(again.results.retrieval, results.retrieval);
    assert.equal(service.requestsTo('reader'), asked);
  });

  test('where a question names no grader, an answer in other words may be right, and a refusal is wrong', async () => {
    const id = await service.newSource(workspaceId, 'Colours', 'The lamps and the pumps are dark red.');
    const lines = ['lamp', 'pump'].map((thing) => ({
      question: `Which colour has the ${thing}?`,
      answer: 'dark red',
      relevant: [{ quote: 'dark red', source: 'Colours' }],
    }));
    await service.newSource(workspaceId, 'Colour questions', toLines(lines));
    const target = await stackTarget('Colours', {
      model: { provider: 'mock', model_id: 'reader' },
      retrieval: { mode: 'keyword', k: 4, source_ids: [id] },
    });
    const benchmarks = of('Colour questions', { conditions: ['retrieved'] });
    const path = await service.start(workspaceId, { targets: [target], benchmarks });
    const { status, error_message } = await service.ended(path);
    assert.equal(status, 'completed', error_message);
    const samples = await service.samples(path);
    const said = samples.map(({ answer, score, lenient_score }) => [answer, score, lenient_score]);
    assert.deepEqual(said.toSorted(), [
      [UNKNOWN, 0, undefined],
      [OTHER_WORDS, 0, 1],
    ]);
  });

  test('a scenario judges any of the measures by its interval', async () => {
    const scenario = await service.call('POST', `/workspaces/${workspaceId}/scenarios`, {
      name: 'Shop',
      workload_type: 'rag',
      quality: [
        { benchmark: 'rag', subset: 'Questions', min: 0.8 },
        { benchmark: 'rag', subset: 'Questions', metric: 'recall', min: 0.8 },
        { benchmark: 'rag', subset: 'Questions', metric: 'right_refusal', min: 0.5 },
      ],
    });
    assert.equal(scenario.status, 201, JSON.stringify(scenario.body));
    const targets = [
      await appTarget('Poor', { recall: 0.3, seed: 5 }),
      { target_type: 'scenario', target_id: scenario.body.id },
    ];
    const benchmarks = of('Questions', { conditions: ['retrieved'] });
    const { results } = await service.ended(await service.start(workspaceId, { targets, benchmarks }));
    const statusOf = (key: string) =>
      results.requirements.find(({ benchmark }: Body) => benchmark === key)?.status;
    assert.deepEqual(
      ['', '/recall', '/right_refusal'].map((measure) => statusOf(`rag/Questions${measure}`)),
      ['fail', 'fail', 'pass'],
    );
    const [report] = results.retrieval;
    assert.deepEqual([report.culprit, report.lost, report.answer.gold], [null, null, null]);
    const wrong = await service.call('POST', `/workspaces/${workspaceId}/scenarios`, {
      name: 'Wrong',
      workload_type: 'rag',
      quality: [{ benchmark: 'rag', subset: 'Questions', metric: 'mrr', min: 0.8 }],
    });
    assert.match(
      JSON.stringify(wrong.body),
      /is not the score of rag, which is accuracy, or recall, precision/,
    );
  });

  test('what cannot be asked is refused when it is written, by its pointer', async () => {
    const refusedStack = async (more: object, pattern: RegExp, status = 422) => {
      const { status: said, body } = await newStack('Refused', more);
      assert.equal(said, status, JSON.stringify(body));
      assert.match(JSON.stringify(body), pattern);
    };
    await refusedStack({ retrieval: { k: 0 } }, /\/retrieval\/k/, 400);
    await refusedStack({ retrieval: { k: 51 } }, /\/retrieval\/k/, 400);
    await refusedStack({ retrieval: { k: 3, mode: 'fuzzy' } }, /\/retrieval\/mode/, 400);
    const absent = '018f0000-0000-7000-8000-000000000000';
    await refusedStack({ retrieval: { k: 3, source_ids: [absent] } }, /\/retrieval\/source_ids\/0/);
    await refusedStack({ retrieval: { k: 3 }, endpoint: endpointOf('http://127.0.0.1:9') }, /"\/retrieval"/);

    const model = { provider: 'mock', model_id: 'reader' };
    const searching = await stackTarget('Searching', { model, retrieval: { k: 3 } });
    const refused = async (definition: object, pointer: string, pattern: RegExp) => {
      const answer = await service.post(workspaceId, definition);
      assert.equal(
        answer.status,
        answer.body.code === 'invalid_request' ? 400 : 422,
        JSON.stringify(answer.body),
      );
      assert.equal(pointers(answer)[0], pointer);
      assert.match(JSON.stringify(answer.body), pattern);
    };
    await refused(
      { targets: [mockTarget('reader')], benchmarks: of('Questions') },
      '/benchmarks/0/benchmark_type',
      /reader has no passages: use a stack with retrieval/,
    );
    const deaf = endpointOf('http://127.0.0.1:9', { passages: 'none' });
    const application = await stackTarget('Application', { endpoint: deaf });
    await refused(
      { targets: [application], benchmarks: of('Questions') },
      '/benchmarks/0/conditions',
      /use \{\{passages\}\} in the request/,
    );
    await refused(
      { targets: [searching], benchmarks: of('Questions', { conditions: ['gold'] }) },
      '/benchmarks/0/conditions',
      /must include retrieved/,
    );
    await refused(
      { targets: [searching], benchmarks: [{ benchmark_type: 'arithmetic', k: 3 }] },
      '/benchmarks/0/k',
      /arithmetic uses no passages/,
    );
    await service.newSource(
      workspaceId,
      'Bad questions',
      toLines([
        { question: 'A?', answer: 'a', relevant: [{ quote: 'These words are nowhere.' }] },
        { question: 'B?', answer: 'b', relevant: [{ id: absent }] },
        { question: 'C?', answer: 'c', relevant: [{ quote: 'x' }], k: 3 },
      ]),
    );
    const { body } = await service.post(workspaceId, {
      targets: [searching],
      benchmarks: of('Bad questions'),
    });
    const said = body.errors.map(({ detail }: Body) => detail);
    assert.match(said[0], /^line 1: \/relevant\/0\/quote is in no source that is ready: "These words/);
    assert.match(said[1], /^line 2: \/relevant\/0\/id "018f.*" is not a passage of a ready source/);
    assert.match(said[2], /^line 3: \/k is not a field/);
  });
});

/** What reads the passages of the prompt as the prompt asks for: the first sentence about the thing that is asked about. */
function readFrom(prompt: string): string {
  if (prompt.includes('Which colour has the lamp?')) return OTHER_WORDS;
  const [, thing = ''] = /warranty of the (.+?)\?/.exec(prompt.slice(prompt.lastIndexOf('Question: '))) ?? [];
  const passages = [...prompt.matchAll(/^\[(\d+)\] (.*?)(?=^\[\d+\] |^Question: )/gms)];
  for (const [, number, text = ''] of passages) {
    const found = new RegExp(`The ${thing} has a warranty of (\\d+) months\\.`).exec(text);
    if (thing !== '' && found)
      return `It is ${found[1]} months [${number}: "${found[0]}"].\nAnswer: ${found[1]}`;
  }
  return UNKNOWN;
}

/** The sentences far enough from each other for chunks of their own. */
function longManual(): string {
  return THINGS.map(
    (thing, i) => `## ${thing}\n\n${sentenceOf(thing, i)} ${'It is made with care. '.repeat(60)}`,
  ).join('\n\n');
}
