import { Type } from 'typebox';
import type { PublishedBenchmark } from './published.ts';

const FILE = 'ifeval_input_data.jsonl';
const Row = Type.Object({
  key: Type.Integer(),
  prompt: Type.String({ minLength: 1 }),
  instruction_id_list: Type.Array(Type.String(), { minItems: 1 }),
  kwargs: Type.Array(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
});

/** Prompts with instructions that a program verifies, unchanged; prompt level, strict unless the subset says loose. */
export const ifeval: PublishedBenchmark<typeof Row> = {
  type: 'ifeval',
  name: 'IFEval',
  title: 'IFEval',
  measures: 'Following one to three instructions in a prompt that a program can verify.',
  doesNotMeasure: 'Whether the text is good or true. Only 25 kinds of instruction occur.',
  licence: 'Apache-2.0',
  size: '541 items',
  version: '2',
  metric: 'prompt_level_accuracy',
  chanceLevel: null,
  differs:
    'Prompt level only; published figures also average over instructions. Four kinds are judged by stand-ins: sentences by Unicode rules (not NLTK), capital words by a simpler tokeniser, and the response’s language, also of all-capital and all-lower-case responses, by script and common words (not langdetect). A missing argument is refused, where the reference draws one at random.',
  files: [
    {
      name: FILE,
      address: `https://huggingface.co/datasets/google/IFEval/resolve/main/${FILE}`,
      sha256: null,
    },
  ],
  subsets: [
    { name: 'strict', description: 'the response as it is (default)' },
    { name: 'loose', description: 'also without its first or last line and without asterisks' },
  ],
  row: Row,
  from: () => ({ items: FILE }),
  toItem: ({ key, prompt, instruction_id_list: ids, kwargs }, { subset }) => ({
    input: [{ role: 'user', content: prompt }],
    expected: ids.map((id, i) => JSON.stringify({ id, kwargs: givenArguments(kwargs[i] ?? {}) })),
    grader: { type: 'instructions', options: { loose: subset === 'loose' } },
    metadata: { key, instructions: ids },
  }),
};

/** Drops arguments that are null; 0 is kept, although the reference drops it. */
function givenArguments(kwargs: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(kwargs).filter(([, value]) => value !== null));
}
