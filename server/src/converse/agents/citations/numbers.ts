/** A number in a text: its position, and its value in a canonical form. */
export interface WrittenNumber {
  start: number;
  end: number;
  value: string;
}

const GROUP = "[,.'’\\u0020\\u00a0\\u2009\\u202f]";
const NUMBER = new RegExp(
  [
    // A100, fp8, v3.1.2: names with digits, which are no numbers but must be equal.
    '(?<name>(?<![\\d\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}_])[\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}_]{1,60}\\d[\\p{sc=Latin}\\d_]*(?:\\.\\d+)*)',
    '(?<time>\\d{1,2}:\\d{2}(?::\\d{2})?(?!\\d))',
    '(?<date>\\d{1,2}\\.\\d{1,2}\\.\\d{4}(?!\\d))',
    `(?<grouped>[1-9]\\d{0,2}(?:(?<mark>${GROUP})\\d{3}(?:\\k<mark>\\d{3})*)(?!\\d)(?:[.,]\\d+(?!\\d*[.,]\\d))?)`,
    '(?<version>\\d+(?:\\.\\d+){2,})',
    '(?<plain>\\d+(?:[.,]\\d+)?|[.]\\d+)',
  ].join('|'),
  'gu',
);
const SIGN = /(?:^|[\s([|])[-−–]$/u;
const EXPONENT = /^[eE][+-]?\d+(?![\p{L}\p{N}])/u;
const SUPERSCRIPT_DIGITS = /^[\p{No}^]+\d*/u;
const SCALES: readonly [RegExp, number][] = [
  [/^k(?![\p{L}\p{N}])|^[\s\u00a0-]?(?:thousand|tausend|mille)(?!\p{L})|^千/iu, 3],
  [/^M(?![\p{L}\p{N}])|^[\s\u00a0-]?(?:[Mm]illions?|[Mm]illionen|Mio\.?|mn)(?!\p{L})/u, 6],
  [/^B(?![\p{L}\p{N}])|^[\s\u00a0-]?(?:[Bb]illions?|[Mm]illiarden?|Mrd\.?|[Mm]illiards?|bn)(?!\p{L})/u, 9],
  [/^[\s\u00a0-]?(?:[Tt]rillions?|[Bb]illionen)(?!\p{L})|^兆/u, 12],
  [/^[\s\u00a0-]?hundred(?!\p{L})/iu, 2],
  [/^[万萬]/u, 4],
  [/^[億亿]/u, 8],
];

const NUMBER_WORDS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18 },
  ...{ nineteen: 19, twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80 },
  ...{ ninety: 90, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10 },
  ...{ zwölf: 12, zwanzig: 20, dreißig: 30, deux: 2, trois: 3, quatre: 4, cinq: 5, huit: 8, dix: 10 },
  ...{ onze: 11, douze: 12, quinze: 15, vingt: 20, trente: 30, quarante: 40, cinquante: 50, tres: 3 },
  ...{
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    diez: 10,
    doce: 12,
    quince: 15,
    veinte: 20,
    treinta: 30,
  },
};
/** Numbers only after a hyphen, because `sept` and `neuf` have other meanings alone. */
const UNITS_ONLY: Readonly<Record<string, number>> = { sept: 7, neuf: 9 };
const WORD =
  /(?<!\p{L})(\p{L}+)(?:-(one|two|three|four|five|six|seven|eight|nine|deux|trois|quatre|cinq|sept|huit|neuf))?(?!\p{L})/giu;

/** The digit zero of scripts whose digits are read as 0 to 9; each is followed by the other nine. */
const ZEROS = [0xff10, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];
const OTHER_DIGIT = /[０-９٠-٩۰-۹०-९০-৯๐-๙]/g;

/**
 * Finds the complete numbers in a text: `1,000`, `1 000` and `1'000` are 1000; `12,5` is 12.5; a following scale
 * counts (`1.2 million`, `70B`), a unit does not (`95 %`, `48GB`, `90日`). Number words are read up to twelve and
 * beyond in English, the small ones also in German, French and Spanish. `1.000` is read as one; if a text means a
 * thousand, the other text must write it the same way. Times, versions and names with digits (`10:40`, `3.1.2`,
 * `A100`) equal only themselves.
 */
export function findNumbers(text: string): WrittenNumber[] {
  const plain = text.replace(OTHER_DIGIT, asciiDigit);
  return [...figuresIn(plain), ...wordsIn(plain)].sort((a, b) => a.start - b.start);
}

