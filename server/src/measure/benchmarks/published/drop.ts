import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { PublishedBenchmark } from './published.ts';

const AT = 'https://openaipublic.blob.core.windows.net/simple-evals';
const DEV = 'drop_v0_dev.jsonl.gz';
const TRAIN = 'drop_v0_train.jsonl.gz';
const Row = Type.Object({
  context: Type.String({ minLength: 1 }),
  completion: Type.String({ minLength: 1 }),
  ref_text: Type.String({ minLength: 1 }),
});

/** Reading with counting, sorting and adding; prompt and data of simple-evals with three fixed training examples. */
export const drop: PublishedBenchmark<typeof Row> = {
  type: 'drop',
  name: 'DROP',
  title: 'DROP',
  measures: 'Reading a passage and counting, comparing or computing over what it says.',
  doesNotMeasure:
    'Finding the passage. Answers of several spans rarely score 1, because a response is read as one span.',
  licence: 'CC BY-SA 4.0; downloaded on demand, never bundled',
  size: '9,536 development items',
  version: '2',
  metric: 'f1',
  chanceLevel: null,
  differs:
    'F1 of the DROP script. The headline figure of simple-evals counts a substring match instead, and its examples are drawn anew by each thread; lm-eval stops at the first full stop, which cuts "12.5". Here the first three training examples are used for every item.',
  files: [
    { name: DEV, address: `${AT}/${DEV}`, sha256: null },
    { name: TRAIN, address: `${AT}/${TRAIN}`, sha256: null },
  ],
  subsets: [],
  row: Row,
  from: () => ({ items: DEV, shots: { file: TRAIN, most: 3 } }),
  toItem: ({ context, ref_text }, { shots }) => ({
    input: [{ role: 'user', content: ask(context, shots) }],
    expected: [...new Set(ref_text.split('|').map((text) => text.trim()))].filter((text) => text !== ''),
    grader: { type: 'f1', options: { form: 'drop' } },
    cluster: createHash('sha256').update(passageOf(context)).digest('hex').slice(0, 12),
  }),
};

function ask(context: string, shots: readonly { context: string; completion: string }[]): string {
  const examples = shots.map((shot) => `---\n${shot.context} ${shot.completion}`).join('\n\n');
  return `You will be asked to read a passage and answer a question. Some examples of passages and Q&A are provided below.\n\n# Examples\n${examples}\n\n# Your Task\n\n---\n${context}\n\nThink step by step, then write a line of the form "Answer: $ANSWER" at the end of your response.`;
}

/** Questions on one passage are not independent. */
const passageOf = (context: string): string => context.split(/\n *Question:/)[0] ?? context;
