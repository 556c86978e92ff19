import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said, scoreOf, verdict } from '../../../test/support/grade-expectation.ts';
import { graderProblems } from './graders.ts';

const spec = (type: string, options: object = {}) => ({ type, options: { ...options } });
const COLOURS = { choices: ['Red', 'Green', 'Dark green', 'A cat'] };

// [reply, letter and extraction]
const CHOICES: [string, string][] = [
  ['Answer: B', 'strict B'],
  ['Answer: b', 'strict B'],
  ['Answer: B) Green', 'strict B'],
  ['Answer: B. Green', 'strict B'],
  ['Answer: **B) Green**', 'strict B'],
  ['Answer: Green', 'strict B'],
  ['Answer: dark green.', 'strict C'],
  ['Answer: A cat', 'strict D'],
  ['Answer: B because it grows', 'strict B'],
  ['Answer: A or B', 'none null'],
  ['Answer: (A) or (B)', 'none null'],
  ['Answer: E', 'none null'],
  ['Answer: Dog', 'none null'],
  ['I would say the answer is (C).', 'flexible C'],
  ['Hence \\boxed{C}', 'flexible C'],
  ['B', 'strict B'],
  ['(B)', 'strict B'],
  ['Green', 'strict B'],
  ['A) is too bright and B) too dull.\nI choose (C)', 'flexible C'],
  ['First I thought (A).\nIt must be **B**', 'flexible B'],
  ['It cannot be blue.\nIt is red, I think', 'flexible A'],
  ['It is red.\nOr dark green', 'none null'],
  ['I do not know', 'none null'],
];

// What each of these says is plain to a reader; [choices], reply, letter or null.
const LETTERS: [string[], string, string | null][] = [
  [['x', 'c', 'y', 'z'], 'Answer: C', 'C'],
  [['Chemistry', '0', '1', 'a'], 'The answer is (A).', 'A'],
  [['Chemistry', '0', '1', 'a'], 'Answer: 1', 'C'],
  [COLOURS.choices, 'Therefore, the answer is:\nThe answer is (B).', 'B'],
  [COLOURS.choices, 'Answer: The answer is (B)', 'B'],
  [COLOURS.choices, 'Answer: B, C, D', null],
  [COLOURS.choices, 'C; D', null],
  [COLOURS.choices, '\\boxed{B, C}', null],
  [COLOURS.choices, 'B is not correct.', null],
  [COLOURS.choices, 'D is wrong because of X. So the answer must be B.', 'B'],
  [COLOURS.choices, 'The correct option is B', 'B'],
  [COLOURS.choices, 'Answer: Option B', 'B'],
  [COLOURS.choices, 'Answer: B (not D)', 'B'],
  [COLOURS.choices, 'Therefore, B is the correct answer', 'B'],
  [COLOURS.choices, '{"answer": "B"}', 'B'],
  [COLOURS.choices, `${'It may be dark green, then. '.repeat(9)}`, null],
];

test('choice: a label goes before a text, and neither a hedge nor a denial is an answer', () => {
  for (const [choices, reply, letter] of LETTERS) {
    const result = verdict(spec('choice', { choices }), letter ?? 'A', said(reply));
    assert.equal(result.split(' ').at(-1), String(letter), reply);
  }
});

test('choice: one letter, however it is put, and never a guess', () => {
  for (const [reply, result] of CHOICES) {
    const [, letter = ''] = result.split(' ');
    const expected = letter === 'null' ? 'A' : letter;
    const score = letter === 'null' ? 0 : 1;
    assert.equal(verdict(spec('choice', COLOURS), expected, said(reply)), `${score} ${result}`, reply);
  }
  assert.equal(scoreOf(spec('choice', COLOURS), 'A', 'Answer: B'), 0);
  assert.equal(scoreOf(spec('choice'), 'J', 'Answer: J'), 1);
});

const LISTS: [string, object, string[] | string, string, number][] = [
  ['list', {}, ['red', 'green'], 'Answer: Red, Green', 1],
  ['list', {}, '["red", "green"]', 'red; green', 1],
  ['list', {}, ['red', 'green'], '["Red", "green"]', 1],
  ['list', {}, ['red', 'green'], 'These are they:\n1. **Red**\n2. Green.', 1],
  ['list', {}, ['red', 'green'], 'Answer: green, red', 0],
  ['list', { score: 'places' }, ['a', 'b', 'c'], 'Answer: a, x, c, d', 0.5],
  ['set', {}, ['red', 'green'], 'Answer: green, and red', 1],
  ['set', {}, ['red', 'green'], '- green\n- red\n- green', 1],
  ['set', {}, ['red', 'green'], 'Answer: green', 0],
  ['set', {}, ['red', 'green'], 'Answer: green, red, blue', 0],
  ['set', { score: 'f1' }, ['red', 'green'], 'Answer: green, red, blue', 0.8],
  ['set', {}, ['red', 'green'], 'I like\nnothing', 0],
];

