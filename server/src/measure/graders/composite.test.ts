import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said } from '../../../test/support/grade-expectation.ts';
import { type GradedAnswer, grade, gradeAsking, graderProblems, partGrades } from './graders.ts';

const has = (expected: string | string[], more: object = {}) => ({
  grader: { type: 'literal', options: { at: 'anywhere' } },
  expected,
  ...more,
});
const spec = (parts: object[], options: object = {}) => ({
  type: 'composite',
  options: { parts, ...options },
});
const set = (parts: object[], options: object = {}, more: object = {}) => ({
  grader: spec(parts, options),
  ...more,
});

function graded(given: ReturnType<typeof spec>, reply: string | GradedAnswer) {
  assert.deepEqual(graderProblems(given, ''), []);
  const result = grade(given, '', typeof reply === 'string' ? said(reply) : reply);
  assert.equal(result.state, 'scored');
  return result.state === 'scored' ? result : assert.fail();
}

const REPLY = 'one two three';
/** It fails where the latency is not known. */
const SLOW = { type: 'latency', options: { max_ms: 100 } };
const fails = () => Promise.reject(new Error('not asked'));
// [sentence, parts, options, passes, mean]
const ROWS: [string, object[], object, boolean, number][] = [
  ['every part must pass', [has('one'), has('two')], {}, true, 1],
  ['one part that fails fails it', [has('one'), has('four')], {}, false, 0.5],
  ['a threshold is met by the mean', [has('one'), has('four')], { threshold: 0.5 }, true, 0.5],
  ['and is missed by a lower one', [has('one'), has('four'), has('five')], { threshold: 0.5 }, false, 1 / 3],
  ['weights move the mean', [has('one', { weight: 3 }), has('four')], { threshold: 0.75 }, true, 0.75],
  ['a part of weight 0 fails nothing', [has('one'), has('four', { weight: 0 })], {}, true, 1],
  ['only parts of weight 0 pass with a mean of 0', [has('one', { weight: 0 })], {}, true, 0],
  ['not turns a pass round', [has('one', { not: true })], {}, false, 0],
  ['not turns a failure round', [has('four', { not: true })], {}, true, 1],
  [
    'a part passes from its own threshold, and its score stays',
    [{ grader: 'f1', expected: 'one two three four', threshold: 0.5 }],
    {},
    true,
    6 / 7,
  ],
  [
    'not turns a share round with its threshold',
    [{ grader: 'f1', expected: 'one two three four', threshold: 0.5, not: true }],
    {},
    false,
    1 / 7,
  ],
  [
    'a set counts by its mean, and passes by its threshold',
    [has('one'), set([has('two'), has('four')], { threshold: 0.5 })],
    {},
    true,
    0.75,
  ],
  ['a set in which one fails fails', [has('one'), set([has('two'), has('four')])], {}, false, 0.75],
  [
    'sets stand in sets',
    [set([set([has('one'), has('four')], { threshold: 0.5 }, { not: true }), has('two')])],
    { threshold: 0.75 },
    true,
    0.75,
  ],
];

test('a composite passes and has a mean according to its parts, their weights and its thresholds', () => {
  for (const [sentence, parts, options, passes, mean] of ROWS) {
    const result = graded(spec(parts, options), REPLY);
    assert.equal(result.score, Number(passes), sentence);
    assert.ok(Math.abs(Number(result.details?.mean) - mean) < 1e-12, `${sentence}: ${result.details?.mean}`);
    const asMean = graded(spec(parts, { ...options, score: 'mean' }), REPLY);
    assert.ok(Math.abs(asMean.score - mean) < 1e-12, sentence);
    assert.equal(asMean.details?.passed, Number(passes), sentence);
  }
});

test('each part keeps its grade under its place, and a metric is the mean of its parts by weight', () => {
  const given = spec([
    has('one', { metric: 'facts', weight: 3 }),
    set(
      [has('four', { metric: 'facts' }), has('two', { not: true, metric: 'tone' })],
      {},
      { metric: 'sets' },
    ),
  ]);
  const result = graded(given, REPLY);
  const { details = {} } = result;
  assert.deepEqual(
    partGrades(given, '', details).map(({ part, grader, not, score, passed }) => [
      part,
      grader,
      not,
      score,
      passed,
    ]),
    [
      ['1', 'literal', false, 1, true],
      ['2', 'composite', false, 0, false],
      ['2.1', 'literal', false, 0, false],
      ['2.2', 'literal', true, 0, false],
    ],
  );
  assert.deepEqual([details.facts, details.tone, details.sets], [0.75, 0, 0]);
  assert.match(
    result.message ?? '',
    /^Parts that do not pass: 2\.1 \(literal\), 2\.2 \(not literal\), 2 \(composite\)\./,
  );
});

test('a part without an expected value compares with that of the row', () => {
  const given = spec([{ grader: 'contains' }, has('three')]);
  assert.deepEqual(graderProblems(given, 'two'), []);
  const result = grade(given, 'two', said(REPLY));
  assert.equal(result.state === 'scored' && result.score, 1);
  assert.deepEqual(graderProblems(given, ''), ['part 1: expected is missing']);
});

