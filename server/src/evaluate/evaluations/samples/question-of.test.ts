import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionLine } from './question-of.ts';

const PASSAGE = `Passage from "Refunds":\n\n${'A return costs 4.50 EUR. '.repeat(12)}`;

const cases: [says: string, text: string, shown: string][] = [
  ['a short prompt is left whole', 'Which team?  Name it.', 'Which team? Name it.'],
  [
    'of a long one the question and what follows',
    `${PASSAGE}\n\nQuestion: Who pays 4.50 EUR, and when? End with "Answer:".`,
    '… Who pays 4.50 EUR, and when? End with "Answer:".',
  ],
  ['a question in the middle of a line', `${PASSAGE}So who pays? Say it.`, '… So who pays? Say it.'],
  ['without a question its beginning', PASSAGE, PASSAGE.replace(/\s+/g, ' ').slice(0, 200)],
  [
    'a question that is longer than what is shown leaves the beginning',
    `${PASSAGE}${'word '.repeat(60)}?`,
    PASSAGE.replace(/\s+/g, ' ').slice(0, 200),
  ],
  ['nothing', '', ''],
];
for (const [says, text, shown] of cases) {
  test(says, () => assert.equal(questionLine(text, 200), shown));
}
