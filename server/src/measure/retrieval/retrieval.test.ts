import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGraderChooser } from '../graders/graders.ts';
import {
  attributeLoss,
  comparableText,
  containsQuote,
  decideCulprit,
  isRefusal,
  measureRanking,
  type RelevantPassage,
  readCitations,
  readQuestion,
  retrievalPrompt,
  withoutCitations,
} from './retrieval.ts';

const passage = (text: string, id: string | null = null) => ({ id, text });
const quote = (words: string, gain = 1, text = words): RelevantPassage => ({ quote: words, text, gain });
const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);
const log2 = Math.log2;

// Counted by hand: Σ gain ÷ log₂(rank + 1), over the same of the best order.
const RANKINGS: [
  string,
  string[],
  RelevantPassage[],
  number,
  [recall: number, precision: number, ndcg: number],
][] = [
  ['the one there is, first', ['a cat', 'x', 'y'], [quote('cat')], 3, [1, 1 / 3, 1]],
  ['the one there is, third', ['x', 'y', 'a cat'], [quote('cat')], 3, [1, 1 / 3, 1 / log2(4)]],
  ['after the k-th is not there', ['x', 'y', 'a cat'], [quote('cat')], 2, [0, 0, 0]],
  ['nothing shown', [], [quote('cat')], 5, [0, 0, 0]],
  [
    'two of two, at 1 and 3',
    ['a cat', 'x', 'a dog'],
    [quote('cat'), quote('dog')],
    5,
    [1, 2 / 3, (1 + 1 / log2(4)) / (1 + 1 / log2(3))],
  ],
  ['fewer shown than k', ['a cat'], [quote('cat'), quote('dog')], 5, [1 / 2, 1, 1 / (1 + 1 / log2(3))]],
  [
    'graded: the lesser one first',
    ['a cat', 'a dog'],
    [quote('cat', 1), quote('dog', 3)],
    5,
    [1, 1, (1 + 3 / log2(3)) / (3 + 1 / log2(3))],
  ],
  [
    'the best order ends at k as well',
    ['a cat'],
    [quote('cat'), quote('dog'), quote('cow')],
    1,
    [1 / 3, 1, 1],
  ],
  [
    'the same one twice counts once in recall and nDCG, and both are relevant',
    ['x', 'a cat', 'the cat'],
    [quote('cat')],
    3,
    [1, 2 / 3, 1 / log2(3)],
  ],
  [
    'two quotes of one passage',
    ['a cat and a dog', 'x'],
    [quote('cat', 1, 'a cat and a dog'), quote('dog', 1, 'a cat and a dog')],
    2,
    [1, 1 / 2, 1],
  ],
  [
    'a passage that holds what two right ones say is no better than the best',
    ['a cat and a dog'],
    [quote('cat'), quote('dog')],
    2,
    [1, 1, 1],
  ],
];

test('recall, precision and nDCG are those counted by hand', () => {
  for (const [name, shown, relevant, k, [recall, precision, ndcg]] of RANKINGS) {
    const found = measureRanking(
      shown.map((text) => passage(text)),
      relevant,
      k,
    );
    try {
      near(found.recall, recall);
      near(found.precision, precision);
      near(found.ndcg, ndcg);
    } catch (error) {
      throw new Error(name, { cause: error });
    }
  }
  assert.throws(() => measureRanking([passage('x')], [], 5), /Nothing is relevant/);
});

test('a passage is recognised by its id, or by its whole text if no id fits', () => {
  const relevant: RelevantPassage[] = [{ id: 'd1', text: 'A cat.', gain: 1 }];
  const recall = (id: string | null, text: string) => measureRanking([passage(text, id)], relevant, 1).recall;
  assert.deepEqual(
    [recall('d1', 'cut'), recall('d2', 'A cat.'), recall(null, 'a  cat.'), recall('d2', 'A cat. Sat.')],
    [1, 1, 1, 0],
  );
});

