import { Type } from 'typebox';
import type { TextMessage } from '../../../models/models.ts';
import type { PublishedBenchmark } from './published.ts';

const AT = 'https://raw.githubusercontent.com/openai/grade-school-math/master/grade_school_math/data';
const Row = Type.Object({ question: Type.String(), answer: Type.String({ pattern: '#### *-?[0-9.,]+' }) });

/**
 * Grade-school word problems. Prompt of lm-eval's `gsm8k_cot_llama` without its eight examples; the subset `5-shot`
 * adds the first five training problems as earlier turns. Right if the number equals the one after `####` exactly.
 */
export const gsm8k: PublishedBenchmark<typeof Row> = {
  type: 'gsm8k',
  name: 'GSM8K',
  title: 'GSM8K',
  measures: 'Working out grade-school word problems of two to eight steps; the answer is a number.',
  doesNotMeasure: 'Harder mathematics. It has been public since 2021, so models may have seen it.',
  licence: 'MIT',
  size: '1,319 test items',
  version: '2',
  metric: 'accuracy',
  chanceLevel: null,
  differs:
    'Published figures are mostly 5-shot or 8-shot and read the number after "####" or the last number. Here it is 0-shot (subset 5-shot for five examples), the last answer counts, and a fraction or an ellipsis is not misread.',
  files: [
    { name: 'test.jsonl', address: `${AT}/test.jsonl`, sha256: null },
    { name: 'train.jsonl', address: `${AT}/train.jsonl`, sha256: null, optional: true },
  ],
  subsets: [{ name: '5-shot', description: 'the first five training problems as examples' }],
  row: Row,
  publishedRule: 'gsm8k_flexible',
  from: (subset) => ({
    items: 'test.jsonl',
    ...(subset === '5-shot' && { shots: { file: 'train.jsonl', most: 5 } }),
  }),
  toItem: ({ question, answer }, { shots }) => ({
    input: [
      ...shots.flatMap((shot): TextMessage[] => [
        { role: 'user', content: ask(shot.question) },
        { role: 'assistant', content: workedSolution(shot.answer) },
      ]),
      { role: 'user', content: ask(question) },
    ],
    expected: numberOf(answer),
    grader: { type: 'numeric', options: { asked_form: 'answer_is' } },
  }),
};

const ask = (question: string): string =>
  `Given the following problem, reason and give a final answer to the problem.\nProblem: ${question}\nYour response should end with "The final answer is [answer]" where [answer] is the response to the problem.\n`;

const numberOf = (answer: string): string =>
  answer
    .slice(answer.lastIndexOf('####') + 4)
    .trim()
    .replaceAll(',', '');

/** The steps without the calculator annotations (`<<48/2=24>>`), ending in the requested form. */
function workedSolution(answer: string): string {
  const steps = answer
    .slice(0, answer.lastIndexOf('####'))
    .replace(/<<[^>]*>>/g, '')
    .trim();
  return `${steps}\nThe final answer is ${numberOf(answer)}`;
}
