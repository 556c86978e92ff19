import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { said, verdict } from '../../../test/support/grade-expectation.ts';
import { isInFull } from '../../../test/support/in-full.ts';
import {
  GRADERS,
  type GradedAnswer,
  type GraderSpec,
  grade,
  graderProblems,
  storedLenientScore,
} from './graders.ts';
import { readNumbers } from './reply/numbers.ts';

const numeric: GraderSpec = { type: 'numeric', options: {} };

// [reply, expected, extraction, extracted]; right is where extracted equals expected.
const NUMBERS: [string, string, string][] = [
  ['Answer: 42', 'strict', '42'],
  ['So it is 6 times 7.\nAnswer: 42', 'strict', '42'],
  ['**Answer:** 42', 'strict', '42'],
  ['**Answer: 42**', 'strict', '42'],
  ['### Final Answer: 42', 'strict', '42'],
  ['The final answer is: **42**.', 'strict', '42'],
  ['Answer: $42$', 'strict', '42'],
  ['Answer: $\\boxed{42}$', 'strict', '42'],
  ['Answer: \\(42\\)', 'strict', '42'],
  ['Answer: (42)', 'strict', '42'],
  ['Answer: <42>', 'strict', '42'],
  ['Answer:\n42', 'strict', '42'],
  ['Answer:\n\n**42**', 'strict', '42'],
  ['Answer： 42', 'strict', '42'],
  ['Answer: 42 apples.', 'strict', '42'],
  ['Answer: x = 42', 'strict', '42'],
  ["The format is 'Answer: 7'.\nAnswer: 9\nAnswer: 42", 'strict', '42'],
  ['Answer: 42\n(As asked, in the form "Answer: 7".)', 'strict', '42'],
  ['Answer: 42\n\nAnswer:', 'strict', '42'],
  ['42', 'strict', '42'],
  ['42.', 'strict', '42'],
  ['**42**', 'strict', '42'],
  ['The answer is $1,234.', 'flexible', '1234'],
  ['So the total is 18. Hope that helps...', 'flexible', '18'],
  ['So the total is 18...', 'flexible', '18'],
  ['I counted 3, then 4 more, which makes ... 7', 'flexible', '7'],
  ['#### 12 and later #### 13', 'flexible', '13'],
  ['It takes 1/2 cup', 'flexible', '0.5'],
  ['First 5. Then \\boxed{6}. I used 2 steps', 'flexible', '6'],
  ['the answer is 7. I am 99 % sure.', 'flexible', '7'],
  ['Answer: 3 + 4 = 7', 'flexible', '7'],
  ['Answer: 12 (out of 20)', 'flexible', '12'],
  [`Answer: ${'There are 3 boxes with 5 pens. '.repeat(5)}\nThat makes 42 pens.`, 'flexible', '42'],
  ['Answer: the sum of 3 and 4 is 7', 'flexible', '7'],
  ['Answer: $1,234,567.80', 'strict', '1234567.8'],
  ['Answer: 12,34,567', 'strict', '1234567'],
  ['Answer: 1\u202f234', 'strict', '1234'],
  ['Answer: 1{,}234', 'strict', '1234'],
  ['Answer: -$5', 'strict', '-5'],
  ['Answer: $-5', 'strict', '-5'],
  ['Answer: −5', 'strict', '-5'],
  ['Answer: 5 €', 'strict', '5'],
  ['Answer: US$ 5', 'strict', '5'],
  ['Answer: 25%', 'strict', '25'],
  ['Answer: 25\\%', 'strict', '25'],
  ['Answer: .5', 'strict', '0.5'],
  ['Answer: +5', 'strict', '5'],
  ['Answer: 007', 'strict', '7'],
  ['Answer: 1.5e3', 'strict', '1500'],
  ['Answer: 1.5E-3', 'strict', '0.0015'],
  ['Answer: 1.5 × 10^3', 'strict', '1500'],
  ['Answer: $1.5 \\times 10^{-3}$', 'strict', '0.0015'],
  ['Answer: 3/8', 'strict', '0.375'],
  ['Answer: -1/3', 'strict', '-1/3'],
  ['Answer: 1 1/2', 'strict', '1.5'],
  ['Answer: \\frac{1}{2}', 'strict', '0.5'],
  ['Answer: -\\dfrac{3}{4}', 'strict', '-0.75'],
  ['Answer: 1\\frac{1}{2}', 'strict', '1.5'],
  ['Answer: 1.234,56', 'strict', '1234.56'],
  ['Answer: forty-two', 'strict', '42'],
  // Any number of digits but three behind a comma are decimals.
  ['Answer: 23,5', 'strict', '23.5'],
  ['23,50', 'strict', '23.5'],
  ['0,5', 'strict', '0.5'],
  ['0,125', 'strict', '0.125'],
  ['1234,567', 'strict', '1234.567'],
  ['3,1416', 'strict', '3.1416'],
  ['23,5 kg', 'flexible', '23.5'],
  ['Es sind -23,5 Grad.', 'flexible', '-23.5'],
  ['Answer: 1,500', 'strict', '1500'],
  ['Answer: 1.500', 'strict', '1.5'],
  ['Answer: 5kg of CO2', 'strict', '5'],
  ['9007199254740993', 'strict', '9007199254740993'],
  // The rate of a tax is a remark on a price.
  ['It costs **€24.00** per order, including 19 % VAT.', 'flexible', '24'],
  ['The fee is $24 plus 8% sales tax.', 'flexible', '24'],
  ['Es kostet 49 € (inkl. 19 % MwSt.).', 'flexible', '49'],
  ["L'abonnement coûte 30 € par mois, TVA 20 % incluse.", 'flexible', '30'],
  ['La spedizione costa 35 € più IVA al 22 %.', 'flexible', '35'],
  ['Preis: 99 €, 19 % MwSt. enthalten', 'flexible', '99'],
  ['Price: €24, 19 % VAT included', 'flexible', '24'],
  // An offer to the reader is no part of the answer.
  ['The total is 42.\n\nLet me know if you want the 3 steps explained.', 'flexible', '42'],
  ['60 would do. If you need to be safe, please order 42.', 'flexible', '42'],
  ['That makes 42 apples. If you want, I can show the 3 steps. Just ask if 1 is unclear!', 'flexible', '42'],
  ['Es sind 42.\nSag Bescheid, wenn du die 3 Schritte erklärt haben möchtest.', 'flexible', '42'],
  ['Il y en a 42. Souhaitez-vous voir les 3 étapes ?', 'flexible', '42'],
  ['Son 42. Avísame si quieres ver los 3 pasos.', 'flexible', '42'],
  ['If you want 5 boxes, you need 42.', 'flexible', '42'],
  [
    'Laut unseren Unterlagen lautet die Antwort auf Ihre Frage: 15 %. Wenn Sie 2 oder 3 weitere Fragen haben, melden Sie sich bitte jederzeit.',
    'flexible',
    '15',
  ],
  ['Es sind 42. Bei Fragen gern! Falls Sie 2 Karten möchten, melden Sie sich.', 'flexible', '42'],
  // A result is read as its language writes numbers.
  ['Das Ergebnis lautet: 1.250', 'flexible', '1250'],
  ['Das Ergebnis der Rechnung ist **1.250**.', 'flexible', '1250'],
  ['Ergebnis: 1.250', 'flexible', '1250'],
  ['Das Ergebnis lautet: 3,5', 'flexible', '3.5'],
  ['Das Ergebnis lautet: 0.250', 'flexible', '0.25'],
  ['El resultado es 1.250,75', 'flexible', '1250.75'],
  ['The result is 1.250', 'flexible', '1.25'],
  ['Solution: 1.250', 'flexible', '1.25'],
  ['For orders over 50 € the VAT rate is 19 %.', 'flexible', '19'],
  ['Prices are shown including 19 % VAT.', 'flexible', '19'],
];