test('quotes are found across white space, marks and case, and never inside of words or numbers', () => {
  const has = (text: string, words: string) => containsQuote(comparableText(text), comparableText(words));
  assert.ok(has('The “Aurora”\n kettle — new.', 'the "aurora" kettle - new'));
  assert.ok(has('is unable, and able to', 'able'));
  for (const [text, words] of [
    ['unable', 'able'],
    ['12.5 litres', '2.5 litres'],
    ['12.5 litres', '5 litres'],
    ['1,250 reels', '250 reels'],
    ['a b', '…'],
  ] as const)
    assert.ok(!has(text, words), `${words} in ${text}`);
});

test('citations are counted by their quotes, and statements by those that support them', () => {
  const passages = [passage('The kettle holds two litres.'), passage('The shop opens at nine.', 'shop')];
  const relevant = [quote('two litres')];
  const cited = (answer: string) => {
    const { citations, statements, supported, precision, recall } = readCitations(answer, passages, relevant);
    return [citations.length, statements, supported, precision, recall];
  };
  const rows: [string, number[]][] = [
    ['It holds two litres [1: "holds two litres"].\nAnswer: 2', [1, 1, 1, 1, 1]],
    ['It holds two litres. [1: "holds two litres"]', [1, 1, 1, 1, 1]],
    ['It holds two litres [1: "holds three litres"].', [1, 1, 0, 0, 0]],
    ['It holds two litres [1].', [1, 1, 0, 0, 0]],
    ['It opens at nine [shop: "opens at nine"].', [1, 1, 0, 0, 0]],
    ['It holds two litres [1: "two litres"][2: "at nine"]. It is red.', [2, 2, 1, 1 / 2, 1 / 2]],
    ['It holds two litres [7: "two litres"].', [1, 1, 0, 0, 0]],
    ['It holds [sic] two litres.', [0, 1, 0, 0, 0]],
    ['Answer: 2 litres', [0, 0, 0, 0, 0]],
    ['', [0, 0, 0, 0, 0]],
  ];
  for (const [answer, expected] of rows) assert.deepEqual(cited(answer), expected, answer);
  assert.equal(withoutCitations('Two [1: "holds 2 litres"] [sic].', passages), 'Two  [sic].');
});

test('a refusal is said at the beginning of the answer, or in the question’s own words', () => {
  for (const [answer, expected] of [
    ['Answer: unknown', true],
    ['The passages name another kettle.\n**Answer:** Unknown.', true],
    ['I do not know.', true],
    ['I don’t know.', true],
    ['The passages do not say.', true],
    ['Answer: two litres', false],
    ['It is unknown to many that it holds two litres.\nAnswer: 2', false],
    ['Unknownium', false],
    ['', false],
  ] as const)
    assert.equal(isRefusal(answer), expected, answer);
  assert.ok(isRefusal('Das weiß ich nicht.', ['weiß ich nicht']));
});

test('every lost point is assigned to the retriever, the reader or both, and the parts add up to the loss', () => {
  const rows: [[retrieved: number, gold: number, recall: number], [number, number, number]][] = [
    [
      [1, 1, 1],
      [0, 0, 0],
    ],
    [
      [1, 0, 0],
      [0, 0, 0],
    ],
    [
      [0, 1, 0],
      [1, 0, 0],
    ],
    [
      [0, 1, 0.5],
      [1, 0, 0],
    ],
    [
      [0, 1, 1],
      [0, 1, 0],
    ],
    [
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      [0, 0, 0],
      [0, 0, 1],
    ],
    [
      [0.25, 0.5, 0],
      [0.25, 0, 0.5],
    ],
  ];
  for (const [[retrieved, gold, recall], expected] of rows) {
    const { retriever, reader, both } = attributeLoss({ retrieved, gold, recall });
    assert.deepEqual([retriever, reader, both], expected);
    near(retriever + reader + both, 1 - retrieved);
  }
});

