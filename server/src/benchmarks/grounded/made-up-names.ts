import { createRandom, shuffle } from '../../statistics/statistics.ts';
import type { Passage } from '../passages.ts';

const BEGINNINGS = 'Var|Quel|Tor|Mez|Dral|Osk|Yen|Brim|Zav|Kelt|Wex|Pol'.split('|');
const MIDDLES = 'a|e|i|o|u|ora|ine|ulo|esta|ima|ovi|andu'.split('|');
const ENDS = 'noth|lim|drax|veth|mund|zek|quor|pash|stril|tovan|brix|garn'.split('|');
const WORDS = BEGINNINGS.flatMap((begin) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => begin + middle + end)),
);

/** Names of two words made of syllables, of which no passage holds one, in any case of letters. */
export function createMadeUpNames(seed: number) {
  const random = createRandom(seed, 'refusal_of_unknown', 'names');
  const left = new Map(shuffle(random, WORDS).map((word) => [word.toLowerCase(), word]));

  return {
    see({ title, heading, text }: Passage): void {
      const said = [title, ...heading, text].join('\n').toLowerCase();
      for (const word of said.match(/[a-z]+/g) ?? []) left.delete(word);
    },
    /** The name with this number. Throws an Error when the passages hold every word. */
    at(number: number): string {
      const words = [...left.values()];
      if (words.length === 0) throw new Error('The sources hold every made-up word.');
      const first = words[number % words.length];
      return `${first} ${words[Math.floor(number / words.length) % words.length]}`;
    },
  };
}