test('a number is found where a reply puts it, and read as it is meant', () => {
  for (const [reply, extraction, extracted] of NUMBERS) {
    assert.equal(verdict(numeric, extracted, said(reply)), `1 ${extraction} ${extracted}`, reply);
    assert.equal(verdict(numeric, '31415', said(reply)), `0 ${extraction} ${extracted}`, reply);
  }
});

test('a number that is decimals or thousands equals one that is written the same, and no other reading of it', () => {
  const rows: [expected: string, reply: string, score: 0 | 1][] = [
    ['1.000', '1.000', 1],
    ['1.000', '1', 1],
    ['1.000', '1000', 0],
    ['1.500', 'Die Antwort lautet: 1.500', 1],
    ['1.500', 'Die Antwort lautet: 1.600', 0],
    ['1.500', 'Die Antwort lautet: 1500', 0],
    ['1,500', 'Antwort: 1,500 kg', 1],
    ['1.500', '1,500', 0],
    ['1.500 €', '1500', 1],
    ['23.5', 'Vielen Dank, die Antwort lautet: 23,5. Bei 2 oder 3 Fragen melden Sie sich.', 1],
    ['0,5', '0.5', 1],
    ['23,5', '23.50 kg', 1],
    ['23.5', '235', 0],
  ];
  for (const [expected, reply, score] of rows)
    assert.match(verdict(numeric, expected, said(reply)), new RegExp(`^${score} `), `${expected}: ${reply}`);
});

