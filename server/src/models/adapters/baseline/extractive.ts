import type { Program } from './program.ts';

const MAX_SENTENCES = 5_000;

/**
 * Splits the prompt into a question (its last sentence with a question mark, otherwise its last one) and a context (the
 * rest), and answers with the sentence of the context that shares the rarest words with the question: the sum of log(1
 * + N/n) over the shared words, where n of the N sentences contain the word. The first of equal sentences wins.
 */
export const extractive: Program = {
  id: 'extractive',
  description:
    'Answers with the sentence of the prompt that shares the most distinctive words with its question.',
  answer({ prompt }) {
    const sentences = toSentences(prompt).slice(0, MAX_SENTENCES);
    const asked = sentences.findLastIndex((s) => s.endsWith('?'));
    const question = asked === -1 ? sentences.length - 1 : asked;
    const context = sentences.filter((_, i) => i !== question);
    const best = bestMatch(words(sentences[question] ?? ''), context);
    return best === undefined ? 'I found no sentence that answers.' : `Answer: ${best}`;
  },
};

function bestMatch(question: Set<string>, context: string[]): string | undefined {
  const sentences = context.map((text) => ({ text, words: words(text) }));
  const weights = new Map<string, number>();
  for (const word of question) {
    const holding = sentences.filter((s) => s.words.has(word)).length;
    if (holding > 0) weights.set(word, Math.log(1 + sentences.length / holding));
  }
  let best: string | undefined;
  let bestScore = 0;
  for (const { text, words: held } of sentences) {
    let score = 0;
    for (const [word, weight] of weights) if (held.has(word)) score += weight;
    if (score > bestScore) [best, bestScore] = [text, score];
  }
  return best;
}

function toSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((s) => s.trim())
    .filter(Boolean);
}

function words(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
