import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createGraderChooser, type GraderSpec, graderProblems } from './graders.ts';

const contains: GraderSpec = { type: 'contains', options: { whole_words: true } };
const numeric: GraderSpec = { type: 'numeric', options: {} };
const letterAlone: GraderSpec = { type: 'contains', options: { whole_words: true, ignore_case: false } };
const json: GraderSpec = { type: 'json', options: {} };
const words: GraderSpec = { type: 'f1', options: { form: 'words', extract: 'whole' } };
const labelled = (...labels: string[]): GraderSpec => ({ type: 'label', options: { labels } });

const ALONE: [expected: string | string[], grader: GraderSpec][] = [
  ['42', numeric],
  ['-3.5', numeric],
  ['1,234.50', numeric],
  ['1.234,50 €', numeric],
  ['23,5', numeric],
  ['3,4,5', contains],
  ['$ 12', numeric],
  ['15 %', numeric],
  [['3.14', '3.1416'], numeric],
  ['14 days', contains],
  ['007', contains],
  ['2.4.1', contains],
  ['2026-11-21', contains],
  ['0800 555 1234', contains],
  ['B', letterAlone],
  ['b', contains],
  [['A', 'C'], letterAlone],
  ['Paris', contains],
  ['the returns desk', contains],
  [['8', 'eight'], contains],
  ['support@example.com', contains],
  ['北京', contains],
  ['十四天之内可以退货', contains],
  ['yes', labelled('yes', 'no')],
  ['No', labelled('yes', 'No', 'sì')],
  ['nein', labelled('ja', 'nein')],
  ['non', labelled('oui', 'non')],
  ['是', labelled('是', '否')],
  ['ja', labelled('ja', 'nein', 'nee', 'nej')],
  ['{"city": "Rome"}', json],
  ['["a", "b"]', json],
  ['[see page 4]', contains],
  ['You can return it within fourteen days of delivery, with the receipt.', words],
  ['Sie können die Ware innerhalb von vierzehn Tagen nach Erhalt zurückgeben.', words],
  ['您可以在收到商品后的十四天之内凭收据把商品退回给我们，逾期则不再受理。', words],
];

test('a row without a grader gets one that fits its expected answer', () => {
  for (const [expected, grader] of ALONE) {
    const chooser = createGraderChooser();
    assert.deepEqual(chooser.choose(expected, 'Which?'), { ...grader, chosen: true }, String(expected));
    assert.deepEqual(graderProblems(grader, expected), [], String(expected));
  }
});

test('a letter is that of a choice only where the question marks both A and B', () => {
  const typeOf = (question: string) => createGraderChooser().choose('B', question).type;
  for (const question of [
    'Which? A) red B) green',
    'Which?\n(A) red\n(B) green',
    'Which?\nA. red\nB. green',
    'Which?\nA: red\nB: green',
    'Which? [A] red, [B] green',
  ])
    assert.equal(typeOf(question), 'choice', question);
  for (const question of [
    'Which energy class has it?',
    'Which vitamin? Not vitamin A.',
    'Is it plan A or B?',
    'CPA) and MBA. Which?',
  ])
    assert.equal(typeOf(question), 'contains', question);
});

test('of a letter the texts of the choices are read from the question, where it lists them in order', () => {
  const chooser = createGraderChooser();
  const optionsOf = (question: string, expected = 'B') => chooser.choose(expected, question).options;
  assert.deepEqual(optionsOf('Which is a fruit?\nA) stone\nB) apple\nC) chair'), {
    choices: ['stone', 'apple', 'chair'],
  });
  assert.deepEqual(optionsOf('Which?\n(A) red\n(B) green'), { choices: ['red', 'green'] });
  assert.deepEqual(optionsOf('Which?\nB) red\nA) green'), {});
  assert.deepEqual(optionsOf('Which?\nA) red\nB) green', 'D'), {});
  assert.deepEqual(optionsOf('Which? A) red B) green'), {});
});

function chosenFor(all: readonly (string | string[])[]) {
  const chooser = createGraderChooser();
  for (const expected of all) chooser.choose(expected, '');
  chooser.settle();
  return { graders: all.map((expected) => chooser.choose(expected, '').type), said: chooser.sentence() };
}

test('few texts that all rows share are labels; phrases that happen to come twice are not', () => {
  const moods = ['Positive', 'Negative', 'Neutral'].flatMap((mood) => [mood, mood, mood, mood]);
  assert.deepEqual(new Set(chosenFor(moods).graders), new Set(['label']));
  assert.equal(
    chosenFor(moods).said,
    'Rows without a grader get one from their expected answer: label for 12 rows that expect one of 3 labels (Negative, Neutral and Positive). Name a grader in the dataset to use another.',
  );
  assert.deepEqual(new Set(chosenFor(moods.slice(1)).graders), new Set(['contains']));
  assert.deepEqual(
    new Set(chosenFor([...moods, 'in the shop on the corner']).graders),
    new Set(['contains']),
  );
  assert.deepEqual(
    new Set(chosenFor(['7', '7', '7', '7', '8', '8', '8', '8']).graders),
    new Set(['numeric']),
  );
});

test('the notice names each chosen grader with its number of rows, and what to use for long texts', () => {
  const long = 'You can return it within fourteen days of delivery, with the receipt.';
  assert.match(
    chosenFor(['Rome', 'Oslo', '7', long]).said ?? '',
    /contains with whole_words for 2 rows that expect short phrases, numeric for 1 row that expects a number and f1 over all words for 1 row that expects a long text\. No program can decide whether long texts are right, so their scores name no winner: use the grader embedding_similarity .* or a custom_eval whose judge/,
  );
  assert.equal(chosenFor([]).said, null);
});

// Held back while the thresholds were found: questions whose author named the grader of each.
test('of 160 questions with graders that their author chose, each gets the same one, or contains in place of exact', () => {
  const file = new URL('../../../../examples/support-assistant/questions.jsonl', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const pairs = rows.map(({ input, expected, grader }) => {
    const named = typeof grader === 'string' ? grader : grader.type;
    const chosen = createGraderChooser().choose(
      Array.isArray(expected) ? expected.map(String) : String(expected),
      input,
    );
    return `${named} → ${chosen.type}`;
  });
  const counts = Object.fromEntries(
    [...Map.groupBy(pairs, (pair) => pair)].map(([pair, all]) => [pair, all.length]),
  );
  assert.deepEqual(counts, { 'numeric → numeric': 110, 'contains → contains': 31, 'exact → contains': 19 });
});
