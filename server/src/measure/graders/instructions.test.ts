import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said, scoreOf, verdict } from '../../../test/support/grade-expectation.ts';
import { grade, graderProblems } from './graders.ts';
import { CHECKS } from './instructions.ts';

const strict = { type: 'instructions', options: {} };
const loose = { type: 'instructions', options: { loose: true } };
const asked = (id: string, kwargs: object = {}) => JSON.stringify({ id, kwargs });

// [id, arguments, replies that follow it, replies that do not]
const INSTRUCTIONS: [string, object, string[], string[]][] = [
  ['keywords:existence', { keywords: ['tide', 'moon'] }, ['The Moon pulls the tides.'], ['The moon.']],
  [
    'keywords:frequency',
    { keyword: 'sea', frequency: 2, relation: 'at least' },
    ['Sea to sea', 'seasea'],
    ['the sea'],
  ],
  [
    'keywords:frequency',
    { keyword: 'sea', frequency: 2, relation: 'less than' },
    ['the sea', 'x'],
    ['sea sea'],
  ],
  ['keywords:forbidden_words', { forbidden_words: ['sea', 'sky'] }, ['seaside'], ['the Sea', 'sky!']],
  [
    'keywords:letter_frequency',
    { letter: 'Q', let_frequency: 2, let_relation: 'at least' },
    ['Quick quiz'],
    ['quick'],
  ],
  [
    'language:response_language',
    { language: 'de' },
    ['Das ist nicht der Hund und die Katze.'],
    ['This is the dog.'],
  ],
  [
    'language:response_language',
    { language: 'hi' },
    ['यह एक किताब है और वह भी'],
    ['हे पुस्तक आहे आणि ते नाही', 'a book'],
  ],
  ['language:response_language', { language: 'ur' }, ['یہ ایک کتاب ہے اور وہ بھی'], ['این یک کتاب است و آن']],
  ['language:response_language', { language: 'ko' }, ['이것은 책입니다'], ['これは本です']],
  [
    'length_constraints:number_words',
    { num_words: 3, relation: 'at least' },
    ['one two three'],
    ['one two', '1. 2'],
  ],
  [
    'length_constraints:number_sentences',
    { num_sentences: 2, relation: 'less than' },
    ['One.', '- one\n- two\n- three', 'A heading\n\nOne sentence.'],
    ['One. Two.', 'One.\nTwo.'],
  ],
  [
    'length_constraints:number_paragraphs',
    { num_paragraphs: 2 },
    ['a\n***\nb', '***\na\n***\nb'],
    ['a', 'a***\n***b'],
  ],
  [
    'length_constraints:nth_paragraph_first_word',
    { num_paragraphs: 2, nth_paragraph: 2, first_word: 'weekend' },
    ['a\n\n"Weekend," b', 'a\n\nweekend. b'],
    ['a\n\nb', 'weekend', 'a\n\nweekends', 'a\n\nweekend\n\nb'],
  ],
  [
    'detectable_content:number_placeholders',
    { num_placeholders: 2 },
    ['[a] and [b c]'],
    ['[a] and [b\nc]', '[a'],
  ],
  ['detectable_content:postscript', { postscript_marker: 'P.S.' }, ['x\np. s. y', 'P.S. y'], ['PS y', 'x']],
  ['detectable_content:postscript', { postscript_marker: 'P.P.S' }, ['x\nP.P.S y', 'p. p. s'], ['P.S. y']],
  [
    'detectable_format:number_bullet_lists',
    { num_bullets: 2 },
    ['* a\n- b', ' * a\n * b'],
    ['* a', '** a\n** b\n* c'],
  ],
  ['detectable_format:constrained_response', {}, ['Well: My answer is no.'], ['My answer is no', 'no']],
  [
    'detectable_format:number_highlighted_sections',
    { num_highlights: 2 },
    ['*a* and *b*', '**a** b *c*'],
    ['*a*', '** ** b'],
  ],
  [
    'detectable_format:multiple_sections',
    { section_spliter: 'SECTION', num_sections: 2 },
    ['SECTION 1\na\nSECTION 2\nb'],
    ['SECTION 1\na', 'Section 1 Section 2'],
  ],
  ['detectable_format:json_format', {}, ['{"a": 1}', '```json\n[1]\n```'], ['a: 1', 'Here: {}']],
  ['detectable_format:title', {}, ['<<a title>>\ntext'], ['<a>', '<< >>', '<<a\nb>>']],
  ['combination:two_responses', {}, ['a\n******\nb', '******a******b'], ['a******a', 'a', 'a******b******c']],
  ['combination:repeat_prompt', { prompt_to_repeat: 'Say it.' }, ['say it. Done'], ['Done. Say it.']],
  ['startend:end_checker', { end_phrase: 'Any more?' }, ['x. any more?', '"x any more?"'], ['Any more? Yes']],
  ['startend:quotation', {}, [' "a" '], ['"a', '"']],
  [
    'change_case:capital_word_frequency',
    { capital_frequency: 2, capital_relation: 'at least' },
    ['THE BIG one', 'NASA and U.S. people'],
    ['THE Big one'],
  ],
  [
    'change_case:english_capital',
    {},
    ['THIS IS IT.'],
    ['THIS Is', '123', 'DAS IST NICHT DER HUND UND DIE KATZE'],
  ],
  ['change_case:english_lowercase', {}, ['this is it.'], ['This is', 'das ist nicht der hund und die katze']],
  ['punctuation:no_comma', {}, ['a b'], ['a, b']],
];

