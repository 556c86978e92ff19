import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { getBenchmark, listBenchmarks, sampleAll } from '../../../test/support/benchmark-service.ts';
import { REPLIES } from '../../../test/support/published-files.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { KIND_BENCHMARKS } from '../../evaluate/evaluations/kinds/registry.ts';
import { AppError } from '../../kernel/errors.ts';
import { createModels } from '../../models/models.ts';
import { grade } from '../graders/graders.ts';
import type { ItemsRequest } from './benchmark.ts';
import { PLANNED_BENCHMARKS } from './planned.ts';

const arithmetic = getBenchmark('arithmetic');
const dataset = getBenchmark('dataset');
const ask = { subset: null, sampleSize: 100, seed: 0 } satisfies ItemsRequest;

// DraftBenchmark once on linux-x64; a change of any of these needs a new version of the benchmark.
const GOLDEN = [
  '939 + 160',
  '3245 * 13',
  '426 * 32 - 770',
  '(275 * 79) / 55 + 920',
  '(1209 - 917) * (196 + 99) + 615 * 593',
];
const GOLDEN_ID = '47456422a084fb35650449dc5c5f5064abd34e06fe94d6578d37774b591da557';

test('the list names the benchmarks that can be run and those that cannot yet, with the reason', () => {
  const list = listBenchmarks();
  const available = list.filter((b) => b.available).map((b) => b.type);
  assert.deepEqual(available, [
    'arithmetic',
    'instruction_following',
    'json_extraction',
    'long_context_recall',
    'reasoning_tables',
    'grounded_qa',
    'refusal_of_unknown',
    'dataset',
    'structured_output',
    'adherence',
    'tasks',
    'rag',
    ...Object.keys(REPLIES),
    'bfcl',
    ...KIND_BENCHMARKS.map(({ type }) => type),
  ]);
  const planned = list.filter((b) => !b.available);
  assert.deepEqual(
    planned.map(({ type }) => type),
    PLANNED_BENCHMARKS.map(({ type }) => type),
  );
  for (const { type, reason } of planned) assert.ok(reason, type);
  assert.equal(new Set(list.map((b) => b.type)).size, list.length);
});

test('the list says how each is measured and what it needs', () => {
  const list = listBenchmarks();
  const those = (has: (one: (typeof list)[number]) => boolean) =>
    list.filter((one) => one.available && has(one)).map(({ type }) => type);
  const facts = ['cost', 'compliance', 'lock_in'];
  assert.deepEqual(
    those(({ scored }) => !scored),
    ['latency', 'load', 'availability', ...facts],
  );
  assert.deepEqual(
    those(({ in_batches }) => !in_batches),
    ['tasks', 'rag', 'latency', 'load', 'availability'],
  );
  assert.deepEqual(
    those(({ needs }) => needs.source === 'one'),
    ['dataset', 'structured_output', 'adherence', 'tasks', 'rag'],
  );
  assert.deepEqual(
    those(({ needs }) => needs.scenario),
    ['load', ...facts],
  );
  assert.deepEqual(
    those(({ condition_in_subset }) => condition_in_subset),
    ['structured_output'],
  );
});

test('docs/reference/kinds.md names every benchmark that runs, and every file it needs', () => {
  const text = readFileSync(new URL('../../../../docs/reference/kinds.md', import.meta.url), 'utf8');
  for (const { type, available, files } of listBenchmarks().filter((one) => one.available)) {
    assert.ok(available && text.includes(`\`${type}\``), type);
    for (const { name } of files) assert.ok(text.includes(`\`${name}\``), name);
  }
});

const UNAVAILABLE: [string, RegExp][] = [
  [
    'humaneval',
    /"humaneval" cannot be run: .*isolated runner.* Available: arithmetic, .*drop, bfcl, latency, load, .*\./,
  ],
  ['nonsense', /no such benchmark\. Available: arithmetic, .*drop, bfcl, latency, load, .*\./],
];

test('a benchmark that cannot be run is refused, and the error lists those that can', () => {
  for (const [type, detail] of UNAVAILABLE) {
    assert.throws(
      () => getBenchmark(type),
      (error) =>
        error instanceof AppError && error.code === 'benchmark_unavailable' && detail.test(error.message),
      type,
    );
  }
});

test('arithmetic: the same seed gives the same items on every machine', async () => {
  const { items } = await sampleAll(arithmetic, ask);
  assert.deepEqual((await sampleAll(arithmetic, ask)).items, items);
  assert.deepEqual(
    items.slice(0, 5).map((i) => i.metadata?.expression),
    GOLDEN,
  );
  assert.equal(items[0]?.id, GOLDEN_ID);
  assert.notDeepEqual((await sampleAll(arithmetic, { ...ask, seed: 1 })).items[0], items[0]);
  assert.deepEqual((await sampleAll(arithmetic, { ...ask, sampleSize: 200 })).items.slice(0, 100), items);
});

