import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';

const WEATHER = {
  name: 'weather.now',
  description: 'The weather of a city.',
  parameters: {
    type: 'dict',
    properties: { city: { type: 'string' }, hours: { type: 'float', description: 'How far ahead.' } },
    required: ['city'],
  },
};
const ASKED = ['Rome', 'Oslo', 'Lima', 'Kyiv'];
const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

function writeData(folder: string): void {
  mkdirSync(join(folder, 'possible_answer'), { recursive: true });
  const write = (name: string, rows: readonly object[]) => writeFileSync(join(folder, name), toLines(rows));
  const questions = (name: string) =>
    ASKED.map((city, i) => ({
      id: `${name}_${i}`,
      question: [[{ role: 'user', content: `What is the weather in ${city}?` }]],
      function: [WEATHER],
    }));
  write('BFCL_v4_simple_python.jsonl', questions('simple_python'));
  write(
    'possible_answer/BFCL_v4_simple_python.jsonl',
    ASKED.map((city, i) => ({
      id: `simple_python_${i}`,
      ground_truth: [{ 'weather.now': { city: [city], hours: ['', 1.5] } }],
    })),
  );
  write('BFCL_v4_irrelevance.jsonl', questions('irrelevance'));
  write('BFCL_v4_parallel.jsonl', questions('parallel'));
  const deep = [[{ role: 'user', content: 'Deep?' }]];
  write('BFCL_v4_multiple.jsonl', [{ id: 'multiple_0', question: deep, function: [nested(3_000)] }]);
  write('possible_answer/BFCL_v4_multiple.jsonl', [{ id: 'multiple_0', ground_truth: [{ deep: {} }] }]);
  // The answer to another question stands at the first place, and the others have none.
  write('possible_answer/BFCL_v4_parallel.jsonl', [{ id: 'parallel_9', ground_truth: [] }]);
}

/** A function whose one parameter is an object in an object, and so on. */
function nested(levels: number) {
  let parameters: object = { type: 'dict', properties: {} };
  for (let i = 0; i < levels; i++) parameters = { type: 'dict', properties: { a: parameters } };
  return { name: 'deep', description: 'Deep.', parameters };
}

/** Rome and Oslo are right, Lima has a wrong argument, and of Kyiv it only speaks. */
function callFor(city: string | undefined) {
  if (city === 'Kyiv') return 'I would call weather_now(city="Kyiv").';
  const given = city === 'Oslo' ? { city: 'oslo', hours: 1.5 } : { city: city === 'Lima' ? 'Rome' : city };
  return { tool_calls: [{ name: 'weather_now', arguments: given }] };
}

onEachDatabaseInFull('function calling', (newPlace) => {
  let service: EvaluationService;
  before(async () => {
    const place = await newPlace();
    writeData(join(place.dataDir, 'benchmarks', 'bfcl'));
    const answer = ({ prompt }: { prompt: string }) => callFor(ASKED.find((city) => prompt.includes(city)));
    service = await startEvaluationService(place, {
      defaults: { answers: { kind: 'function', answer } },
    });
  });
  after(() => service.stop());

  test('calls are graded argument by argument and kept with the answer', async () => {
    const { path, evaluation } = await service.run({
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'bfcl' }, { benchmark_type: 'bfcl', subset: 'irrelevance' }],
    });
    assert.equal(evaluation.status, 'completed', evaluation.error_message);
    const [{ benchmark_scores: scores }] = evaluation.results.target_results;
    assert.deepEqual(scores, { bfcl: 0.5, 'bfcl/irrelevance': 0.25 });
    const samples = await service.samples(path, '&benchmark=bfcl');
    const of = (city: string) => samples.find(({ input }) => input[0].content.includes(city));
    assert.deepEqual(of('Oslo')?.tool_calls, [
      { name: 'weather_now', arguments: '{"city":"oslo","hours":1.5}' },
    ]);
    assert.equal(of('Lima')?.score, 0);
    assert.equal(of('Kyiv')?.tool_calls, undefined);
    assert.equal(of('Rome')?.tools[0].name, 'weather_now');
    assert.equal(of('Rome')?.expected, '[{"weather.now": {"city": ["Rome"], "hours": ["", 1.5]}}]');
  });

  test('answers are shared with their calls, and graded again from what is kept', async () => {
    const workspace = await service.newWorkspace();
    const definition = { targets: [mockTarget('m')], benchmarks: [{ benchmark_type: 'bfcl' }] };
    await service.ended(await service.start(workspace, definition));
    const path = await service.start(workspace, definition);
    const { results } = await service.ended(path);
    assert.equal(results.target_results[0].benchmark_scores.bfcl, 0.5);
    const samples = await service.samples(path);
    assert.ok(samples.every(({ answer_of }) => answer_of !== null));
    const asked = service.requestsTo('m');
    await service.call('POST', `${path}/rescore`, {});
    const again = await service.ended(path);
    assert.equal(again.results.target_results[0].benchmark_scores.bfcl, 0.5);
    assert.equal(service.requestsTo('m'), asked);
  });

  test('an answer that belongs to another question refuses the file by its line', async () => {
    const { status, body } = await service.post(await service.newWorkspace(), {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'bfcl', subset: 'parallel' }],
    });
    assert.equal(status, 422);
    assert.match(
      JSON.stringify(body),
      /line 1: the answer at the place of parallel_0 is to parallel_9; line 2: there is no answer to parallel_1/,
    );
  });

  test('parameters that are nested too deep refuse the file by their line', async () => {
    const { status, body } = await service.post(await service.newWorkspace(), {
      targets: [mockTarget('m')],
      benchmarks: [{ benchmark_type: 'bfcl', subset: 'multiple' }],
    });
    assert.equal(status, 422);
    assert.match(
      JSON.stringify(body),
      /line 1: the parameters of multiple_0 are nested deeper than 50 levels/,
    );
  });
});
