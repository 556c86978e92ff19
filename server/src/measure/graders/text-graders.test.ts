import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said, scoreOf, verdict } from '../../../test/support/grade-expectation.ts';
import { grade, graderProblems } from './graders.ts';

const spec = (type: string, options: object = {}) => ({ type, options: { ...options } });

// [form, reply, expected, score]
const OVERLAPS: [object, string, string | string[], number][] = [
  [{}, 'The Eiffel Tower!', 'eiffel tower', 1],
  [{}, 'Answer: **Paris**', 'Paris', 1],
  [{}, 'London', 'Paris', 0],
  [{}, 'red blue', ['green', 'red'], 2 / 3],
  [{ no_answer: 'unanswerable' }, 'Unanswerable.', 'unanswerable', 1],
  [{ no_answer: 'unanswerable' }, 'Paris', 'unanswerable', 0],
  [{ no_answer: 'unanswerable' }, 'unanswerable', 'Paris', 0],
  [{ form: 'drop' }, '1_000', '1000', 1],
  [{ form: 'drop' }, 'the 3 Bears', 'bears 3', 1],
  [{ form: 'drop' }, 'the the cat cat sat', 'cat sat', 1],
  [{ form: 'drop' }, 'Lions', ['Bears', 'Lions'], 1],
  [{ form: 'drop' }, 'Lions', '["Bears", "Lions"]', 0.5],
  [{ form: 'drop' }, 'three', '3', 0],
  [{}, 'the “Big Bang” theory', 'the "Big Bang" theory', 1],
  [{}, 'the "Big Bang" theory', 'the “Big Bang” theory', 1],
  [{}, '“Big Bang”', 'Big Bang', 1],
  [{}, "Levi's", 'Levi’s', 1],
  [{ form: 'drop' }, '“Big Bang”', 'Big Bang', 1],
  [{ form: 'drop' }, 'Big Bang', '«Big Bang»', 1],
  [{ form: 'words' }, '红色和蓝色', '蓝色和红色', 1],
  [{ form: 'words' }, '红色', '红色和蓝色', 4 / 7],
  [{ form: 'words' }, '**Red** and blue', 'blue, red', 0.8],
];

const WHOLE_WORDS: [reply: string, expected: string, holds: boolean][] = [
  ['It takes 14 days.', '14 days', true],
  ['It takes 114 days.', '14 days', false],
  ['The Parisian way', 'Paris', false],
  ['首都是北京市。', '北京', true],
  ['需要114天', '14天', false],
  ['需要14天左右', '14天', true],
  ['東京でPayPalを使う', 'PayPal', true],
  ['ノートパソコン', 'ノート', false],
  ['수도는 서울입니다.', '서울', true],
  ['남서울에서', '서울', false],
  ['보증 기간은 14일입니다.', '14일', true],
  ['ใช้เวลาสิบสี่วัน', 'สิบสี่วัน', true],
  ['Das Rückgaberecht', 'Rückgabe', false],
  ['राजधानी दिल्ली है', 'दिल्ली', true],
];

test('contains: whole words end where the script ends words', () => {
  for (const [reply, expected, holds] of WHOLE_WORDS)
    assert.equal(scoreOf(spec('contains', { whole_words: true }), expected, reply), Number(holds), reply);
});

test('f1: words in common, in the SQuAD and the DROP form', () => {
  for (const [options, reply, expected, score] of OVERLAPS) {
    assert.equal(scoreOf(spec('f1', options), expected, reply), score, `${reply} / ${expected}`);
  }
});

test('f1: the exact match of SQuAD stands beside it', () => {
  const cases: [string, string[], number][] = [
    ['The Eiffel Tower!', ['eiffel tower'], 1],
    ['Tower Eiffel', ['eiffel tower'], 0],
    ['Eiffel', ['Eiffel Tower', 'Eiffel'], 1],
  ];
  for (const [reply, expected, exact] of cases) {
    const result = grade(spec('f1'), expected, said(reply));
    assert.ok(result.state === 'scored');
    assert.deepEqual(result.details, { exact_match: exact }, reply);
  }
});

// rouge_score 0.1.2, rougeL without stemming.
const ROUGE: [string, string | string[], number][] = [
  ['the cat sat on the mat', 'the cat sat on the mat', 1],
  ['the cat sat', 'the cat sat on the mat', 2 / 3],
  ['police kill the gunman', 'police killed the gunman', 0.75],
  ['the gunman kill police', 'police killed the gunman', 0.5],
  ['Testing one, two.', 'testing', 0.5],
  ['nothing alike', 'completely different', 0],
  ['b', ['a', 'b'], 1],
];