/** The values of the numbers in a claim. The word *one* does not count, because it is often a pronoun. */
export function numbersClaimed(claim: string): string[] {
  const stated = findNumbers(claim).filter(({ start, end }) => !/^one$/i.test(claim.slice(start, end)));
  return [...new Set(stated.map(({ value }) => value))];
}

/** Whether the quote contains each number of the claim as a whole number. */
export function quoteHasNumbersOf(claim: string, quote: string): boolean {
  const quoted = new Set(findNumbers(quote).map(({ value }) => value));
  return numbersClaimed(claim).every((value) => quoted.has(value));
}

function asciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.find((from) => code >= from && code < from + 10) ?? code;
  return String(code - zero);
}

function* figuresIn(text: string): Generator<WrittenNumber> {
  for (const { 0: written, index, groups } of text.matchAll(NUMBER)) {
    const end = index + written.length;
    // The power after a raised number is part of it.
    if (text[index - 1] === '^') continue;
    const { name, time, version, date, grouped } = groups ?? {};
    if (name ?? time ?? version) yield { start: index, end, value: isGrouped(version) ?? written };
    else if (date) yield* partsOf(date, index);
    else yield figure(text, index, end, grouped ?? null);
  }
}

/** `1.234.567` looks like a version, but consists of groups of three. */
function isGrouped(version: string | undefined): string | undefined {
  return version !== undefined && /^[1-9]\d{0,2}(?:\.\d{3})+$/.test(version)
    ? canonicalNumber(version.replaceAll('.', ''), 0)
    : undefined;
}

function* partsOf(date: string, from: number): Generator<WrittenNumber> {
  for (const { 0: written, index } of date.matchAll(/\d+/g))
    yield {
      start: from + index,
      end: from + index + written.length,
      value: canonicalNumber(written, 0),
    };
}

function figure(text: string, start: number, end: number, grouped: string | null): WrittenNumber {
  const written = text.slice(start, end);
  const rest = text.slice(end, end + 20);
  const sign = SIGN.test(text.slice(Math.max(0, start - 2), start)) ? '-' : '';
  const from = start - sign.length;
  const exponent = EXPONENT.exec(rest)?.[0] ?? SUPERSCRIPT_DIGITS.exec(rest)?.[0];
  if (exponent !== undefined)
    return { start: from, end: end + exponent.length, value: sign + written + exponent };
  const [scale, power] = scaleOf(rest);
  return { start: from, end: end + scale, value: sign + canonicalNumber(decimal(written, grouped), power) };
}

/** With a full stop before the fraction, and without group separators. */
function decimal(written: string, grouped: string | null): string {
  if (grouped === null) return written.replace(',', '.');
  const mark = /\D/.exec(written)?.[0] ?? '';
  const other = mark === '.' ? ',' : '.';
  // A single group after a full stop is a fraction of three digits, unless a comma starts the fraction.
  if (mark === '.' && !written.includes(',') && written.split('.').length === 2) return written;
  const [whole = '', fraction = ''] = splitAt(written, mark === ',' || mark === '.' ? other : /[.,]/);
  return `${whole.replace(/\D/g, '')}.${fraction}`;
}

function splitAt(written: string, mark: string | RegExp): string[] {
  return written.split(mark);
}

function scaleOf(rest: string): [length: number, power: number] {
  for (const [pattern, power] of SCALES) {
    const found = pattern.exec(rest);
    if (found) return [found[0].length, power];
  }
  return [0, 0];
}

/** Digits without leading and trailing zeros, and a power of ten: equal for equal values of any length. */
function canonicalNumber(written: string, power: number): string {
  const [whole = '', fraction = ''] = written.split('.');
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${power - fraction.length + digits.length - significant.length}`;
}

function* wordsIn(text: string): Generator<WrittenNumber> {
  for (const { 0: written, 1: word = '', 2: unit, index } of text.matchAll(WORD)) {
    const value = numberOf(word, unit);
    if (value === undefined) continue;
    const end = index + written.length;
    const [scale, power] = scaleOf(text.slice(end, end + 20));
    yield { start: index, end: end + scale, value: canonicalNumber(String(value), power) };
  }
}

function numberOf(word: string, unit: string | undefined): number | undefined {
  const of = (one: string) => (Object.hasOwn(NUMBER_WORDS, one) ? NUMBER_WORDS[one] : undefined);
  const value = of(word.toLowerCase());
  if (value === undefined || unit === undefined) return value;
  const last = unit.toLowerCase();
  return value + (UNITS_ONLY[last] ?? of(last) ?? 0);
}