const NO_NUMBER = [
  'I cannot say.',
  '...',
  'I thought 42.\nAnswer: unknown',
  'Answer: 3,4,5',
  'Answer: 1/0',
  'Version v3 of CO2',
  // The ends of a range are two numbers, and neither is the answer.
  'It lasted from 10-12',
  '694 or 701',
  '701 or 694',
  'not 694',
  'Answer: 694 or 701 apples',
  'Answer: between 3 and 5',
  'The answer is not 694.',
];

test('where there is no number, or none that can be read, nothing is taken from elsewhere', () => {
  for (const reply of NO_NUMBER) assert.equal(verdict(numeric, '42', said(reply)), '0 none null', reply);
});

const EQUAL: [string, string | string[], object, 0 | 1][] = [
  ['Answer: 24.0', '24', {}, 1],
  ['Answer: 1,000', '1000', {}, 1],
  ['Answer: 0.1', '0.10000000000000001', {}, 0],
  ['Answer: 9007199254740993', '9007199254740992', {}, 0],
  ['Answer: 0.333', '1/3', {}, 0],
  ['Answer: 0.333', '1/3', { tolerance: '0.001' }, 1],
  ['Answer: 0.33', '1/3', { tolerance: 0.001 }, 0],
  ['Answer: 101', '100', { relative_tolerance: 0.01 }, 1],
  ['Answer: 101.1', '100', { relative_tolerance: 0.01 }, 0],
  ['Answer: 50%', '50', {}, 1],
  ['Answer: 50%', '0.5', { percent: 'fraction' }, 1],
  ['Answer: 0.5', '50%', { percent: 'fraction' }, 1],
  ['Answer: 50', '50%', { percent: 'fraction' }, 0],
  ['Answer: 7', ['6', '7'], {}, 1],
];

test('numbers are compared exactly, or within the tolerance asked for', () => {
  for (const [reply, expected, options, score] of EQUAL) {
    const result = verdict({ type: 'numeric', options: { ...options } }, expected, said(reply));
    assert.ok(
      result.startsWith(`${score} `),
      `${reply} / ${expected} / ${JSON.stringify(options)}: ${result}`,
    );
  }
});