test('a culprit is named where the intervals show it', () => {
  const share = (ci_low: number | null, ci_high: number | null) => ({ ci_low, ci_high });
  const [much, little, open] = [share(0.2, 0.4), share(0, 0.02), share(0.01, 0.2)];
  const rows = [
    [much, little, 'retriever'],
    [little, much, 'reader'],
    [much, much, 'both'],
    [little, little, 'neither'],
    [much, open, 'retriever'],
    [open, little, 'undecided'],
    [share(null, null), little, 'undecided'],
  ] as const;
  for (const [retriever, reader, expected] of rows)
    assert.equal(decideCulprit(retriever, reader, 0.05), expected);
});

test('a grader is reported as chosen only if the line names none', () => {
  const line = { question: 'How much?', answer: 'two', relevant: [{ quote: 'two litres' }] };
  const graderOf = (more: object) => {
    const read = readQuestion({ ...line, ...more }, createGraderChooser());
    return 'question' in read ? read.question.answer?.grader : read.problems;
  };
  assert.deepEqual(graderOf({}), { type: 'contains', options: { whole_words: true }, chosen: true });
  assert.deepEqual(graderOf({ grader: 'contains' }), { type: 'contains', options: {} });
});

test('an invalid value of a line is named by its pointer, with the accepted values', () => {
  const good = { question: 'How much?', answer: 'two', relevant: [{ quote: 'two litres' }] };
  const rows: [object, RegExp[]][] = [
    [good, []],
    [{ ...good, answerable: true, grader: 'contains' }, []],
    [{ question: 'How red?', answerable: false }, []],
    [{ ...good, question: ' ' }, [/^\/question must be a text/]],
    [{ ...good, answer: undefined }, [/^\/answer must be a text, a number/]],
    [{ ...good, grader: 'guess' }, [/^\/grader there is no grader "guess"/]],
    [{ ...good, relevant: undefined }, [/^\/relevant is missing/]],
    [{ ...good, relevant: [] }, [/^\/relevant must be a list of 1 to 50/]],
    [{ ...good, relevant: [{}] }, [/^\/relevant\/0 needs either quote or id/]],
    [{ ...good, relevant: [{ quote: 'a', id: 'b' }] }, [/^\/relevant\/0 needs either/]],
    [{ ...good, relevant: [{ quote: 'a', grade: 0 }] }, [/^\/relevant\/0\/grade must be a whole number/]],
    [{ ...good, relevant: [{ quote: 'a', text: 'bb' }] }, [/^\/relevant\/0\/quote is not in the text/]],
    [{ ...good, relevant: [{ id: 'a', source: 'b' }] }, [/^\/relevant\/0\/source only applies to a quote/]],
    [{ ...good, passages: [] }, [/^\/passages is not a field; known: question, answer/]],
    [{ ...good, answerable: false }, [/^\/answer must be omitted/, /^\/relevant must be omitted/]],
    [{ ...good, answerable: 'no' }, [/^\/answerable must be true or false/]],
    [{ ...good, refusal: 'no' }, [/^\/refusal must be a list/]],
  ];
  for (const [line, expected] of rows) {
    const read = readQuestion(JSON.parse(JSON.stringify(line)), createGraderChooser());
    const problems = 'problems' in read ? read.problems : [];
    assert.equal(problems.length, expected.length, JSON.stringify([line, problems]));
    for (const [i, pattern] of expected.entries()) assert.match(problems[i] ?? '', pattern);
  }
});

test('the prompt numbers the passages and asks for citations and refusals; without passages for neither source', () => {
  const [{ content } = { content: '' }] = retrievalPrompt('How much?', [{ text: 'A.' }, { text: 'B.' }]);
  assert.match(content, /\[1\] A\.\n\n\[2\] B\.\n\nQuestion: How much\?/);
  assert.match(content, /\[1: "words of the passage"\].*Answer: unknown/s);
  const [none] = retrievalPrompt('How much?', []);
  assert.doesNotMatch(none?.content ?? '', /passage/);
});
