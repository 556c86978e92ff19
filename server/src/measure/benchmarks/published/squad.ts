import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { PublishedBenchmark } from './published.ts';

const AT = 'https://rajpurkar.github.io/SQuAD-explorer/dataset';
const NO_ANSWER = 'unanswerable';
const Row = Type.Object({
  context: Type.String({ minLength: 1 }),
  question: Type.String({ minLength: 1 }),
  answers: Type.Array(Type.Object({ text: Type.String({ minLength: 1 }) })),
  is_impossible: Type.Optional(Type.Boolean()),
});

/** Questions on a passage; F1 of the official script. Questions on one passage are one cluster. */
export const squad: PublishedBenchmark<typeof Row> = {
  type: 'squad',
  name: 'SQuAD',
  title: 'SQuAD',
  measures: 'Answering in few words from a given passage; with v2.0 also seeing that it holds no answer.',
  doesNotMeasure: 'Finding the passage, or answers in sentences: a right but wordy answer scores low.',
  licence: 'CC BY-SA 4.0; downloaded on demand, never bundled',
  size: '10,570 (v1.1) or 11,873 (v2.0) development items',
  version: '2',
  metric: 'f1',
  chanceLevel: null,
  differs:
    'F1 of the official script, as a share instead of per cent; typographic quotation marks are read as straight ones. Published figures of trained readers copy spans, which chat models are only asked to do. Log-probability forms of v2.0 are not comparable.',
  files: [
    { name: 'dev-v1.1.json', address: `${AT}/dev-v1.1.json`, sha256: null },
    { name: 'dev-v2.0.json', address: `${AT}/dev-v2.0.json`, sha256: null, optional: true },
  ],
  subsets: [
    { name: 'v1.1', description: 'every question has an answer; the default' },
    { name: 'v2.0', description: 'half of the questions have no answer' },
  ],
  row: Row,
  flatten: questionsOf,
  from: (subset) => ({ items: subset === 'v2.0' ? 'dev-v2.0.json' : 'dev-v1.1.json' }),
  toItem({ context, question, answers }) {
    const texts = [...new Set(answers.map(({ text }) => text))];
    return {
      input: [
        {
          role: 'system',
          content: `Answer the question from the passage with as few words as possible, copied from it. If the passage does not answer it, answer "${NO_ANSWER}".`,
        },
        { role: 'user', content: `Passage: ${context}\n\nQuestion: ${question}` },
      ],
      expected: texts.length > 0 ? texts : NO_ANSWER,
      grader: { type: 'f1', options: { form: 'squad', no_answer: NO_ANSWER } },
      cluster: createHash('sha256').update(context).digest('hex').slice(0, 12),
    };
  },
};

interface Passage {
  context?: unknown;
  qas?: Record<string, unknown>[];
}

/** Every question with its passage; a different nesting fails the check of the row. */
function* questionsOf(document: unknown): Generator<Record<string, unknown>> {
  const { data = [] } = (document ?? {}) as { data?: { paragraphs?: Passage[] }[] };
  for (const { paragraphs = [] } of data)
    for (const { context, qas = [] } of paragraphs) for (const qa of qas) yield { ...qa, context };
}
