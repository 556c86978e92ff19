import { type Rational, rational } from '../../kernel/rational.ts';
import { fold } from './fold.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
]);
const CHINESE = new Map([...'零一二三四五六七八九'].map((digit, i) => [digit, i]));
const POWERS = new Map([
  ['十', 10],
  ['百', 100],
  ['千', 1_000],
]);

/** The whole number that a text is in English words, or in Chinese or Japanese ones with a counter; null for anything else. */
export function numberInWords(text: string): Rational | null {
  const bare = fold(text).toLowerCase().slice(0, 120);
  const value = english(bare) ?? chinese(bare);
  return value === null ? null : rational(BigInt(value));
}

function english(text: string): number | null {
  const words = text
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .split(' ');
  let [total, part] = [0, 0];
  let last = '';
  for (const word of words) {
    const kind = ONES.includes(word) ? 'one' : TENS.includes(word) ? 'ten' : word;
    if (
      kind === 'one' &&
      last !== '' &&
      last !== 'and' &&
      last !== 'scale' &&
      !(last === 'ten' && ONES.indexOf(word) < 10)
    )
      return null;
    if (kind === 'ten' && (last === 'one' || last === 'ten')) return null;
    if (kind === 'one') part += ONES.indexOf(word);
    else if (kind === 'ten') part += 10 * (TENS.indexOf(word) + 2);
    else if (word === 'hundred' && part > 0 && part < 100) part *= 100;
    else if (SCALES.has(word) && part > 0) {
      total += part * (SCALES.get(word) ?? 0);
      part = 0;
    } else if (word !== 'and' || last !== 'scale') return null;
    last = kind === 'one' || kind === 'ten' || word === 'and' ? kind : 'scale';
  }
  return last === 'and' ? null : total + part;
}

function chinese(text: string): number | null {
  const digits =
    /^([零一二两三四五六七八九十百千万]{1,12})[个個只隻本条元人年天匹枚円]?(?:です)?[。.]?$/u.exec(
      text.trim(),
    )?.[1];
  if (digits === undefined) return null;
  let [total, part, digit] = [0, 0, 0];
  let last = '';
  for (const character of digits.replaceAll('两', '二')) {
    const power = POWERS.get(character);
    if (character === '万') {
      total = (total + part + digit) * 10_000;
      [part, digit] = [0, 0];
    } else if (power !== undefined) {
      part += (digit === 0 ? 1 : digit) * power;
      digit = 0;
    } else {
      if (CHINESE.has(last) && last !== '零') return null;
      digit = CHINESE.get(character) ?? 0;
    }
    last = character;
  }
  return total + part + digit;
}
