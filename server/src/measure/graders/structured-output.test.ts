import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GradedAnswer, grade, graderProblems, type StructuredOutcome, schemaBounds } from './graders.ts';
import type { GraderOptions } from './options.ts';

const ORDER = {
  type: 'object',
  properties: {
    number: { type: 'integer' },
    customer: { type: 'string' },
    total: { type: 'number' },
    note: { type: ['string', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { sku: { type: 'string' }, count: { type: 'integer' } },
        required: ['sku', 'count'],
      },
    },
  },
  required: ['number', 'customer', 'total', 'lines'],
};

const orderOf = (i: number) => ({
  number: 1000 + i,
  customer: `Customer ${i}`,
  total: 10 + i / 4,
  note: i % 2 === 0 ? null : 'call first',
  tags: ['new', `zone-${i % 3}`],
  lines: [
    { sku: `A-${i}`, count: 2 },
    { sku: `B-${i}`, count: 1 },
  ],
});
type Order = ReturnType<typeof orderOf>;

const answered = (text: string, more: Partial<GradedAnswer> = {}): GradedAnswer => ({
  text,
  reasoning: null,
  finishReason: 'stop',
  ...more,
});

const json = (order: object) => JSON.stringify(order, null, 2);

/** What a model may do, and what that is. The number chooses among the ways of doing it. */
const PLANTED: readonly [StructuredOutcome, (order: Order, i: number, strict: boolean) => GradedAnswer][] = [
  ['right', (order) => answered(json(order))],
  [
    'right',
    (order, i, strict) =>
      [
        answered(`\n ${JSON.stringify(order)}\n`),
        answered(strict ? JSON.stringify(order) : `\`\`\`json\n${json(order)}\n\`\`\``),
        // Whole although it ends at the limit, or calls something as well.
        answered(JSON.stringify(order), { finishReason: 'length' }),
        answered(JSON.stringify(order), { toolCalls: [{ name: 'done', arguments: '{}' }] }),
        answered(JSON.stringify(Object.fromEntries(Object.entries(order).toReversed()))),
      ][i % 5] as GradedAnswer,
  ],
  [
    'wrong_fields',
    (order, i) =>
      answered(
        json(
          [
            { ...order, customer: 'Somebody' },
            { ...order, total: order.total + 1 },
            { ...order, invented: true },
            { ...order, lines: order.lines.slice(1) },
            { ...order, lines: order.lines.toReversed() },
            { ...order, note: undefined },
          ][i % 6] as object,
        ),
      ),
  ],
  [
    'invalid',
    (order, i) =>
      answered(
        [
          json({ ...order, number: String(order.number) }),
          json({ ...order, total: undefined }),
          json({ ...order, lines: { sku: 'A', count: 2 } }),
          json([order]),
          '"an order"',
          json(order).replace(/,/, ''),
          json(order).replaceAll('"', "'"),
          json(order).slice(0, -20),
          `{"a":`.repeat(3_000),
        ][i % 9] as string,
      ),
  ],
  [
    'truncated',
    (order, i) =>
      answered(i % 4 === 0 ? '' : json(order).slice(0, 20 + i), {
        finishReason: 'length',
        reasoning: i % 3 === 0 ? 'Let me see.' : null,
      }),
  ],
  [
    'refused',
    (_, i) =>
      [
        answered('', { finishReason: 'content_filter' }),
        answered('I would rather not.', { finishReason: 'content_filter' }),
        answered('I’m sorry, but I can’t help with that.'),
        answered("I cannot process this customer's data."),
        answered('As an AI language model, I am unable to see orders.'),
        answered('Unfortunately, I do not have access to the order.'),
      ][i % 6] as GradedAnswer,
  ],
  [
    'wrong_route',
    (order, i, strict) =>
      [
        answered(`Here is the order:\n\n${json(order)}`),
        answered(`${json(order)}\n\nAnything else?`),
        answered('The order 1000 of Customer 0 comes to 10 euros.'),
        answered('', { toolCalls: [{ name: 'answer', arguments: json(order) }], finishReason: 'tool_calls' }),
        answered(`Sorry, that took a moment.\n${JSON.stringify(order)}`),
        answered(
          strict ? `\`\`\`json\n${json(order)}\n\`\`\`` : `Done.\n\`\`\`json\n${json(order)}\n\`\`\`\nDone.`,
        ),
      ][i % 6] as GradedAnswer,
  ],
  ['empty', (order, i) => answered(' '.repeat(i % 3), i % 2 === 0 ? {} : { reasoning: json(order) })],
];