const TEXTS: [string, string | string[], object, string][] = [
  ['Paris', 'paris', {}, '1 strict Paris'],
  ['  Paris.\n', 'Paris', {}, '1 strict Paris.'],
  ['Answer: Paris!', 'Paris', {}, '1 strict Paris!'],
  ['It is on the Seine.\nAnswer: **Paris**', 'Paris', {}, '1 strict Paris'],
  ['It is on the Seine.\n**Answer:** Paris', 'Paris', {}, '1 strict Paris'],
  ['New   York\tCity', 'New York City', {}, '1 strict New   York\tCity'],
  ['Answer: London', 'Paris', {}, '0 strict London'],
  ['Answer: Paris or London', 'Paris', {}, '0 strict Paris or London'],
  ["The format is 'Answer: A'.\nLet me think.\nAnswer: C", 'C', {}, '1 strict C'],
  ['**Answer:** D', 'D', {}, '1 strict D'],
  ['Answer: (B)', 'B', {}, '1 strict B'],
  ['Answer: (B).', 'B', {}, '1 strict B'],
  ['Answer: $B$', 'B', {}, '1 strict B'],
  ['Answer:\nB', 'B', {}, '1 strict B'],
  ['Answer: \\boxed{\\text{B}}', 'B', {}, '1 strict B'],
  ['I think the answer is B', 'B', {}, '1 flexible B'],
  ['the answer is **C**', 'C', {}, '1 flexible C'],
  ['The answer is (C) ... wait, the answer is (D)', 'D', {}, '1 flexible D'],
  ['I am sure the answer is True. Good luck!', 'true', {}, '1 flexible True'],
  ['We get\n\\[ \\boxed{x + 1} \\]', 'x + 1', {}, '1 flexible x + 1'],
  ['Answer: (a, b)', '(a, b)', {}, '1 strict a, b'],
  ['Answer: Bears', ['Lions', 'Bears'], {}, '1 strict Bears'],
  ['Answer: paris', 'Paris', { ignore_case: false }, '0 strict paris'],
  ['Answer: Paris.', 'Paris', { ignore_end_punctuation: false }, '0 strict Paris.'],
  ['a  b', 'a b', { ignore_space: false }, '0 strict a  b'],
  ['Paris', 'Paris', { extract: 'answer_line' }, '0 none null'],
  ['Answer: Paris', 'Paris', { extract: 'whole' }, '0 null Answer: Paris'],
  ['Caf\u0065\u0301', 'Caf\u00e9', {}, '1 strict Caf\u0065\u0301'],
];

test('a text is compared after stated normalisation, and nothing more', () => {
  for (const [reply, expected, options, result] of TEXTS) {
    assert.equal(verdict({ type: 'exact', options: { ...options } }, expected, said(reply)), result, reply);
  }
});

const CONTAINED: [string, string | string[], object, 0 | 1][] = [
  ['The capital is Paris, of course.', 'paris', {}, 1],
  ['The capital is Paris.', 'Paris', { ignore_case: false }, 1],
  ['the capital is paris.', 'Paris', { ignore_case: false }, 0],
  ['New\n  York', 'New York', {}, 1],
  ['red and blue', ['red', 'green'], {}, 1],
  ['red and blue', ['red', 'green'], { require: 'all' }, 0],
  ['red and green', ['red', 'green'], { require: 'all' }, 1],
  ['a category', 'cat', {}, 1],
  ['a category', 'cat', { whole_words: true }, 0],
  ['a category, a cat', 'cat', { whole_words: true }, 1],
  ['it is 125 g', '25', { whole_words: true }, 0],
  ['it is 25%', '25%', { whole_words: true }, 1],
  ['nothing of the sort', 'Paris', {}, 0],
];

test('contains looks anywhere in the reply', () => {
  for (const [reply, expected, options, score] of CONTAINED) {
    const result = verdict({ type: 'contains', options: { ...options } }, expected, said(reply));
    assert.ok(result.startsWith(`${score} null`), `${reply}: ${result}`);
  }
});

const exact: GraderSpec = { type: 'exact', options: {} };
const contains: GraderSpec = { type: 'contains', options: {} };
const cut = { finishReason: 'length' } as const;

const NOT_WRONG: [string, GraderSpec, GradedAnswer, string][] = [
  ['cut off while thinking', numeric, said('', { ...cut, reasoning: 'so 42 is' }), 'unscored truncated'],
  ['filtered', exact, said('', { finishReason: 'content_filter' }), 'unscored content_filter'],
  ['cut off among numbers', numeric, said('First 40, then 42', cut), 'unscored truncated'],
  ['cut off after the answer line', numeric, said('Answer: 42\nLet me exp', cut), '1 strict 42'],
  ['a text cut off', exact, said('It is on the', cut), 'unscored truncated'],
  ['not found before the cut', contains, said('It is on the', cut), 'unscored truncated'],
  ['found before the cut', contains, said('42 is on the', cut), '1 null 42'],
];

