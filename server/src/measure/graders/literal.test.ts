import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said } from '../../../test/support/grade-expectation.ts';
import { grade, graderProblems } from './graders.ts';

// [grader, options, expected, reply, score]
const ROWS: [string, object, string | string[], string, number][] = [
  ['literal', {}, 'Oslo', 'Oslo', 1],
  ['literal', {}, 'Oslo', 'Oslo.', 0],
  ['literal', {}, 'Oslo', ' Oslo', 0],
  ['literal', {}, 'Oslo', 'oslo', 0],
  ['literal', { ignore_case: true }, 'OSLO', 'oslo', 1],
  ['literal', { at: 'anywhere' }, 'two words', 'two  words', 0],
  ['literal', { at: 'anywhere' }, 'it’s', "it's", 0],
  ['literal', { at: 'anywhere' }, ['a', 'x'], 'abc', 1],
  ['literal', { at: 'anywhere', require: 'all' }, ['a', 'x'], 'abc', 0],
  ['literal', { at: 'anywhere', require: 'all', ignore_case: true }, ['A', 'c'], 'abC', 1],
  ['literal', { at: 'start' }, 'Yes', 'Yes, it is.', 1],
  ['literal', { at: 'start' }, 'Yes', ' Yes, it is.', 0],
  ['literal', { at: 'end' }, 'is.', 'Yes, it is.', 1],
  ['edit_distance', {}, 'kitten', 'sitting', 1],
  ['edit_distance', { max: 2 }, 'kitten', 'sitting', 0],
  ['edit_distance', { max: 0 }, 'kitten', 'kitten', 1],
  ['word_count', { max: 3 }, '', 'one  two\nthree', 1],
  ['word_count', { min: 4 }, '', 'one  two\nthree', 0],
  ['character_count', { min: 2, max: 2 }, '', '👍a', 1],
  ['finish_reason', {}, 'stop', 'x', 1],
  ['finish_reason', {}, ['length', 'tool_calls'], 'x', 0],
  ['rouge_n', {}, 'The cat sat on the mat.', 'the cat sat on the mat .', 1],
  ['rouge_n', {}, "It can't be (true)", "it ca n't be ( false )", 6 / 7],
  ['rouge_n', { n: 2 }, 'a b c', 'a b d', 1 / 2],
  ['bleu', {}, 'the cat sat on the mat', 'The cat sat on the mat', 1],
  ['bleu', {}, ['a b c d', 'a b'], 'a b', 1],
  ['bleu', {}, 'a b c d', 'a b', Math.exp(-1)],
  ['gleu', {}, 'a b c.', 'a b d', 3 / 6],
  ['gleu', {}, ['x', 'a b'], 'A b.', 1],
  ['json', { strict: true }, '{"a": [1, "x  y"]}', ' {"a":[1,"x  y"]} ', 1],
  ['json', { strict: true }, '{"a": "x  y"}', '{"a":"x y"}', 0],
  ['json', { strict: true }, '{"a": 1}', 'Here: {"a": 1}', 0],
  ['json_schema', { where: 'whole' }, '{}', '"text"', 1],
  ['json_schema', { where: 'whole' }, '{}', '```json\n{}\n```', 0],
  ['json_schema', { where: 'anywhere' }, '{"required": ["b"]}', 'First {"a": 1}, then {"b": 2}.', 1],
  ['json_schema', { where: 'anywhere' }, '{"required": ["c"]}', 'First {"a": 1}, then {"b": 2}.', 0],
  ['json_schema', { where: 'anywhere' }, '{}', 'a } brace { that is [never closed', 0],
];

test('graders that compare literally, count, compare runs of words, or take JSON as it stands score as their rows say', () => {
  for (const [type, options, expected, reply, score] of ROWS) {
    const spec = { type, options: { ...options } };
    assert.deepEqual(graderProblems(spec, expected), [], `${type} ${expected}`);
    const result = grade(spec, expected, said(reply));
    const given = result.state === 'scored' ? result.score : Number.NaN;
    assert.ok(
      Math.abs(given - score) < 1e-12,
      `${type} ${JSON.stringify([options, expected, reply])}: ${given}`,
    );
  }
});

test('rows that cannot be graded are refused', () => {
  const rows: [string, object, string, RegExp][] = [
    ['literal', { at: 'anywhere' }, '', /which every response contains/],
    ['word_count', {}, '', /give option "min", "max" or both/],
    ['latency', {}, '', /"max_ms" is required/],
    ['cost', { max_usd: -1 }, '', /"max_usd" must be a number, 0 or more/],
    ['finish_reason', {}, 'done', /"done" is none of stop, length/],
  ];
  for (const [type, options, expected, said] of rows)
    assert.match(graderProblems({ type, options: { ...options } }, expected).join(), said, type);
});
