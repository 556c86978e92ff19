import { chinese, japanese, korean, thai } from './east-asian.ts';
import {
  finnish,
  hungarian,
  indonesian,
  swahili,
  tagalog,
  turkish,
  vietnamese,
  yoruba,
} from './further-latin-script.ts';
import { dutch, english, german, scandinavian } from './germanic.ts';
import { bengali, gujarati, hindi, marathi, punjabi, tamil, telugu } from './indian.ts';
import type { Language } from './language.ts';
import { arabic, hebrew, persian, urdu } from './right-to-left.ts';
import { french, italian, portuguese, romanian, spanish } from './romance.ts';
import { czech, greek, polish, russian, ukrainian } from './slavic-and-greek.ts';

/** Every language whose words for an answer are known. Danish, Norwegian and Swedish are one, Malay is with Indonesian. */
export const LANGUAGES: readonly Language[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  scandinavian,
  polish,
  czech,
  romanian,
  hungarian,
  finnish,
  turkish,
  indonesian,
  vietnamese,
  swahili,
  yoruba,
  tagalog,
  russian,
  ukrainian,
  greek,
  arabic,
  persian,
  urdu,
  hebrew,
  hindi,
  marathi,
  bengali,
  punjabi,
  gujarati,
  tamil,
  telugu,
  thai,
  chinese,
  japanese,
  korean,
];
