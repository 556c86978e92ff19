import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../statistics/statistics.ts';
import { wordQuantity } from './numbers.ts';
import { createWordRandom } from './wording.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

const BELOW_HUNDRED = `(?:${SMALL.join('|')}|(?:${TENS.join('|')})(?:-(?:${SMALL.slice(1, 10).join('|')}))?|ten)`;
const BELOW_THOUSAND = `(?:(?:${SMALL.slice(1, 10).join('|')}) hundred(?: and ${BELOW_HUNDRED})?|${BELOW_HUNDRED})`;
const WORDS = new RegExp(
  `^(?:${BELOW_THOUSAND} thousand(?: (?:and )?${BELOW_THOUSAND})?|${BELOW_THOUSAND})$`,
);

/** Figures or number words; null for anything else. */
function plain(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (!WORDS.test(text)) return null;
  let [all, part] = [0, 0];
  for (const word of text.replace(/ and /g, ' ').split(/[ -]/)) {
    if (word === 'thousand') [all, part] = [all + part * 1000, 0];
    else if (word === 'hundred') part *= 100;
    else if (SMALL.includes(word)) part += SMALL.indexOf(word);
    else if (TENS.includes(word)) part += 10 * (TENS.indexOf(word) + 2);
    else return null;
  }
  return all + part;
}

type Rule = readonly [pattern: RegExp, value: (...parts: number[]) => number];
const RULES: readonly Rule[] = [
  [/^(.+) dozen$/, (a = 0) => 12 * a],
  [/^a baker’s dozen$/, () => 13],
  [/^a dozen$/, () => 12],
  [/^a score$/, () => 20],
  [/^(.+) score$/, (a = 0) => 20 * a],
  [/^(?:a dozen (?:and|plus) (.+)|(.+) and a dozen)$/, (a = 0) => a + 12],
  [/^(?:a score and (.+)|(.+) more than a score)$/, (a = 0) => a + 20],
  [/^the sum of (.+) and (.+)$/, (a = 0, b = 0) => a + b],
  [/^the (?:difference|gap|distance) between (.+) and (.+)$/, (a = 0, b = 0) => Math.abs(a - b)],
  [/^(.+) and (.+) together$/, (a = 0, b = 0) => a + b],
  [/^(.+) (?:less|minus) (.+)$/, (a = 0, b = 0) => a - b],
  [/^(.+) (?:short of|under|below|fewer than|less than) (.+)$/, (a = 0, b = 0) => b - a],
  [/^(.+) (?:plus|more than|over|above) (.+)$/, (a = 0, b = 0) => a + b],
  [/^(?:twice|two times|double) (.+)$/, (a = 0) => 2 * a],
  [/^(?:thrice|three times|treble) (.+)$/, (a = 0) => 3 * a],
  [/^the number (?:halfway|midway|in the middle) between (.+) and (.+)$/, (a = 0, b = 0) => (a + b) / 2],
  [/^(?:the number right after|the successor of) (.+)$/, (a = 0) => a + 1],
  [/^what follows (.+) in counting$/, (a = 0) => a + 1],
  [/^(?:the number right before|the predecessor of) (.+)$/, (a = 0) => a - 1],
  [/^what precedes (.+) in counting$/, (a = 0) => a - 1],
  [/^the (?:larger|greater|higher) of (.+) and (.+)$/, (a = 0, b = 0) => Math.max(a, b)],
  [/^the (?:smaller|lesser|lower) of (.+) and (.+)$/, (a = 0, b = 0) => Math.min(a, b)],
  [/^the product of (.+) and (.+)$/, (a = 0, b = 0) => a * b],
  [/^what is left of (.+) (?:without|after losing) (.+)$/, (a = 0, b = 0) => a - b],
  [/^half of (.+)$/, (a = 0) => a / 2],
  [/^(?:a|one) third of (.+)$/, (a = 0) => a / 3],
  [/^(?:a quarter|a fourth|one quarter) of (.+)$/, (a = 0) => a / 4],
  [/^(?:a tenth|ten per cent) of (.+)$/, (a = 0) => a / 10],
  [/^three (?:quarters|fourths) of (.+)$/, (a = 0) => (3 * a) / 4],
];

/** Every reading of the text as a number; none where a pattern splits number words at the wrong `and`. */
function readings(text: string): number[] {
  const direct = plain(text);
  if (direct !== null) return [direct];
  return RULES.flatMap(([pattern, value]) => {
    const parts = pattern
      .exec(text)
      ?.slice(1)
      .filter((part) => part !== undefined);
    const numbers = parts?.map(plain) ?? [null];
    return numbers.every((part) => part !== null) ? [value(...numbers)] : [];
  });
}

test('a quantity in words is the number, also where the words could be split otherwise', () => {
  let read = 0;
  const runs = Array.from({ length: 20 }, (_, seed) => createWordRandom(createRandom(seed), seed));
  for (let i = 0; i < 20_000; i++) {
    const random = runs[i % 20] as (typeof runs)[number];
    const n = 1 + random.below(i % 2 === 0 ? 200 : 9_000);
    const text = wordQuantity(random, n);
    const found = readings(text);
    if (found.length > 0) read++;
    for (const value of found) assert.equal(value, n, text);
  }
  assert.ok(read > 19_000, `${read} of 20,000 were read`);
});
