import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { InvalidInput } from '../invalid-input.ts';
import { parseScript } from '../mock.ts';
import { ANSWER_KINDS } from './answers.ts';
import { BEHAVIOUR_FIELDS, SCRIPT_FIELDS } from './script.ts';

const wrong: [sentence: string, script: unknown, pointer: string, detail: RegExp][] = [
  ['a list', [], '', /must be an object/],
  ['an unknown option', { sed: 1 }, '/sed', /no option "sed" here; the options are seed, /],
  ['an unknown option of a model', { models: { 'a/b': { latncy: 1 } } }, '/models/a~1b/latncy', /"latncy"/],
  [
    'an unknown option of answers',
    { defaults: { answers: { kind: 'echo', x: 1 } } },
    '/defaults/answers/x',
    /"x"/,
  ],
  ['a rate above 1', { defaults: { error_rate: 2 } }, '/defaults/error_rate', /from 0 to 1/],
  [
    'rates that add up to more than 1',
    { defaults: { error_rate: 0.6, hang_rate: 0.6 } },
    '/defaults',
    /add up to 1\.2/,
  ],
  [
    'a raw response with a status that is none',
    { defaults: { raw_response: { status: 100 } } },
    '/defaults/raw_response/status',
    /from 200 to 599/,
  ],
  [
    'a header that HTTP does not allow',
    { defaults: { raw_response: { headers: { 'x-a': 'b\r\nc' } } } },
    '/defaults/raw_response/headers',
    /headers of HTTP/,
  ],
  ['a seed that is not whole', { seed: 1.5 }, '/seed', /whole number/],
  [
    'an unknown distribution',
    { defaults: { latency: { distribution: 'pareto' } } },
    '/defaults/latency/distribution',
    /one of/,
  ],
  [
    'a missing parameter',
    { defaults: { latency: { distribution: 'constant' } } },
    '/defaults/latency/ms',
    /is required/,
  ],
  [
    'a range the wrong way round',
    { defaults: { latency: { distribution: 'uniform', min_ms: 2, max_ms: 1 } } },
    '/defaults/latency/max_ms',
    /below min_ms/,
  ],
  ['an unknown kind', { defaults: { answers: { kind: 'oracle' } } }, '/defaults/answers/kind', /one of/],
  [
    'an empty list',
    { defaults: { answers: { kind: 'list', values: [] } } },
    '/defaults/answers/values',
    /at least 1/,
  ],
  [
    'a function that is text',
    { defaults: { answers: { kind: 'function', answer: 'x' } } },
    '/defaults/answers/answer',
    /only code/,
  ],
  [
    'lookup without items',
    { defaults: { answers: { kind: 'solver', programs: ['lookup'] } } },
    '/defaults/answers/items',
    /needs items or file/,
  ],
  [
    'an item without an answer',
    { defaults: { answers: { kind: 'solver', items: [{ input: 'x' }] } } },
    '/defaults/answers/items/0/expected',
    /must be/,
  ],
  [
    'an item whose cluster is a list',
    { defaults: { answers: { kind: 'solver', items: [{ input: 'x', expected: 1, cluster: [] }] } } },
    '/defaults/answers/items/0/cluster',
    /string or a number/,
  ],
  [
    'a correlation of clusters without items',
    { defaults: { answers: { kind: 'solver', cluster_correlation: 0.5 } } },
    '/defaults/answers/cluster_correlation',
    /needs items or file/,
  ],
  [
    'a format without {answer}',
    { defaults: { answer_format: 'x' } },
    '/defaults/answer_format',
    /\{answer\}/,
  ],
];

for (const [sentence, script, pointer, detail] of wrong) {
  test(`${sentence} is refused at ${pointer || 'the root'}`, () => {
    assert.throws(
      () => parseScript(script),
      (error: unknown) => {
        assert.ok(error instanceof InvalidInput);
        assert.equal(error.code, 'invalid_request');
        assert.equal(error.errors[0]?.pointer, pointer);
        assert.match(error.errors[0]?.detail ?? '', detail);
        return true;
      },
    );
  });
}

test('every fault is named, not only the first', () => {
  const script = { seed: -1, defaults: { error_rate: 2 }, models: { a: { x: 1, y: 2 } } };
  assert.throws(
    () => parseScript(script),
    (error: unknown) => error instanceof InvalidInput && error.errors.length === 4,
  );
});

test('a model has the defaults where it says nothing', () => {
  const { models } = parseScript({
    defaults: { error_rate: 0.1, padding_tokens: 5 },
    models: { a: { error_rate: 0 } },
  });
  assert.equal(models.get('a')?.error_rate, 0);
  assert.equal(models.get('a')?.padding_tokens, 5);
  assert.equal(models.get('a')?.answer_format, '{answer}');
});

const DOCUMENT = new URL('../../README.md', import.meta.url);

test('the document has a row for every option with its default, and no other', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z_]+)` \| ([^|]*) \|/gm)].map(
    ([, name, fallback]) => `${name} ${fallback}`,
  );
  const { defaults: _d, models: _m, ...scalars } = SCRIPT_FIELDS;
  const kinds: Record<string, object> = ANSWER_KINDS;
  const row = ([name, field]: [string, { fallback?: unknown }]) =>
    `${name} ${field.fallback === undefined ? 'required' : `\`${JSON.stringify(field.fallback)}\``}`;
  const expected = [
    ...Object.entries({ ...scalars, ...BEHAVIOUR_FIELDS }).map(row),
    ...Object.values(kinds).flatMap((fields) =>
      Object.entries(fields)
        .filter(([key]) => key !== 'kind')
        .map(row),
    ),
  ];
  const shown = (name: string) => !/^(answers|otherwise) /.test(name); // their defaults are said in words
  assert.deepEqual(rows.filter(shown).sort(), expected.filter(shown).sort());
});

test('the example in the document is a script that passes', async () => {
  const text = await readFile(DOCUMENT, 'utf8');
  const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? ''));
  assert.ok(examples.length > 0);
  for (const example of examples) parseScript(example);
});
