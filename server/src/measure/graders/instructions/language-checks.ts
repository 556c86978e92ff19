import { type Check, related, text } from './check.ts';
import { speaks } from './spoken-language.ts';

/** Replacements for langdetect and NLTK of the reference, which use random numbers or need a trained model. */
export const LANGUAGE_CHECKS = {
  'language:response_language': {
    needs: { language: 'text' },
    follows: (reply, args) => speaks(reply, text(args, 'language')),
  },
  'change_case:english_capital': {
    needs: {},
    follows: (reply) => /\p{Lu}/u.test(reply) && !/[\p{Ll}\p{Lt}]/u.test(reply) && speaks(reply, 'en'),
  },
  'change_case:english_lowercase': {
    needs: {},
    follows: (reply) => /\p{Ll}/u.test(reply) && !/[\p{Lu}\p{Lt}]/u.test(reply) && speaks(reply, 'en'),
  },
  'change_case:capital_word_frequency': {
    needs: { capital_frequency: 'number', capital_relation: 'relation' },
    follows(reply, args) {
      const words = reply.match(/[\p{L}\p{N}](?:[\p{L}\p{N}'’.-]*[\p{L}\p{N}])?/gu) ?? [];
      const capital = words.filter((word) => /\p{Lu}/u.test(word) && !/[\p{Ll}\p{Lt}]/u.test(word));
      return related(capital.length, args, 'capital_relation', 'capital_frequency');
    },
  },
} as const satisfies Record<string, Check>;