test('rouge_l: the longest common subsequence of words', () => {
  for (const [reply, expected, score] of ROUGE) {
    assert.equal(scoreOf(spec('rouge_l'), expected, reply), score, `${reply} / ${expected}`);
  }
});

const EDITS: [object, string, string | string[], number][] = [
  [{}, 'kitten', 'sitting', 1 - 3 / 7],
  [{}, 'KITTEN', 'kitten', 1],
  [{ ignore_case: false }, 'Kitten', 'kitten', 1 - 1 / 6],
  [{}, 'so  be\nit', 'so be it', 1],
  [{}, 'Answer: abcd', 'abce', 0.75],
  [{ extract: 'whole' }, 'Answer: ab', 'ab', 1 - 8 / 10],
  [{}, 'abc', 'xyz', 0],
  [{}, 'abc', ['xyz', 'abd'], 1 - 1 / 3],
];

test('edit_similarity: the share of characters that need no edit', () => {
  for (const [options, reply, expected, score] of EDITS) {
    assert.equal(scoreOf(spec('edit_similarity', options), expected, reply), score, `${reply} / ${expected}`);
  }
});

const PATTERNS: [object, string, string | string[], string][] = [
  [{}, 'order 4711 is late', 'order \\d+', '1 null order 4711'],
  [{}, 'Order 4711', 'order \\d+', '0 null null'],
  [{ ignore_case: true }, 'Order 4711', 'order \\d+', '1 null Order 4711'],
  [{}, 'a\nb', '^b$', '0 null null'],
  [{ multi_line: true }, 'a\nb', '^b$', '1 null b'],
  [{}, 'a\nb', 'a.b', '0 null null'],
  [{ dot_all: true }, 'a\nb', 'a.b', '1 null a\nb'],
  [{}, 'green', ['red', 'gr[ae]y|green'], '1 null green'],
  [{}, `so ${'abc'.repeat(100)} it is`, 'abc'.repeat(100), `1 null ${'abc'.repeat(100)}`],
  [{}, 'abc'.repeat(99), 'abc'.repeat(100), '0 null null'],
  [{ ignore_case: true }, 'ÄPFEL / birnen-ok', 'äpfel / Birnen-OK', '1 null ÄPFEL / birnen-ok'],
  [{ extract: 'answer_line' }, 'not 4\nAnswer: 5', '^\\d$', '1 strict 5'],
  [{ extract: 'answer_line' }, '5', '^\\d$', '0 none null'],
];

test('regex: an expected pattern matches', () => {
  for (const [options, reply, expected, result] of PATTERNS) {
    assert.equal(verdict(spec('regex', options), expected, said(reply)), result, `${reply} / ${expected}`);
  }
});

const REFUSED: [string, string, RegExp][] = [
  ['regex', '(', /cannot be used: .*missing/],
  ['regex', '(a)\\1', /cannot be used/],
  ['regex', '(?=a)b', /cannot be used/],
  ['regex', 'a'.repeat(1_001), /more than 1000 characters/],
  ['regex', '((a{0,30}){0,30}){0,2}', /too many states|invalid repeat/],
  ['regex', `${'ab'.repeat(100)}.`, /too many states \(\d+, at most 150\): shorten it/],
  ['rouge_l', '你好', /no words/],
  ['rouge_l', 'word '.repeat(1_001), /at most 1000/],
  ['edit_similarity', 'x'.repeat(5_001), /at most 5000/],
  ['f1', 'the', /no words/],
];

test('an expected text that cannot be graded is refused', () => {
  for (const [type, expected, message] of REFUSED)
    assert.match(
      graderProblems(spec(type), expected).join('; '),
      message,
      `${type} ${expected.slice(0, 40)}`,
    );
});

test('a pattern that backtracks for ever elsewhere is linear here', { timeout: 20_000 }, () => {
  const reply = said('a'.repeat(100_000));
  for (const pattern of ['(a+)+$x', '(a|aa)+b', '(.*)*b', '(a*)*[bc]', '(?:a?){40}a{40}[^a]']) {
    const result = grade(spec('regex'), pattern, reply);
    assert.ok(result.state === 'scored' && result.score === 0, pattern);
  }
});
