import type { AskingGrader } from './grader.ts';
import { modelOf, modelOption } from './model-option.ts';
import { extractOption, finalAnswer, NOTHING_FOUND } from './reply/final-answer.ts';

/**
 * The cosine of the angle between the embeddings of the response and of an expected text, the best of several; negative
 * values count as 0. With a threshold the score is 1 at or above it, otherwise 0. A zero vector has similarity 0.
 */
export const embeddingSimilarity: AskingGrader = {
  type: 'embedding_similarity',
  version: 1,
  readsReplies: true,
  share: 'by_option',
  asks: 'embed',
  description:
    'The cosine similarity between the embeddings of the response and the best expected text, from an embedding model of your choice.',
  options: {
    model: modelOption('The embedding model', 'an embedding model'),
    threshold: {
      type: 'number',
      description:
        'The similarity at which the score is 1 instead of 0. Without it, the score is the similarity itself.',
      expects: 'a number above 0, at most 1',
      accepts: (value) => typeof value === 'number' && value > 0 && value <= 1,
    },
    extract: extractOption('whole'),
  },
  expectedProblem: (expected) =>
    expected.trim() === '' ? 'expected is empty, and an empty text has no embedding' : null,
  async ask(reply, expected, options, { embed }) {
    const found = finalAnswer(reply, options.extract);
    if (found === null || found.value.trim() === '') return NOTHING_FOUND;
    const model = modelOf(options);
    if (model === null) throw new Error('The option "model" is missing.');
    const [given, ...wanted] = await embed(model, [found.value, ...expected]);
    const best = Math.max(0, ...wanted.map((vector) => cosine(given ?? [], vector)));
    const { threshold } = options;
    const score = typeof threshold === 'number' ? Number(best >= threshold) : Math.min(1, best);
    return { score, extraction: found.extraction, extracted: null, settled: found.settled };
  },
};

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (let i = 0; i < b.length; i += 1) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
