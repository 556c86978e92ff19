import { Type } from 'typebox';
import { choiceGrader, letterAt, letterChoices } from './multiple-choice.ts';
import type { PublishedBenchmark } from './published.ts';

const TEST = 'test-00000-of-00001.parquet';
const Row = Type.Object({
  question: Type.String({ minLength: 1 }),
  choices: Type.Object({
    text: Type.Array(Type.String(), { minItems: 2, maxItems: 5 }),
    label: Type.Array(Type.String(), { minItems: 2, maxItems: 5 }),
  }),
  answerKey: Type.String({ pattern: '^[A-E1-5]$' }),
});

/** Science questions with the prompt of lm-eval's `arc_challenge_chat`, but without a prefilled assistant message. */
export const arcChallenge: PublishedBenchmark<typeof Row> = {
  type: 'arc_challenge',
  name: 'ARC-Challenge',
  title: 'ARC-Challenge, by chat',
  measures:
    'Grade-school science questions that retrieval and word statistics miss, three to five choices each.',
  doesNotMeasure: 'Science beyond school. Strong models are near the ceiling.',
  licence: 'CC BY-SA 4.0; downloaded on demand, never bundled',
  size: '1,172 test items',
  version: '2',
  metric: 'accuracy',
  chanceLevel: 0.25,
  differs:
    'Most published figures are log-probability scores (acc, acc_norm), which chat cannot give. lm-eval’s chat form begins the response for the model and drops a fifth choice; here neither happens.',
  files: [
    {
      name: TEST,
      address: `https://huggingface.co/datasets/allenai/ai2_arc/resolve/main/ARC-Challenge/${TEST}`,
      sha256: null,
    },
  ],
  subsets: [],
  row: Row,
  from: () => ({ items: TEST }),
  toItem: ({ question, choices, answerKey }) => ({
    input: [{ role: 'user', content: ask(question, choices.text) }],
    expected: letterAt(choices.label.indexOf(answerKey)),
    grader: choiceGrader(choices.text, 'answer_is'),
  }),
};

function ask(question: string, choices: readonly string[]): string {
  const letters = choices.map((_, i) => letterAt(i));
  const names = `${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`;
  return `Given the following question and candidate answers (${names}), choose the best answer.\nQuestion: ${question}\n${letterChoices(choices, '.')}\nYour response should end with "The best answer is [the_answer_letter]" where the [the_answer_letter] is one of ${letters.join(', ')}.`;
}
