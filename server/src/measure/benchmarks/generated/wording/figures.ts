import type { Random } from '../../../statistics/statistics.ts';
import { isOneIn } from './wording.ts';

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** A whole number from 0 to 999,999 in English words. */
export function numberInEnglish(n: number): string {
  if (n >= 1000) {
    const rest = n % 1000;
    const joined = rest === 0 ? '' : `${rest < 100 ? ' and' : ''} ${numberInEnglish(rest)}`;
    return `${numberInEnglish(Math.floor(n / 1000))} thousand${joined}`;
  }
  if (n >= 100)
    return `${ONES[Math.floor(n / 100)]} hundred${n % 100 === 0 ? '' : ` and ${numberInEnglish(n % 100)}`}`;
  if (n < 20) return ONES[n] ?? '';
  return `${TENS[Math.floor(n / 10)]}${n % 10 === 0 ? '' : `-${ONES[n % 10]}`}`;
}

/** A number in figures or words. */
export const figureOrWords = (random: Random, n: number): string =>
  isOneIn(random, 2) ? String(n) : numberInEnglish(n);
