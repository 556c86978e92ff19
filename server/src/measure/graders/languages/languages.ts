import * as eastAsian from './east-asian.ts';
import * as furtherLatinScript from './further-latin-script.ts';
import * as germanic from './germanic.ts';
import * as indian from './indian.ts';
import type { Language } from './language.ts';
import * as rightToLeft from './right-to-left.ts';
import * as romance from './romance.ts';
import * as slavicAndGreek from './slavic-and-greek.ts';

/** Every supported language. Danish, Norwegian and Swedish are one, and Malay belongs to Indonesian. */
export const LANGUAGES: readonly Language[] = [
  germanic,
  romance,
  slavicAndGreek,
  furtherLatinScript,
  rightToLeft,
  indian,
  eastAsian,
].flatMap((family): Language[] => Object.values(family));

/** Whether the script has no blanks around words, as all scripts except Latin, Greek and Cyrillic. */
export const isJoined = ({ answer }: Language): boolean => /[^\0-\u04ff]/.test(answer);

/** Whether 3,5 is three and a half, and 1.234 more than a thousand. */
export const hasDecimalComma = (language: Language): boolean => !isJoined(language) && !language.decimalPoint;
