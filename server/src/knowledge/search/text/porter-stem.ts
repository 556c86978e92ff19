/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980, with the two rules of
 * his own later revision: `bli` → `ble`, `logi` → `log`). FTS5's `porter` tokenizer is the same algorithm, so
 * both halves of search take the same forms for one word.
 */

type Rule = readonly [suffix: string, replacement: string];

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];

const STEP_3: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

const STEP_4 = /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|(?<=[st])ion|al|er|ic|ou)$/;

const CONSONANT = '(?:[^aeiouy]|(?<=[aeiou]|^)y)';
const VOWEL = '(?:[aeiou]|(?<![aeiou]|^)y)';
/** How often a vowel run is followed by a consonant run: Porter's measure m. */
const MEASURE_PAIR = new RegExp(`${VOWEL}+${CONSONANT}+`, 'g');
const HAS_VOWEL = new RegExp(VOWEL);
const DOUBLE_CONSONANT = new RegExp(`(${CONSONANT})\\1$`);
const CONSONANT_VOWEL_CONSONANT = new RegExp(`${CONSONANT}${VOWEL}${CONSONANT}$`);

/** The stem of a lower-case English word; words with other letters, or with one or two letters, are unchanged. */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return step5(step4(replaceSuffix(replaceSuffix(step1c(step1b(step1a(word))), STEP_2), STEP_3)));
}

function porterMeasure(stem: string): number {
  return stem.match(MEASURE_PAIR)?.length ?? 0;
}

const endsShort = (stem: string) => CONSONANT_VOWEL_CONSONANT.test(stem) && !/[wxy]$/.test(stem);

function step1a(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function step1b(word: string): string {
  if (word.endsWith('eed')) return porterMeasure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = /^(.*)(?:ed|ing)$/.exec(word)?.[1];
  if (stem === undefined || !HAS_VOWEL.test(stem)) return word;
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE_CONSONANT.test(stem) && !/[lsz]$/.test(stem)) return stem.slice(0, -1);
  return porterMeasure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  return word.endsWith('y') && HAS_VOWEL.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

/** The first matching suffix decides, whether or not its condition (m > 0) allows replacing it. */
function replaceSuffix(word: string, rules: readonly Rule[]): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    return porterMeasure(stem) > 0 ? stem + replacement : word;
  }
  return word;
}

function step4(word: string): string {
  const suffix = STEP_4.exec(word)?.[1];
  if (suffix === undefined) return word;
  const stem = word.slice(0, -suffix.length);
  return porterMeasure(stem) > 1 ? stem : word;
}

function step5(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const before = stem.slice(0, -1);
    const m = porterMeasure(before);
    if (m > 1 || (m === 1 && !endsShort(before))) stem = before;
  }
  return stem.endsWith('ll') && porterMeasure(stem) > 1 ? stem.slice(0, -1) : stem;
}
