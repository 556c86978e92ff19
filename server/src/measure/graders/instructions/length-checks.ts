import { type Check, number, related, text } from './check.ts';

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

export const LENGTH_CHECKS = {
  'length_constraints:number_words': {
    needs: { num_words: 'number', relation: 'relation' },
    follows: (reply, args) =>
      related(reply.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0, args, 'relation', 'num_words'),
  },
  // The reference uses NLTK's punkt; here sentences are those of Unicode (UAX #29), except at line breaks.
  'length_constraints:number_sentences': {
    needs: { num_sentences: 'number', relation: 'relation' },
    follows: (reply, args) => related(countSentences(reply), args, 'relation', 'num_sentences'),
  },
  'length_constraints:number_paragraphs': {
    needs: { num_paragraphs: 'number' },
    follows(reply, args) {
      const parts = reply.split(/\s?\*\*\*\s?/);
      const blankInside = parts.slice(1, -1).some((part) => part.trim() === '');
      return !blankInside && filled(parts).length === number(args, 'num_paragraphs');
    },
  },
  'length_constraints:nth_paragraph_first_word': {
    needs: { num_paragraphs: 'number', nth_paragraph: 'number', first_word: 'text' },
    follows(reply, args) {
      const parts = reply.split('\n\n');
      const nth = parts[number(args, 'nth_paragraph') - 1]?.trim() ?? '';
      const [first = ''] = nth.split(/\s/);
      const word = /^'*"*([^.,?!'"]*)/.exec(first)?.[1]?.toLowerCase();
      const count = filled(parts).length;
      return (
        count === number(args, 'num_paragraphs') &&
        number(args, 'nth_paragraph') <= count &&
        nth !== '' &&
        word === text(args, 'first_word').toLowerCase()
      );
    },
  },
} as const satisfies Record<string, Check>;

const filled = (parts: readonly string[]): string[] => parts.filter((part) => part.trim() !== '');

/**
 * A line break ends no sentence in punkt, unlike in Unicode: list lines without full stops are one sentence, together
 * with what follows them.
 */
function countSentences(reply: string): number {
  const oneLine = reply.replace(/\s+/g, ' ');
  return filled([...SENTENCES.segment(oneLine)].map(({ segment }) => segment)).length;
}