test('each of the 25 instructions is followed or not', () => {
  for (const [id, kwargs, right, wrong] of INSTRUCTIONS) {
    for (const reply of right) assert.equal(scoreOf(strict, asked(id, kwargs), reply), 1, `${id}: ${reply}`);
    for (const reply of wrong) assert.equal(scoreOf(strict, asked(id, kwargs), reply), 0, `${id}: ${reply}`);
  }
  assert.deepEqual([...new Set(INSTRUCTIONS.map(([id]) => id))].sort(), [...CHECKS.keys()].sort());
  assert.equal(CHECKS.size, 25);
});

test('all instructions must be followed, and those that are not are named', () => {
  const both = [asked('punctuation:no_comma'), asked('startend:quotation')];
  assert.equal(verdict(strict, both, said('"a"')), '1 null null');
  assert.equal(verdict(strict, both, said('"a, b"')), '0 null not followed: punctuation:no_comma');
  assert.equal(
    verdict(strict, both, said('a, b')),
    '0 null not followed: punctuation:no_comma, startend:quotation',
  );
});

test('loose accepts a response within other lines or asterisks', () => {
  const quoted = asked('startend:quotation');
  assert.equal(scoreOf(strict, quoted, 'Sure!\n"a"\nBye'), 0);
  assert.equal(scoreOf(loose, quoted, 'Sure!\n"a"\nBye'), 1);
  assert.equal(scoreOf(loose, quoted, '**"a"**'), 1);
  assert.equal(scoreOf(loose, quoted, 'Sure!\n\n"a"\nBye\nBye'), 0);
});

test('the number of followed instructions is reported beside the score of the prompt, strict and loose', () => {
  const three = [
    asked('startend:quotation'),
    asked('punctuation:no_comma'),
    asked('detectable_format:title'),
  ];
  for (const spec of [strict, loose]) {
    const result = grade(spec, three, said('Sure!\n"a"\nBye'));
    assert.ok(result.state === 'scored' && result.score === 0);
    assert.deepEqual(result.details, {
      prompt_strict: 0,
      prompt_loose: 0,
      instruction_strict: [1, 3],
      instruction_loose: [2, 3],
    });
  }
});

const REFUSED: [string, RegExp][] = [
  ['{"id": "keywords:existence", "kwargs": {}}', /needs keywords \(texts\)/],
  ['{"id": "keywords:existence", "kwargs": {"keywords": ["("]}}', /keywords:existence: .*missing/],
  ['{"id": "keywords:frequency", "kwargs": {"keyword": "a", "frequency": 0}}', /needs relation/],
  ['{"id": "poetry:rhyme", "kwargs": {}}', /no instruction "poetry:rhyme"/],
  ['{"id": "constructor", "kwargs": {}}', /no instruction "constructor"/],
  ['be brief', /is not an instruction/],
];

test('an instruction with a missing argument is refused, never filled in at random', () => {
  for (const [expected, message] of REFUSED)
    assert.match(graderProblems(strict, expected).join('; '), message, expected);
});