test('a reply without text that ended by itself is wrong, in every grader', () => {
  const none = {
    state: 'scored',
    score: 0,
    extraction: 'none',
    extracted: null,
    truncated: false,
  };
  for (const { type, ...grader } of GRADERS)
    for (const text of ['', ' \n\u00a0\t'])
      if ('judge' in grader && !grader.readsCalls && !grader.judgeAnswer)
        assert.deepEqual(grade({ type, options: {} }, '1', said(text)), none, type);
});

test('a response that could not be graded is unscored and not wrong', () => {
  for (const [name, spec, answer, result] of NOT_WRONG)
    assert.equal(verdict(spec, '42', answer), result, name);
});

test('reasoning is no answer, and is kept apart from silence', () => {
  for (const [reasoning, onlyReasoning] of [
    ['Answer: 42', true],
    [' ', undefined],
  ] as const) {
    const graded = grade(numeric, '42', said('', { reasoning }));
    assert.ok(graded.state === 'scored');
    assert.deepEqual(
      [graded.score, graded.extraction, graded.extracted, graded.onlyReasoning],
      [0, 'none', null, onlyReasoning],
    );
  }
});

const REFUSED: [GraderSpec, string | string[], RegExp][] = [
  [{ type: 'rouge', options: {} }, 'x', /no grader "rouge"; known: exact, contains, /],
  [{ type: 'exact', options: { case: true } }, 'x', /unknown option "case"; known: ignore_case/],
  [{ type: 'exact', options: { toString: 1 } }, 'x', /unknown option "toString"/],
  [{ type: 'exact', options: { ignore_case: 'yes' } }, 'x', /"ignore_case" must be true or false/],
  [{ type: 'numeric', options: { tolerance: -1 } }, '1', /"tolerance" must be a decimal, 0 or more/],
  [{ type: 'numeric', options: { tolerance: 'small' } }, '1', /"tolerance"/],
  [{ type: 'numeric', options: {} }, 'forty', /"forty" is not one number/],
  [{ type: 'numeric', options: {} }, '3 or 4', /not one number/],
  [{ type: 'numeric', options: {} }, ['3', 'x'], /"x" is not one number/],
  [{ type: 'contains', options: {} }, ' ', /every response contains/],
  [{ type: 'exact', options: {} }, '...', /empty/],
  [{ type: 'exact', options: {} }, [], /empty list/],
];

test('an unusable grader, option or expected answer is refused with the remedy', () => {
  for (const [spec, expected, message] of REFUSED) {
    assert.match(graderProblems(spec, expected).join('; '), message, JSON.stringify(spec));
  }
  assert.deepEqual(
    graderProblems({ type: 'numeric', options: { tolerance: '0.01', percent: 'ignore' } }, '1/2'),
    [],
  );
});

test('of a long reply the beginning and the end are read', () => {
  const long = 'so it goes on. '.repeat(100_000);
  assert.equal(verdict(numeric, '42', said(`${long}\nAnswer: 42`)), '1 strict 42');
  assert.equal(verdict(contains, '42', said(`42 ${long}`)), '1 null 42');
  assert.equal(verdict(contains, '42', said(`${long} 42 ${long}`)), '0 null null');
  // The cut joins nothing: no number arises of two halves.
  assert.equal(verdict(numeric, '1', said('1'.repeat(2_000_000))), '0 none null');
});

test('a fraction of a million digits is no number, and is not worked out', () => {
  const digits = '7'.repeat(60_000);
  for (const fraction of [`1/${digits}`, `1 ${digits}/3`]) {
    assert.equal(readNumbers(fraction).tokens[0]?.value, null, fraction.slice(0, 5));
  }
});

