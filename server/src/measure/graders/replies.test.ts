import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said, scoreOf } from '../../../test/support/grade-expectation.ts';
import { CHOICES, expectations, readReplies, specOf } from '../../../test/support/replies.ts';
import { grade } from './graders.ts';

test('emphasis, units, corrections, amounts, run-on text and lists of the choices are read as a careful person reads them', () => {
  const replies = readReplies();
  assert.ok(replies.length > 300);
  for (const one of replies)
    for (const [expected, score] of expectations(one))
      assert.equal(
        scoreOf(specOf(one), expected, one.reply),
        score,
        `${one.grader} ${expected}: ${one.reply}`,
      );
});

// [question, the letter that a verdict on each choice gives]
const VERDICTS: [string, string | null][] = [
  ['Which of these keeps a plane in the air?', 'B'],
  ['A plane is in the air. Which of these keeps it there?\nA) torque B) not the wind', 'B'],
  ['Which of these does NOT keep a plane in the air?', null],
  ['All of these keep a plane in the air except which?', null],
  ['Was hält ein Flugzeug nicht in der Luft?', null],
  ['¿Cuál de estas no es una fuerza?', null],
  ['下面哪一项不是力？', null],
];

test('a verdict on each choice gives the only one that is affirmed, unless the question asks for what is not so', () => {
  const spec = { type: 'choice', options: { choices: CHOICES } };
  for (const [question, letter] of VERDICTS)
    for (const expected of ['A', 'B', 'C', 'D']) {
      const result = grade(spec, expected, said('A) no\nB) yes\nC) no\nD) no', { question }));
      assert.equal(result.state === 'scored' && result.score, expected === letter ? 1 : 0, question);
    }
});