test('list and set: the elements, in order or in any', () => {
  for (const [type, options, expected, reply, score] of LISTS)
    assert.equal(scoreOf(spec(type, options), expected, reply), score, `${type} ${reply}`);
});

const PERSON = '{"name": "Ada", "born": 1815, "tags": ["x", "y"]}';
const VALUES: [object, string, string, string][] = [
  [{}, PERSON, ' {"tags":["x","y"],"born":1815.0,"name":"Ada "}', '1 strict'],
  [{}, PERSON, '```json\n{"name":"Ada","born":1815,"tags":["x","y"]}\n```', '1 flexible'],
  [{}, PERSON, 'Here: {"name":"Ada","born":1815,"tags":["x","y"]}. Done', '1 flexible'],
  [{}, PERSON, '{"name":"Ada","born":"1815","tags":["x","y"]}', '0 strict'],
  [{}, PERSON, '{"name":"Ada","born":1815,"tags":["y","x"]}', '0 strict'],
  [{}, PERSON, '{"name":"ada","born":1815,"tags":["x","y"]}', '0 strict'],
  [{ ignore_case: true }, PERSON, '{"name":"ada","born":1815,"tags":["x","y"]}', '1 strict'],
  [{ score: 'fields' }, PERSON, '{"name":"Ada","born":1815,"tags":["x"]}', '0.75 strict'],
  [{ score: 'fields' }, PERSON, '{"name":"Ada","born":1815,"tags":["x","y"],"died":1852}', '0.8 strict'],
  [{ schema: { required: ['died'] } }, PERSON, PERSON, '0 strict'],
  [{ schema: { required: ['born'] } }, PERSON, PERSON, '1 strict'],
  [{}, PERSON, 'name: Ada', '0 none'],
  [{}, '{}', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, '0 none'],
];

test('json: the value of the reply, whole or by its fields', () => {
  for (const [options, expected, reply, result] of VALUES) {
    const [score, extraction] = verdict(spec('json', options), expected, said(reply)).split(' ');
    assert.equal(`${score} ${extraction}`, result, reply);
  }
});

const SCHEMA = JSON.stringify({
  type: 'object',
  required: ['id'],
  additionalProperties: false,
  properties: { id: { type: 'string', pattern: '^(a+)+$' }, code: { type: 'string', pattern: '^b$' } },
});

test('json_schema: valid or not, with patterns in linear time', { timeout: 20_000 }, () => {
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, '{"id": "aa"}'), 1);
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, '{"id": "ab"}'), 0);
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, '{"id": "aa", "code": "b"}'), 1);
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, '{"id": "aa", "code": "aa"}'), 0);
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, '{"id": "aa", "x": 1}'), 0);
  assert.equal(scoreOf(spec('json_schema'), SCHEMA, `{"id": "${'a'.repeat(50_000)}!"}`), 0);
});

const REFUSED: [string, object, string, RegExp][] = [
  ['choice', {}, 'Paris', /not a letter from A to Z/],
  ['choice', COLOURS, 'E', /from A to D/],
  ['choice', { choices: ['one'] }, 'A', /2 to 26/],
  ['choice', { choices: ['one', 'One.'] }, 'A', /different/],
  ['json', {}, 'Ada', /not JSON/],
  ['json', { schema: { type: 'thing' } }, '1', /JSON Schema/],
  ['json_schema', {}, '{"type": "thing"}', /cannot be used/],
  ['json_schema', {}, '{"$ref": "https://example.com/x"}', /cannot be used/],
  ['json_schema', {}, '[]', /must be a JSON object/],
  ['json_schema', {}, '{"type":"string","pattern":"(?=a)"}', /cannot be used/],
];

test('rows that cannot be graded are refused', () => {
  for (const [type, options, expected, message] of REFUSED)
    assert.match(graderProblems(spec(type, options), expected).join('; '), message, `${type} ${expected}`);
});