const ofType = (type: string, options: object = {}): GraderSpec => ({ type, options: { ...options } });
const HOSTILE_INSTRUCTIONS = [
  ['detectable_format:number_bullet_lists', { num_bullets: 2 }],
  ['detectable_content:number_placeholders', { num_placeholders: 2 }],
  ['detectable_format:title', {}],
  ['detectable_format:number_highlighted_sections', { num_highlights: 2 }],
  ['language:response_language', { language: 'sw' }],
  ['length_constraints:number_sentences', { num_sentences: 2, relation: 'at least' }],
  ['length_constraints:number_paragraphs', { num_paragraphs: 2 }],
].map(([id, kwargs]): [GraderSpec, string] => [ofType('instructions'), JSON.stringify({ id, kwargs })]);
/** What hostile replies are graded by beside the text `42` without options, which most graders take. */
const HOSTILE_TO: readonly [GraderSpec, string][] = [
  [ofType('choice', { choices: ['red', 'green'] }), 'B'],
  [ofType('label', { labels: ['red', 'green', 'no'] }), 'red'],
  [ofType('regex'), '(x+x+)+y'],
  [ofType('f1'), 'forty two'],
  [ofType('f1', { form: 'drop' }), '42'],
  [ofType('rouge_l'), 'forty two'],
  [ofType('edit_similarity'), 'forty two'],
  [ofType('json'), '{"a": 1}'],
  [ofType('json_schema'), '{"type": "object"}'],
  [ofType('structured_output', { schema: { type: 'object' } }), '{"a": 1}'],
  [ofType('json_schema', { where: 'anywhere' }), '{"type": "object"}'],
  [ofType('function_calls', { functions: [] }), '[]'],
  [ofType('word_count', { max: 10 }), ''],
  [ofType('character_count', { max: 10 }), ''],
  [ofType('finish_reason'), 'stop'],
  [ofType('latency', { max_ms: 10 }), ''],
  [ofType('cost', { max_usd: 1 }), ''],
  [ofType('composite', { parts: [{ grader: 'contains' }, { grader: 'bleu', not: true }] }), '42'],
  ...HOSTILE_INSTRUCTIONS,
];
const inTable = new Set(HOSTILE_TO.map(([{ type }]) => type));
const HOSTILE_CASES: readonly [GraderSpec, string][] = [
  ...HOSTILE_TO,
  ...GRADERS.filter((grader) => 'judge' in grader && !inTable.has(grader.type)).map(
    ({ type }): [GraderSpec, string] => [ofType(type), '42'],
  ),
];

test('every grader that is a program is shown hostile replies', () => {
  for (const [spec, expected] of HOSTILE_CASES)
    assert.deepEqual(graderProblems(spec, expected), [], spec.type);
});

test('a hostile reply of 300,000 characters is graded without stalling', { timeout: 60_000 }, () => {
  const size = 300_000;
  const fillers = [
    ' ',
    '*',
    '1',
    '1,',
    '.',
    '1.',
    '\\boxed{',
    '(',
    '$',
    'answer is ',
    'Answer:\n',
    '-',
    '1/',
    '{',
    '[',
    'a ',
    '```\n',
    '\n',
    '<<',
  ];
  const took = { latencyMs: 1, costUsd: 0 };
  for (const [i, filler] of fillers.entries()) {
    const reply = filler.repeat(size / filler.length);
    const forms = [`x${reply}x`, `Answer: x${reply}x`];
    for (const [k, [spec, expected]] of HOSTILE_CASES.entries()) {
      // In the quick suite each grader is shown every second filler, with the forms in turn.
      const shown = isInFull() ? forms : forms.filter((_, form) => (i + k) % 4 === 2 * form);
      for (const text of shown) grade(spec, expected, said(text, took));
    }
  }
});

test('docs/reference/graders.md has every grader, and no other', () => {
  const text = readFileSync(new URL('../../../../docs/reference/graders.md', import.meta.url), 'utf8');
  const [, table = ''] = /## The graders\n(.*?)\n### /s.exec(text) ?? [];
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  assert.deepEqual(
    rows.map((row) => row.split('`')[1]),
    GRADERS.map(({ type }) => type),
  );
});

test('a stored response in which no answer was found may be right, also as the version before wrote it', () => {
  for (const name of ['lenient/unread', 'lenient/unrecognised'])
    assert.equal(storedLenientScore({ [name]: 1 }), 1);
  assert.equal(storedLenientScore({ 'lenient/unread': 1, lenient: 0 }), 0);
  assert.equal(storedLenientScore({}), null);
});
