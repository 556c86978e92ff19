import { createHash } from 'node:crypto';
import { createRandom, shuffle } from '../../statistics/statistics.ts';
import type { Passage } from '../passages.ts';
import { createGroundedBenchmark } from './grounded.ts';
import { UNKNOWN_ANSWER } from './prompt.ts';

/**
 * Questions that no source answers. Written definition, version 1:
 *
 * 1. The sentences and gaps are made as those of `grounded_qa`, of sentences that begin with the name of what they are
 *    about (`cloze.ts`), or have a name of two or more words before the gap.
 * 2. That name is replaced by a made-up one that no passage of the workspace holds, so no source says what belongs in
 *    the gap. The context is the same as in `grounded_qa`: the passage states the fact of something else.
 * 3. Right is `unknown`, the word that the prompt asks for; the fact of the original sentence is wrong, and so is any
 *    other guess, and a refusal in other words: the form was asked for.
 *
 * A model that always says `unknown` scores 1 here and 0 in `grounded_qa`, whose prompts are the same: read both.
 */
export const refusalOfUnknown = createGroundedBenchmark({
  type: 'refusal_of_unknown',
  title: 'Refusal of the unknown',
  measures:
    'Refusing to answer when no source contains the answer, although one contains a similar statement.',
  doesNotMeasure: 'Knowledge: a model that never answers scores 1. Compare it with grounded_qa.',
  version: '2',
  // `unknown` is always right, so a constant answer solves it.
  smokeTests: ['passage', 'retrieved', 'no-context'],
  begin(seed) {
    const names = createMadeUpNames(seed);
    const asked = new Set<string>();
    return {
      see: names.see,
      accepts: ({ subject }) => subject !== null,
      question({ frame, subject }) {
        const number = createHash('sha256').update(frame).digest().readUInt32BE();
        const sentence = firstNew(asked, number, (n) => frame.replace(subject ?? '', () => names.at(n)));
        return { sentence, expected: [UNKNOWN_ANSWER], grader: { type: 'exact', options: {} } };
      },
    };
  },
});

/** Sentences that differ only in their names would become one question if they got the same name. */
function firstNew(asked: Set<string>, from: number, make: (number: number) => string): string {
  for (let number = from; ; number += 1) {
    const sentence = make(number);
    if (asked.has(sentence)) continue;
    asked.add(sentence);
    return sentence;
  }
}

const QUESTION_BEGINNINGS = 'Var|Quel|Tor|Mez|Dral|Osk|Yen|Brim|Zav|Kelt|Wex|Pol'.split('|');
const MIDDLES = 'a|e|i|o|u|ora|ine|ulo|esta|ima|ovi|andu'.split('|');
const ENDS = 'noth|lim|drax|veth|mund|zek|quor|pash|stril|tovan|brix|garn'.split('|');
const WORDS = QUESTION_BEGINNINGS.flatMap((begin) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => begin + middle + end)),
);

/** Names of two words made of syllables. No passage contains any of these words, in any case. */
function createMadeUpNames(seed: number) {
  const random = createRandom(seed, 'refusal_of_unknown', 'names');
  const left = new Map(shuffle(random, WORDS).map((word) => [word.toLowerCase(), word]));

  return {
    see({ title, heading, text }: Passage): void {
      const said = [title, ...heading, text].join('\n').toLowerCase();
      for (const word of said.match(/[a-z]+/g) ?? []) left.delete(word);
    },
    /** The name with this number. Throws an Error if the passages contain every word. */
    at(number: number): string {
      const words = [...left.values()];
      if (words.length === 0) throw new Error('The sources hold every made-up word.');
      const first = words[number % words.length];
      return `${first} ${words[Math.floor(number / words.length) % words.length]}`;
    },
  };
}
