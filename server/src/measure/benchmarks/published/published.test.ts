import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { benchmarksIn, sampleAll } from '../../../../test/support/benchmark-service.ts';
import { REPLIES, toLines, writeFixtures } from '../../../../test/support/published-files.ts';
import { AppError } from '../../../kernel/errors.ts';
import { grade } from '../../graders/graders.ts';
import type { ItemsRequest } from '../benchmark.ts';
import type { Item } from '../item.ts';
import { createDataDirectory } from './data-directory.ts';

const directory = mkdtempSync(join(tmpdir(), 'benchmarks-'));
const { get } = benchmarksIn(directory);
const ask = { subset: null, sampleSize: 100, seed: 0 } satisfies ItemsRequest;
const promptOf = (item: Item): string => item.input.at(-1)?.content ?? '';

before(() => writeFixtures(directory));
after(() => rmSync(directory, { recursive: true }));

async function refusal(reading: Promise<unknown>): Promise<AppError> {
  const error = await reading.then(
    () => assert.fail('it should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError, String(error));
  return error;
}

for (const [type, replies] of Object.entries(REPLIES)) {
  test(`${type}: each reply to the fixture is worth what was counted by hand`, async () => {
    const { items } = await sampleAll(get(type), ask);
    assert.equal(items.length, replies.length);
    for (const { mark, text, score, extraction } of replies) {
      const item = items.find((one) => promptOf(one).includes(mark));
      assert.ok(item, mark);
      const result = grade(item.grader, item.expected, { text, reasoning: null, finishReason: 'stop' });
      assert.ok(result.state === 'scored');
      assert.deepEqual({ score: result.score, extraction: result.extraction }, { score, extraction }, text);
    }
  });

  test(`${type}: one seeded sample; a larger one begins with it`, async () => {
    const benchmark = get(type);
    const { items } = await sampleAll(benchmark, ask);
    assert.deepEqual((await sampleAll(benchmark, ask)).items, items);
    assert.deepEqual((await sampleAll(benchmark, { ...ask, sampleSize: 2 })).items, items.slice(0, 2));
    const { read } = await benchmark.sampleItems(ask);
    assert.ok(read.length > 0);
    for (const { name, address, sha256 } of read) {
      assert.ok(benchmark.files.some((file) => file.name === name && file.address === address));
      assert.match(sha256, /^[0-9a-f]{64}$/);
    }
  });

  test(`${type}: without its data it says what is missing and how to get it`, async () => {
    const nowhere = benchmarksIn(join(directory, 'nowhere')).get(type);
    const error = await refusal(sampleAll(nowhere, ask));
    assert.equal(error.code, 'benchmark_unavailable');
    assert.match(error.message, new RegExp(`BENCHMARK_DATA_DIR/${type}/.*POST /benchmarks/${type}/fetch`));
    assert.equal(nowhere.offline, false);
    assert.equal(get(type).offline, true);
  });

  test(`${type}: it says what it measures, what not, and why scores differ`, () => {
    const { measures, doesNotMeasure, licence, size, differs, files } = get(type);
    for (const said of [measures, doesNotMeasure, licence, size, differs]) assert.ok(said && said.length > 2);
    assert.ok(files.every(({ address }) => address.startsWith('https://')));
  });
}

const SUBSETS: [string, string, string[]][] = [
  ['mmlu', 'anatomy', ['M1', 'M3']],
  ['mmlu_pro', 'chemistry', ['P1', 'P3']],
  ['squad', 'v2.0', ['S1', 'S2', 'S3', 'S4']],
  ['ifeval', 'loose', ['I1', 'I2', 'I3']],
];

test('a subset has the items that its name describes, and an unknown subset is refused', async () => {
  for (const [type, subset, marks] of SUBSETS) {
    const { items } = await sampleAll(get(type), { ...ask, subset });
    const found = marks.filter((mark) => items.some((item) => promptOf(item).includes(mark)));
    assert.deepEqual([items.length, found], [marks.length, marks], subset);
    assert.match(
      (await refusal(sampleAll(get(type), { ...ask, subset: 'x' }))).message,
      /has no subset "x"; it has/,
    );
  }
});

test('worked examples stand before the question, as earlier turns', async () => {
  const { items } = await sampleAll(get('gsm8k'), { ...ask, subset: '5-shot' });
  const [first] = items;
  assert.equal(first?.input.length, 11);
  assert.equal(first?.input[1]?.content, 'It is 2.\nThe final answer is 2');
  const pro = (await sampleAll(get('mmlu_pro'), { ...ask, subset: 'chemistry' })).items[0];
  assert.deepEqual(
    pro?.input.map(({ role }) => role),
    ['system', ...Array(5).fill(['user', 'assistant']).flat(), 'user'],
  );
});

test('gold answers are shuffled where the data has them first', async () => {
  const letters = new Set<string>();
  for (let seed = 0; seed < 20; seed++)
    for (const { expected } of (await sampleAll(get('truthfulqa_mc1_gen'), { ...ask, seed })).items)
      letters.add(String(expected));
  assert.ok(letters.size >= 2);
});

test('SQuAD v2.0: saying that there is no answer is right where there is none', async () => {
  const { items } = await sampleAll(get('squad'), { ...ask, subset: 'v2.0' });
  const item = items.find((one) => promptOf(one).includes('S4'));
  assert.equal(item?.expected, 'unanswerable');
});

test('IFEval: loose accepts what strict does not', async () => {
  const { items } = await sampleAll(get('ifeval'), { ...ask, subset: 'loose' });
  const item = items.find((one) => promptOf(one).includes('I3'));
  assert.ok(item);
  const text = 'Sure!\n"Quoted"\nBye';
  const result = grade(item.grader, item.expected, { text, reasoning: null, finishReason: 'stop' });
  assert.equal(result.state === 'scored' && result.score, 1);
});

test('malformed rows are named by their number, and left out only when told to', async () => {
  const broken = mkdtempSync(join(tmpdir(), 'benchmarks-'));
  await writeFixtures(broken);
  const path = join(broken, 'gsm8k', 'test.jsonl');
  appendFileSync(
    path,
    `{oops\n{"question": 7, "answer": "#### 7"}\n${toLines([{ question: 'x', answer: '7' }])}`,
  );
  const error = await refusal(sampleAll(benchmarksIn(broken).get('gsm8k'), ask));
  assert.equal(error.code, 'benchmark_unavailable');
  assert.match(
    error.message,
    /3 malformed rows: line 6: it is not valid JSON; line 7: question .*; line 8: answer/,
  );
  assert.match(error.message, /BENCHMARK_SKIP_MALFORMED=true/);
  const { items, warnings } = await sampleAll(benchmarksIn(broken, true).get('gsm8k'), ask);
  assert.equal(items.length, 5);
  assert.match(warnings.join(' '), /3 malformed rows of test.jsonl are skipped: line 6/);
  rmSync(broken, { recursive: true });
});

test('repeated items are used once and reported', async () => {
  const twice = mkdtempSync(join(tmpdir(), 'benchmarks-'));
  await writeFixtures(twice);
  const path = join(twice, 'gsm8k', 'test.jsonl');
  appendFileSync(path, readFileSync(path));
  const { items, warnings } = await sampleAll(benchmarksIn(twice).get('gsm8k'), ask);
  assert.equal(items.length, 5);
  assert.deepEqual(warnings, [
    '5 repeated items of test.jsonl are used once.',
    'There are 5 distinct items; all are used.',
  ]);
  rmSync(twice, { recursive: true });
});

test('a sample of thousands keeps its order, whatever its size', async () => {
  const many = mkdtempSync(join(tmpdir(), 'benchmarks-'));
  await writeFixtures(many);
  const rows = Array.from({ length: 5_000 }, (_, n) => ({ question: `N${n}?`, answer: `#### ${n}` }));
  writeFileSync(join(many, 'gsm8k', 'test.jsonl'), toLines(rows));
  const gsm8k = benchmarksIn(many).get('gsm8k');
  const { items } = await sampleAll(gsm8k, { ...ask, sampleSize: 4_500 });
  assert.equal(new Set(items.map(({ id }) => id)).size, 4_500);
  const fewer = await sampleAll(gsm8k, { ...ask, sampleSize: 2_500 });
  assert.deepEqual(fewer.items, items.slice(0, 2_500));
  rmSync(many, { recursive: true });
});

test('a file that is not the known one is refused', async () => {
  const data = createDataDirectory(directory);
  const file = { name: 'test.jsonl', address: 'https://example.com', sha256: null };
  const { sha256 } = await data.verify('gsm8k', file);
  await data.verify('gsm8k', { ...file, sha256 });
  await assert.rejects(
    data.verify('gsm8k', { ...file, sha256: '0'.repeat(64) }),
    /has the SHA-256 .* but the published/,
  );
});
