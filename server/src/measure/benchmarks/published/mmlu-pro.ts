import { Type } from 'typebox';
import type { TextMessage } from '../../../models/models.ts';
import { choiceGrader, letterChoices } from './multiple-choice.ts';
import type { PublishedBenchmark } from './published.ts';

const AT = 'https://huggingface.co/datasets/TIGER-Lab/MMLU-Pro/resolve/main/data';
const TEST = 'test-00000-of-00001.parquet';
const VALIDATION = 'validation-00000-of-00001.parquet';

const Row = Type.Object({
  question: Type.String({ minLength: 1 }),
  options: Type.Array(Type.String(), { minItems: 3, maxItems: 10 }),
  answer: Type.String({ pattern: '^[A-J]$' }),
  category: Type.String({ minLength: 1 }),
  cot_content: Type.String(),
});

const CATEGORIES =
  'biology|business|chemistry|computer science|economics|engineering|health|history|law|math|other|philosophy|physics|psychology'.split(
    '|',
  );
const SHOTS = 5;

/** Up to ten choices; the five worked examples of the same category that lm-eval uses, as earlier turns. */
export const mmluPro: PublishedBenchmark<typeof Row> = {
  type: 'mmlu_pro',
  name: 'MMLU-Pro',
  title: 'MMLU-Pro',
  measures: 'Harder knowledge and reasoning in 14 fields, three to ten choices each.',
  doesNotMeasure: 'Answers that are not offered. 159 items are reported to be repeated; each is used once.',
  licence: 'MIT',
  size: '12,032 test items',
  version: '2',
  metric: 'accuracy',
  chanceLevel: 0.1,
  differs:
    'Examples are chat turns instead of one text. The original script guesses at random where it finds no letter, and lm-eval misses "**C**"; here nothing is guessed and marks are read. Chance is slightly above 0.1, because some items have fewer than ten choices.',
  files: [
    { name: TEST, address: `${AT}/${TEST}`, sha256: null },
    { name: VALIDATION, address: `${AT}/${VALIDATION}`, sha256: null },
  ],
  subsets: CATEGORIES.map((name) => ({ name, description: `the field ${name}` })),
  row: Row,
  publishedRule: 'mmlu_pro',
  from: (subset) => ({
    items: TEST,
    shots: {
      file: VALIDATION,
      most: SHOTS * CATEGORIES.length,
      isShot: (row, taken) => taken.filter(({ category }) => category === row.category).length < SHOTS,
    },
    ...(subset !== null && { isAsked: ({ category }) => category === subset }),
  }),
  toItem({ question, options, answer, category }, { shots }) {
    const examples = shots.filter((shot) => shot.category === category);
    return {
      input: [
        { role: 'system', content: describe(category) },
        ...examples.flatMap((shot): TextMessage[] => [
          { role: 'user', content: ask(shot.question, shot.options) },
          { role: 'assistant', content: shot.cot_content.replace(/^A: /, '') },
        ]),
        { role: 'user', content: ask(question, options) },
      ],
      expected: answer,
      grader: choiceGrader(options, 'answer_is'),
      metadata: { category },
    };
  },
};

const describe = (category: string): string =>
  `The following are multiple choice questions (with answers) about ${category}. Think step by step and then finish your answer with "the answer is (X)" where X is the correct letter choice.`;

const ask = (question: string, options: readonly string[]): string =>
  `Question:\n${question}\nOptions:\n${letterChoices(options, '.')}\nAnswer: Let's think step by step.`;