test('latency and cost grade by the figures of the call, and an unknown figure leaves the response ungraded', () => {
  const given = spec([
    { grader: { type: 'latency', options: { max_ms: 100 } } },
    { grader: { type: 'cost', options: { max_usd: 0.01 } }, not: true },
  ]);
  const answer = (latencyMs: number | null, costUsd: number | null) => ({
    ...said(REPLY),
    latencyMs,
    costUsd,
  });
  assert.equal(graded(given, answer(100, 0.02)).score, 1);
  assert.equal(graded(given, answer(100.5, 0.02)).score, 0);
  assert.equal(graded(given, answer(100, 0.01)).score, 0);
  assert.deepEqual(grade(given, '', answer(null, 0.02)), {
    state: 'unscored',
    reason: 'grader_error',
    message: '1: The grader latency failed: the latency of this response is not known',
  });
});

// [sentence, parts, whether the response is scored, what is said]
const FAILING: [string, object[], boolean, RegExp][] = [
  ['a part that fails and counts', [has('one'), { grader: SLOW }], false, /^2: The grader latency failed/],
  [
    'one in a set that counts',
    [has('one'), set([{ grader: SLOW }])],
    false,
    /^2\.1: The grader latency failed/,
  ],
  ['one of weight 0', [has('one'), { grader: SLOW, weight: 0 }], true, /^2: The grader latency failed/],
  [
    'one in a set of weight 0',
    [has('one'), set([{ grader: SLOW }, has('two')], {}, { weight: 0 })],
    true,
    /^2\.1: The grader latency failed/,
  ],
];

for (const [sentence, parts, isScored, says] of FAILING)
  test(`${sentence} says so, and the response is ${isScored ? '' : 'not '}graded by the others`, async () => {
    const services = { embed: fails, judge: fails, code: fails, http: fails, command: fails };
    for (const result of [
      grade(spec(parts), '', said(REPLY)),
      await gradeAsking(spec(parts), '', said(REPLY), services),
    ]) {
      assert.equal(result.state, isScored ? 'scored' : 'unscored', sentence);
      assert.match(result.message ?? '', says);
      if (result.state !== 'scored') continue;
      assert.equal(result.score, 1);
      const ungraded = partGrades(spec(parts), '', result.details ?? {}).filter(
        ({ score }) => score === null,
      );
      assert.deepEqual(
        [ungraded[0]?.weight, ungraded.map(({ passed }) => passed)],
        [0, sentence.includes('set') ? [null, null] : [null]],
      );
    }
  });

test('a response that was cut off has no grade where a part that counts could still change', () => {
  const cut: GradedAnswer = { ...said(REPLY), finishReason: 'length' };
  const state = (parts: object[]) => grade(spec(parts), '', cut).state;
  assert.equal(state([has('one')]), 'scored');
  assert.equal(state([has('one'), has('four')]), 'unscored');
  assert.equal(state([has('one'), has('four', { weight: 0 })]), 'scored');
});

test('a lenient reading of a part is one of the whole', () => {
  const given = spec([{ grader: 'exact', expected: 'two' }]);
  assert.deepEqual([graded(given, 'It is two.').score, graded(given, 'It is two.').lenient], [0, 1]);
  assert.equal(graded(given, 'two').lenient, undefined);
});

// [what is wrong, parts or options, what is said]
const WRONG: [string, object, RegExp][] = [
  ['no parts', {}, /option "parts" is required/],
  ['an empty list', { parts: [] }, /a list of 1 to 100 parts.*: it has an empty list of parts$/],
  ['a part that is a text', { parts: ['exact'] }, /: part 1: it must be an object with grader$/],
  ['a part without a grader', { parts: [{ expected: 'a' }] }, /: part 1: grader must be a name or/],
  [
    'an unknown field of a part',
    { parts: [has('a'), set([has('a', { value: 1 })])] },
    /: part 2\.1: unknown field "value"; known: grader, expected/,
  ],
  [
    'a negative weight',
    { parts: [has('a', { weight: -1 })] },
    /: part 1: weight must be a number from 0 to 1000000$/,
  ],
  [
    'weights whose sum overflows',
    { parts: [has('a', { weight: 1e308 }), has('b', { weight: 1e308 })], threshold: 0.5 },
    /: part 1: weight must be a number from 0 to 1000000$/,
  ],
  ['a threshold above 1', { parts: [has('a')], threshold: 2 }, /"threshold" must be a number from 0 to 1/],
  ['a metric of a reserved name', { parts: [has('a', { metric: 'mean' })] }, /: part 1: metric must not/],
  ['an unknown grader', { parts: [{ grader: 'nope', expected: 'a' }] }, /part 1: there is no grader "nope"/],
  [
    'a wrong option of a grader in a set',
    { parts: [has('a'), set([{ grader: { type: 'literal', options: { at: 'middle' } }, expected: 'a' }])] },
    /part 2\.1: grader literal: option "at" must be one of/,
  ],
  [
    'too many levels',
    { parts: [set([set([set([set([has('a')])])])])] },
    /: part 1\.1\.1\.1 is on level 5, and there are at most 4$/,
  ],
  [
    'too many parts',
    { parts: Array.from({ length: 101 }, () => has('a')) },
    /: it has 101 parts, and there are at most 100$/,
  ],
];

test('a composite that cannot be used is refused with the part that is wrong', () => {
  for (const [sentence, options, expected] of WRONG)
    assert.match(
      graderProblems({ type: 'composite', options: { ...options } }, '').join('\n'),
      expected,
      sentence,
    );
});
