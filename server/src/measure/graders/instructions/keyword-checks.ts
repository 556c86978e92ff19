import { linearRegex } from '../linear-regex.ts';
import { type Check, number, related, text, texts } from './check.ts';

const pattern = (source: string) =>
  linearRegex(source, { ignoreCase: true, multiLine: false, dotAll: false });

/** Keywords are patterns, as in the reference, but are matched in linear time. */
export const KEYWORD_CHECKS = {
  'keywords:existence': {
    needs: { keywords: 'texts' },
    follows: (reply, args) =>
      texts(args, 'keywords').every((keyword) => pattern(keyword).find(reply) !== null),
  },
  'keywords:frequency': {
    needs: { keyword: 'text', frequency: 'number', relation: 'relation' },
    follows: (reply, args) =>
      related(pattern(text(args, 'keyword')).count(reply), args, 'relation', 'frequency'),
  },
  'keywords:forbidden_words': {
    needs: { forbidden_words: 'texts' },
    follows: (reply, args) =>
      texts(args, 'forbidden_words').every((word) => pattern(`\\b${word}\\b`).find(reply) === null),
  },
  'keywords:letter_frequency': {
    needs: { letter: 'text', let_frequency: 'number', let_relation: 'relation' },
    follows(reply, args) {
      const count = reply.toLowerCase().split(text(args, 'letter').toLowerCase()).length - 1;
      return related(count, args, 'let_relation', 'let_frequency');
    },
  },
  'punctuation:no_comma': { needs: {}, follows: (reply) => !reply.includes(',') },
  'combination:repeat_prompt': {
    needs: { prompt_to_repeat: 'text' },
    follows: (reply, args) =>
      reply.trim().toLowerCase().startsWith(text(args, 'prompt_to_repeat').trim().toLowerCase()),
  },
  'combination:two_responses': {
    needs: {},
    follows(reply) {
      const parts = reply.split('******');
      const filled = parts.filter((part) => part.trim() !== '');
      const blankInside = parts.slice(1, -1).some((part) => part.trim() === '');
      return !blankInside && filled.length === 2 && filled[0]?.trim() !== filled[1]?.trim();
    },
  },
  'startend:end_checker': {
    needs: { end_phrase: 'text' },
    follows: (reply, args) =>
      reply
        .trim()
        .replace(/^"{1,100}|"{1,100}$/g, '')
        .toLowerCase()
        .endsWith(text(args, 'end_phrase').trim().toLowerCase()),
  },
  'startend:quotation': {
    needs: {},
    follows(reply) {
      const bare = reply.trim();
      return bare.length > 1 && bare.startsWith('"') && bare.endsWith('"');
    },
  },
  'detectable_content:number_placeholders': {
    needs: { num_placeholders: 'number' },
    follows: (reply, args) => countPlaceholders(reply) >= number(args, 'num_placeholders'),
  },
  'detectable_content:postscript': {
    needs: { postscript_marker: 'text' },
    follows(reply, args) {
      const marker = text(args, 'postscript_marker');
      const known = { 'P.P.S': 'p\\.\\s?p\\.\\s?s', 'P.S.': 'p\\.\\s?s\\.' }[marker];
      return pattern(known ?? marker).find(reply.toLowerCase()) !== null;
    },
  },
} as const satisfies Record<string, Check>;

/** Number of `[…]` on single lines; by search rather than a pattern, which is quadratic on `[[[[`. */
function countPlaceholders(reply: string): number {
  let count = 0;
  for (const line of reply.split('\n')) {
    let open = line.indexOf('[');
    while (open !== -1) {
      const close = line.indexOf(']', open);
      if (close === -1) break;
      count += 1;
      open = line.indexOf('[', close);
    }
  }
  return count;
}