test('200 planted outputs: every class is found, in both conditions', () => {
  const found: Record<string, number> = {};
  for (let n = 0; n < 200; n++) {
    const [expected, answer] = PLANTED[n % PLANTED.length] as (typeof PLANTED)[number];
    const i = Math.floor(n / PLANTED.length);
    const order = orderOf(n);
    for (const route of ['response_format', 'prompt'] as const) {
      const spec = { type: 'structured_output', options: { schema: ORDER, route } };
      const given = answer(order, i, route === 'response_format');
      const result = grade(spec, JSON.stringify(order), given);
      assert.equal(result.state, 'scored');
      if (result.state !== 'scored') continue;
      const { reason = null, score, message, details } = result;
      const outcome = reason === 'only_reasoning' ? 'empty' : (reason ?? 'right');
      assert.equal(outcome, expected, `${route} ${n}: ${given.text.slice(0, 80)} (${message})`);
      assert.equal(score, expected === 'right' ? 1 : 0);
      assert.equal(details?.valid, expected === 'right' || expected === 'wrong_fields' ? 1 : 0);
      found[outcome] = (found[outcome] ?? 0) + 1;
    }
  }
  assert.deepEqual(found, {
    right: 100,
    wrong_fields: 50,
    invalid: 50,
    truncated: 50,
    refused: 50,
    wrong_route: 50,
    empty: 50,
  });
});

const ANY = { type: 'object' };
const FIELDS: readonly {
  says: string;
  expected: object;
  found: object;
  fields?: object;
  right: readonly [number, number];
  wrong?: readonly string[];
}[] = [
  {
    says: 'types count',
    expected: { a: 3, b: true },
    found: { a: '3', b: 1 },
    right: [0, 2],
    wrong: ['/a', '/b'],
  },
  {
    says: '1.0 is 1, and a sum of decimals is exact enough',
    expected: { a: 1, b: 0.3 },
    found: { a: 1.0, b: 0.1 + 0.2 },
    right: [2, 2],
  },
  {
    says: 'white space and the form of letters do not count, case does',
    expected: { a: 'Zoë  A', b: 'x' },
    found: { a: 'Zoë A', b: 'X' },
    right: [1, 2],
    wrong: ['/b'],
  },
  {
    says: 'case does not where that is said',
    expected: { a: 'x' },
    found: { a: 'X' },
    fields: { '/a': { ignore_case: true } },
    right: [1, 1],
  },
  {
    says: 'a tolerance holds up to its end',
    expected: { a: 10, b: 10 },
    found: { a: 10.5, b: 10.51 },
    fields: { '/*': { tolerance: 0.5 } },
    right: [1, 2],
    wrong: ['/b'],
  },
  {
    says: 'a relative one is a share of what is expected',
    expected: { a: 200 },
    found: { a: 198 },
    fields: { '/a': { relative_tolerance: 0.01 } },
    right: [1, 1],
  },
  {
    says: 'a missing field is not null, and null is not a missing one',
    expected: { a: null, b: 1 },
    found: { b: 1 },
    right: [1, 2],
    wrong: ['/a'],
  },
  {
    says: 'lists are in order, place by place, told as one field',
    expected: { a: [1, 2, 3] },
    found: { a: [1, 3, 2] },
    right: [1, 3],
    wrong: ['/a/*'],
  },
  {
    says: 'in any order where that is said, each taken once',
    expected: { a: [1, 2, 2] },
    found: { a: [2, 1, 1] },
    fields: { '/a': { order: 'any' } },
    right: [2, 3],
    wrong: ['/a/*'],
  },
  {
    says: 'an entry too many is invented, one too few is wrong',
    expected: { a: [1], b: [1, 2] },
    found: { a: [1, 7], b: [1] },
    right: [2, 4],
    wrong: ['/b/*'],
  },
  {
    says: 'entries of a list in any order are paired with those that share most',
    expected: {
      l: [
        { sku: 'A', n: 1 },
        { sku: 'B', n: 2 },
      ],
    },
    found: {
      l: [
        { sku: 'B', n: 3 },
        { sku: 'A', n: 1 },
      ],
    },
    fields: { '/l': { order: 'any' } },
    right: [3, 4],
    wrong: ['/l/*/n'],
  },
  {
    says: 'with a tolerance every entry finds one that fits, whichever comes first',
    expected: { l: [1, 1.4] },
    found: { l: [1.2, 0.9] },
    fields: { '/l': { order: 'any' }, '/l/*': { tolerance: 0.25 } },
    right: [2, 2],
  },
  {
    says: 'other values are right where they are accepted',
    expected: { a: 'EUR', b: 'EUR' },
    found: { a: '€', b: '€' },
    fields: { '/a': { accept: ['€', null] } },
    right: [1, 2],
    wrong: ['/b'],
  },
  {
    says: 'what is ignored counts for nothing, invented or not',
    expected: { a: 1, id: 'x', l: [] },
    found: { a: 1, id: 'y', l: [] },
    fields: { '/id': { ignore: true } },
    right: [2, 2],
  },
  {
    says: 'an empty list is a field, and what stands in its place is wrong',
    expected: { a: [], b: {} },
    found: { a: [1], b: {} },
    right: [1, 2],
    wrong: ['/a'],
  },
  {
    says: 'a field that only inherits its name is not there',
    expected: { toString: 1 },
    found: {},
    right: [0, 1],
    wrong: ['/toString'],
  },
  {
    says: 'names with / and ~ have a place of their own',
    expected: { 'a/b': { '~': 1 } },
    found: { 'a/b': { '~': 2 } },
    right: [0, 1],
    wrong: ['/a~1b/~0'],
  },
];