test('arithmetic: items are distinct, levels take turns, and a subset is one level', async () => {
  const { items, warnings } = await sampleAll(arithmetic, { ...ask, sampleSize: 5_000 });
  assert.equal(new Set(items.map((i) => i.id)).size, 5_000);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    items.slice(0, 6).map((i) => i.metadata?.level),
    [1, 2, 3, 4, 5, 1],
  );
  const { items: hard } = await sampleAll(arithmetic, { ...ask, subset: 'level-5' });
  assert.ok(hard.every((i) => i.metadata?.level === 5));
  await assert.rejects(sampleAll(arithmetic, { ...ask, subset: 'level-9' }), /it has level-1, level-2/);
});

test('arithmetic: an independent evaluator agrees with every expected answer, through the grader', async () => {
  const models = createModels({ providers: [], log: silentLog });
  const solver = models.resolve('baseline', 'arithmetic');
  const { items } = await sampleAll(arithmetic, { ...ask, sampleSize: 1_000, seed: 42 });
  for (const item of items) {
    const answer = await solver.call({ messages: item.input }, { timeoutMs: 1_000 });
    assert.ok(answer.ok);
    const result = grade(item.grader, item.expected, answer);
    assert.ok(
      result.state === 'scored' && result.score === 1,
      `${item.metadata?.expression} = ${answer.text}`,
    );
    assert.equal(result.extraction, 'strict');
  }
});

const read = (text: string, request: Partial<ItemsRequest> = {}) =>
  sampleAll(dataset, { ...ask, subset: 's', data: { name: 'questions', text }, ...request });

test('dataset: JSON lines', async () => {
  const lines = [
    { input: 'Capital of France?', expected: 'Paris' },
    { input: '6 * 7?', expected: 42, grader: 'numeric', cluster: 'sums', metadata: { by: 'me' } },
    { input: 'Pi?', expected: ['3.14', '3.1416'], grader: { type: 'numeric', options: { tolerance: 0.01 } } },
    {
      input: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
      expected: 'Hi',
    },
  ];
  const text = `\uFEFF${lines.map((l) => JSON.stringify(l)).join('\r\n\r\n')}\n`;
  const { items, warnings } = await read(text, { sampleSize: 4 });
  assert.deepEqual(warnings, [
    'Rows without a grader get one from their expected answer: contains with whole_words for 2 rows that expect short phrases. Name a grader in the dataset to use another.',
  ]);
  const byInput = new Map(items.map((i) => [i.input.at(-1)?.content, i]));
  assert.deepEqual(byInput.get('Capital of France?')?.grader, {
    type: 'contains',
    options: { whole_words: true },
    chosen: true,
  });
  const { id, ...sum } = byInput.get('6 * 7?') ?? {};
  assert.match(id ?? '', /^[0-9a-f]{64}$/);
  assert.deepEqual(sum, {
    input: [{ role: 'user', content: '6 * 7?' }],
    expected: '42',
    grader: { type: 'numeric', options: {} },
    cluster: 'sums',
    metadata: { by: 'me' },
  });
  assert.deepEqual(byInput.get('Pi?')?.expected, ['3.14', '3.1416']);
  assert.equal(byInput.get('Hi')?.input.length, 2);
});

test('dataset: CSV gives the items that JSON lines give', async () => {
  const csv = [
    'input,expected,grader,metadata',
    '"Two lines,\r\n""quoted""",Paris,,',
    '6 * 7?,42,numeric,"{""by"": ""me""}"',
    '',
    'Pi?,3.14,"{""type"": ""numeric"", ""options"": {""tolerance"": 0.01}}",',
    '',
  ].join('\r\n');
  const jsonl = [
    { input: 'Two lines,\r\n"quoted"', expected: 'Paris' },
    { input: '6 * 7?', expected: '42', grader: 'numeric', metadata: { by: 'me' } },
    { input: 'Pi?', expected: '3.14', grader: { options: { tolerance: 0.01 }, type: 'numeric' } },
  ];
  const fromJson = await read(jsonl.map((l) => JSON.stringify(l)).join('\n'));
  assert.deepEqual((await read(csv)).items, fromJson.items);
  assert.deepEqual(
    (await read('{"input":5,"expected":true}\n{"input":false,"expected":[0.5,false]}')).items,
    (await read('{"input":"5","expected":"true"}\n{"input":"false","expected":["0.5","false"]}')).items,
    'plain values mean their text',
  );
});

test('dataset: one seeded sample without replacement; enlarging it keeps what was drawn', async () => {
  const text = Array.from({ length: 300 }, (_, i) =>
    JSON.stringify({ input: `Q${i}`, expected: `${i}` }),
  ).join('\n');
  const { items } = await read(text, { sampleSize: 50, seed: 7 });
  assert.equal(new Set(items.map((i) => i.id)).size, 50);
  assert.deepEqual((await read(text, { sampleSize: 50, seed: 7 })).items, items);
  assert.deepEqual((await read(text, { sampleSize: 80, seed: 7 })).items.slice(0, 50), items);
  assert.notDeepEqual((await read(text, { sampleSize: 50, seed: 8 })).items, items);
});

