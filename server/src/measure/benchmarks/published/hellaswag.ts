import { Type } from 'typebox';
import { choiceGrader, choicePrompt, letterAt } from './multiple-choice.ts';
import type { PublishedBenchmark } from './published.ts';

const Label = Type.Union([Type.Integer({ minimum: 0, maximum: 3 }), Type.String({ pattern: '^[0-3]$' })]);
const Row = Type.Object({
  activity_label: Type.String(),
  ctx_a: Type.String(),
  ctx_b: Type.String(),
  endings: Type.Array(Type.String(), { minItems: 4, maxItems: 4 }),
  label: Label,
  source_id: Type.Optional(Type.String()),
});

/** Choosing the ending of a situation; texts cleaned as in lm-eval, prompted as in Inspect. */
export const hellaswag: PublishedBenchmark<typeof Row> = {
  type: 'hellaswag',
  name: 'HellaSwag',
  title: 'HellaSwag, by chat',
  measures: 'Choosing the plausible continuation of an everyday situation among four.',
  doesNotMeasure: 'Writing a continuation. Many items are ungrammatical or ambiguous by construction.',
  licence: 'MIT',
  size: '10,042 validation items (the test labels are not public)',
  version: '2',
  metric: 'accuracy',
  chanceLevel: 0.25,
  differs:
    'Nearly all published figures are log-probability scores (acc_norm), which chat cannot give; they are not comparable with this one.',
  files: [
    {
      name: 'hellaswag_val.jsonl',
      address: 'https://raw.githubusercontent.com/rowanz/hellaswag/master/data/hellaswag_val.jsonl',
      sha256: null,
    },
  ],
  subsets: [],
  row: Row,
  from: () => ({ items: 'hellaswag_val.jsonl' }),
  toItem({ activity_label, ctx_a, ctx_b, endings, label }) {
    const context = clean(`${activity_label}: ${ctx_a} ${capitalise(ctx_b)}`);
    const choices = endings.map(clean);
    return {
      input: [
        { role: 'system', content: 'Choose the most plausible continuation for the story.' },
        { role: 'user', content: choicePrompt(context, choices) },
      ],
      expected: letterAt(Number(label)),
      grader: choiceGrader(choices),
    };
  },
};

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

const clean = (text: string): string =>
  text
    .trim()
    .replaceAll(' [title]', '. ')
    .replace(/\[.*?\]/g, '')
    .replaceAll('  ', ' ');