for (const { says, expected, found, fields, right, wrong = [] } of FIELDS) {
  test(`fields: ${says}`, () => {
    const options = { schema: ANY, ...(fields && { fields }) };
    const spec = { type: 'structured_output', options };
    assert.deepEqual(graderProblems(spec, JSON.stringify(expected)), []);
    const result = grade(spec, JSON.stringify(expected), answered(JSON.stringify(found)));
    assert.ok(result.state === 'scored' && result.details);
    assert.deepEqual(result.details.fields, right);
    const told = Object.entries(result.details).flatMap(([name, value]) =>
      name.startsWith('field ') && Array.isArray(value) && value[0] < value[1] ? [name.slice(6)] : [],
    );
    assert.deepEqual(told, wrong);
    assert.equal(result.score, right[0] === right[1] ? 1 : 0);
    const share = grade(
      { ...spec, options: { ...options, score: 'fields' } },
      JSON.stringify(expected),
      answered(JSON.stringify(found)),
    );
    assert.ok(share.state === 'scored' && Math.abs(share.score - right[0] / right[1]) < 1e-12);
  });
}

const nested = (levels: number): object => (levels === 0 ? {} : { items: nested(levels - 1) });
const HOSTILE: readonly [says: string, schema: unknown, pointer: string, detail: RegExp][] = [
  ['no object', [], '', /must be a JSON Schema/],
  ['nested too deep', nested(40), `${'/items'.repeat(33)}`, /deeper than 32 levels/],
  ['too large', { description: 'x'.repeat(40_000) }, '', /at most 32 KiB/],
  ['too many parts', { anyOf: Array.from({ length: 2_001 }, () => ({})) }, '', /at most 2000 objects/],
  [
    'a reference to elsewhere',
    { properties: { a: { $ref: 'https://example.com/s.json' } } },
    '/properties/a/$ref',
    /nothing is fetched/,
  ],
  ['a reference to a file', { $ref: 'other.json#/x' }, '/$ref', /nothing is fetched/],
  ['a pattern that looks back', { pattern: '(a+)\\1' }, '/pattern', /RE2 syntax/],
  ['a pattern among names', { patternProperties: { '(?=a)': {} } }, '/patternProperties/(?=a)', /RE2 syntax/],
  [
    'too many patterns',
    { allOf: Array.from({ length: 51 }, (_, i) => ({ pattern: `^a${i}` })) },
    '',
    /at most 50 patterns/,
  ],
];
for (const [says, schema, pointer, detail] of HOSTILE) {
  test(`a schema with ${says} is refused by its place, without compiling it`, () => {
    const [problem] = schemaBounds(schema);
    assert.equal(problem?.pointer, pointer);
    assert.match(problem?.detail ?? '', detail);
  });
}

test('a pattern that would be matched for ages elsewhere takes no time', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const begun = process.cpuUsage();
  const text = JSON.stringify({ a: `${'a'.repeat(20_000)}!` });
  const result = grade({ type: 'structured_output', options: { schema } }, '{"a":"x"}', answered(text));
  assert.ok(result.state === 'scored' && result.reason === 'invalid');
  assert.ok(process.cpuUsage(begun).user < 2e6);
});

const REFUSED: readonly [says: string, options: GraderOptions, expected: string, problem: RegExp][] = [
  ['no schema', {}, '{}', /"schema" is required/],
  ['an unknown rule', { schema: ANY, fields: { '/a': { tolerence: 1 } } }, '{"a":1}', /"fields" must be/],
  [
    'a rule for no place',
    { schema: ORDER, fields: { '/b': { tolerance: 1 } } },
    '{"a":1}',
    /\/~1b matches neither the expected value nor the schema/,
  ],
  [
    'a tolerance of a text',
    { schema: ANY, fields: { '/a': { tolerance: 1 } } },
    '{"a":"x"}',
    /is for numbers/,
  ],
  ['an order of an object', { schema: ANY, fields: { '': { order: 'any' } } }, '{"a":"x"}', /is for lists/],
  ['no JSON', { schema: ANY }, 'x', /must be a JSON value/],
];
for (const [says, options, expected, problem] of REFUSED) {
  test(`${says} is refused before anything is graded`, () => {
    const problems = graderProblems({ type: 'structured_output', options }, expected);
    assert.match(problems.join('\n'), problem);
  });
}