test('dataset: what is understood differently is said', async () => {
  const { items, warnings } = await read('input,expected,notes\na,1,x\na,1,y\nb,2,z\n');
  assert.equal(items.length, 2);
  assert.deepEqual(warnings, [
    '1 repeated item is used once.',
    'Fields without effect: notes.',
    'There are 2 distinct items; all are used.',
    'Rows without a grader get one from their expected answer: numeric for 3 rows that expect numbers. Name a grader in the dataset to use another.',
  ]);
});

const UNUSABLE: [string, string, RegExp[]][] = [
  ['broken JSON', '{"input":"a","expected":"b"}\n{oops\n', [/^line 2: it is not valid JSON/]],
  ['not an object', '{"input":"a","expected":"b"}\n7\n', [/^line 2: it is not a JSON object/]],
  ['no column input', '{"expected":"b"}', [/^line 1: there is no column input; it has: expected\./]],
  [
    'no column expected',
    '{"input":"a"}\n'.repeat(30),
    [/^line 1: there is no column expected; it has: input\. .* as in columns: \{ input: …, expected: … \}/],
  ],
  ['HTML', '<html><body></body></html>', [/this is HTML or XML/]],
  [
    'nothing expected',
    '{"input":"a"}\n\n{"input":"a","expected":null}',
    [/^line 1: expected is/, /^line 3: expected is/],
  ],
  ['an input that lost digits', '{"input":12345678901234567890,"expected":"a"}', [/input .* up to 2\^53/]],
  ['a number that lost digits', '{"input":"a","expected":12345678901234567890}', [/up to 2\^53/]],
  [
    'an unknown grader',
    '{"input":"a","expected":"b","grader":"rouge"}',
    [/^line 1: there is no grader "rouge"; known/],
  ],
  [
    'an unknown option',
    '{"input":"a","expected":"b","grader":{"type":"exact","options":{"x":1}}}',
    [/unknown option "x"/],
  ],
  [
    'a grader of another shape',
    '{"input":"a","expected":"b","grader":{"kind":"exact"}}',
    [/grader must be a name/],
  ],
  [
    'a number expected that is none',
    '{"input":"a","expected":"many","grader":"numeric"}',
    [/"many" is not one number/],
  ],
  [
    'messages that end with the answer',
    '{"input":[{"role":"assistant","content":"x"}],"expected":"b"}',
    [/ends with a user/],
  ],
  ['several things at once', '{"input":{},"expected":{}}', [/^line 1: input must/, /^line 1: expected must/]],
  ['YAML', '- input: a\n  expected: b\n', [/looks like YAML.*JSON lines .* or CSV/]],
  ['YAML with a key', 'questions:\n  - input: a\n', [/looks like YAML/]],
  [
    'columns that nothing tells apart',
    'first,second,third\na,b,c\n',
    [
      /^line 1: there is no column input and no column expected; it has: first, second, third\. .*"first" may be the input/,
    ],
  ],
  ['a broken JSON list', '[{"input":"a","expected":"b"},\n{"input"}]', [/^line 2: it is not valid JSON/]],
  [
    'a broken row of a JSON list in one line',
    '[{"input":"a","expected":"b"},{"input"},{"input":"c"}]',
    [/^row 2: it is not valid JSON/, /^row 3: expected is missing/],
  ],
  ['a column twice', 'input,expected,input\na,b,c\n', [/"input" twice/]],
  ['a short row', 'input,expected\na,b\n"c\nd",e\nf\n', [/^line 5: it has 1 columns where the header has 2/]],
  ['a quote left open', 'input,expected\na,b\n"c,d\n', [/^line \d: the CSV cannot be read from here on/]],
  [
    'metadata that is no object',
    'input,expected,metadata\na,b,[1]\n',
    [/^line 2: metadata must be a JSON object/],
  ],
];

async function refusal(text: string): Promise<AppError> {
  const error = await read(text).then(
    () => assert.fail('it should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError, String(error));
  return error;
}

test('dataset: a line that cannot be used is named by its number', async () => {
  for (const [name, text, problems] of UNUSABLE) {
    const error = await refusal(text);
    assert.equal(error.code, 'impossible', name);
    assert.equal(error.errors.length, problems.length, `${name}: ${JSON.stringify(error.errors)}`);
    for (const [i, problem] of problems.entries()) assert.match(error.errors[i]?.detail ?? '', problem, name);
  }
});

test('dataset: a thousand bad lines are counted, and twenty named', async () => {
  const error = await refusal('{"input":"a","expected":""}\n'.repeat(1_000));
  assert.equal(error.errors.length, 20);
  assert.match(error.message, /1000 problems.*980 more/);
});

test('dataset: nothing to ask is refused', async () => {
  assert.match((await refusal('')).message, /has no items/);
  assert.match((await refusal('input,expected\n')).message, /has no items/);
  await assert.rejects(sampleAll(dataset, ask), /names a source/);
});

test('dataset: characters beyond 16 bits survive wherever the text is cut', async () => {
  for (const before of ['', 'x']) {
    const input = `${before}${'\u{1F600}'.repeat(40_000)}`;
    const { items } = await read(`input,expected\n${input},A\n`);
    assert.equal(items[0]?.input[0]?.content, input);
  }
});
