import { Type } from 'typebox';
import { createRandom, shuffle } from '../../statistics/statistics.ts';
import { choiceGrader, choicePrompt, letterAt } from './multiple-choice.ts';
import type { PublishedBenchmark } from './published.ts';

const FILE = 'validation-00000-of-00001.parquet';
const Row = Type.Object({
  question: Type.String({ minLength: 1 }),
  mc1_targets: Type.Object({
    choices: Type.Array(Type.String(), { minItems: 2, maxItems: 26 }),
    labels: Type.Array(Type.Integer({ minimum: 0, maximum: 1 })),
  }),
});

/** Single choice of TruthfulQA by chat. The true choice is always the first in the data, so they are shuffled. */
export const truthfulqa: PublishedBenchmark<typeof Row> = {
  type: 'truthfulqa_mc1_gen',
  name: 'TruthfulQA',
  title: 'TruthfulQA, single choice by chat',
  measures: 'Not repeating common misconceptions, when the true answer is offered among false ones.',
  doesNotMeasure: 'Truthfulness of free answers. It is small, old and in training sets.',
  licence: 'Apache-2.0',
  size: '817 validation items',
  version: '2',
  metric: 'accuracy',
  chanceLevel: null,
  differs:
    'MC1 and MC2 are defined on log-probabilities, which chat cannot give; this is a choice among shuffled answers and must not be put beside them. Chance differs by item: one divided by its number of choices (2 to 13).',
  files: [
    {
      name: FILE,
      address: `https://huggingface.co/datasets/truthfulqa/truthful_qa/resolve/main/multiple_choice/${FILE}`,
      sha256: null,
    },
  ],
  subsets: [],
  row: Row,
  from: () => ({ items: FILE }),
  toItem({ question, mc1_targets: { choices, labels } }, { seed }) {
    const order = shuffle(createRandom(seed, 'truthfulqa_mc1_gen', question), [...choices.keys()]);
    const shuffled = order.map((i) => choices[i] ?? '');
    return {
      input: [{ role: 'user', content: choicePrompt(question, shuffled) }],
      expected: letterAt(order.indexOf(labels.indexOf(1))),
      grader: choiceGrader(shuffled),
    };
  },
};
