import { divide, negate, parseDecimal, type Rational, rational } from '../../../kernel/rational.ts';
import type { Language } from '../languages/language.ts';
import { LANGUAGES } from '../languages/languages.ts';
import { foldCharacters } from './fold.ts';

type Readings = Readonly<Record<'point' | 'comma', Rational | null>>;

/** A number in a text. */
export interface NumberToken {
  /** Null if the digits cannot be read as one number, such as `3,4,5`. */
  value: Rational | null;
  /** Its values with a decimal point and with a decimal comma: 1.5 and 1500 for `1.500`; nearly always equal. */
  readings: Readings;
  percent: boolean;
  /** `2.5 million` is 2.5 with the scale of a million. */
  scale: bigint;
  /** Its start and end in the cleaned text. */
  start: number;
  end: number;
}

// A run of digits with inner commas and dots that ends in a digit (so `18...` is 18), or `.5`; then an exponent, a
// fraction, a per cent sign. A sign counts only where it cannot be a subtraction or a hyphen. Digits directly after a
// letter are a name (`CO2`, `v3`), not a number, in scripts that write blanks.
const NUMBER =
  /((?<![\p{L}\d_)\].])[-+−–])?(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_])(?<!\d[.,]?)(\d(?:[\d,.]*\d)?|(?<!\.)\.\d+)([eE][+\-−]?\d{1,4}(?![\p{Script=Latin}\d]))?(?:( \d+)?( ?\/ ?)(\d+)(?![\d/]|[.,]\d))?(?: ?(%|percent\b))?/gu;

/**
 * The words of all languages by their factor, the smallest first: of two matches the longer one has the larger factor.
 */
const SCALES = [...Map.groupBy(LANGUAGES.flatMap(scalesOf), ({ scale }) => scale)]
  .sort(([a], [b]) => a - b)
  .map(([scale, all]) => {
    const words = all.map((one) => one.words).join('|');
    return [BigInt(scale), new RegExp(` ?(?:${foldCharacters(words)})(?![\\p{L}\\p{M}])`, 'iuy')] as const;
  });

function scalesOf({ scales = '' }: Language): { scale: number; words: string }[] {
  return Array.from(scales.matchAll(/(\d\S*) ([^;]+)/g), ([, scale, words = '']) => ({
    scale: Number(scale),
    words,
  }));
}

function scaleAt(clean: string, at: number): bigint {
  if (!/^ ?\p{L}/u.test(clean.slice(at, at + 2))) return 1n;
  return SCALES.reduce((found, [scale, words]) => {
    words.lastIndex = at;
    return words.test(clean) ? scale : found;
  }, 1n);
}

/** Maximum digits on each side of a fraction; `BigInt` of a million digits takes a second. */
const MAX_DIGITS = 100;

/** How ambiguous numbers are written: with a decimal comma, 1.500 is more than a thousand. */
export interface NumberStyle {
  decimalComma: boolean;
}

/** Every number in a text in order, with the cleaned text that their positions refer to. */
export function readNumbers(
  text: string,
  style: NumberStyle = { decimalComma: false },
): { tokens: NumberToken[]; clean: string } {
  const clean = cleanNumbers(text, style);
  const tokens = Array.from(clean.matchAll(NUMBER), (match) => ({
    ...valuesOf(match, style),
    percent: match[7] !== undefined,
    scale: scaleAt(clean, match.index + match[0].length),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return { tokens, clean };
}

const VULGAR = /(\d?) ?([¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])/g;
/** A sign in words, if it cannot be a subtraction. */
const MINUS =
  /^([^\p{L}\d]{0,5})(?:minus|moins|menos|meno|минус|мінус|min|eksi|miinus|am|负|負|マイナス|마이너스|ลบ|سالب|ناقص|ऋण) ?(?=\p{Sc}? ?\d)/iu;
const NEGATIVE = /(?<![\p{L}\d]|\d )negative ?(?=\p{Sc}? ?\d)/giu;
const MONEY =
  '(?:€|EUR|euros?|zl|PLN|₺|TL|TRY|₽|RUB|руб\\p{L}*|₫|VND|dong|kr|SEK|NOK|DKK|Kc|CZK|Ft|HUF|lei|RON|R\\$|BRL|reais|Rp|IDR|pesos?|CLP|COP|ARS|₴|UAH|грн)';
const SEPARATED = /\d(?:[.,]|\{,\})\d/;
/** An amount of money: three digits after its dots are thousands, and two after its comma are hundredths. */
const AMOUNT = new RegExp(
  `(?:(?<=(?<!\\p{L})${MONEY}\\.? ?)([1-9]\\d{0,2}(?:\\.\\d{3})+|\\d+)(,\\d\\d?)?(?![\\d.,]*\\d)|(?<![\\d.,])([1-9]\\d{0,2}(?:\\.\\d{3})+|\\d+)(,\\d\\d?)?(?= ?(?:${MONEY}(?!\\p{L})|[$£¥])))`,
  'giu',
);

/**
 * Converts LaTeX, currencies, thin spaces, powers of ten and the digits of other scripts to plain text that `NUMBER`
 * can read.
 */
function cleanNumbers(text: string, { decimalComma }: NumberStyle): string {
  let clean = foldCharacters(text).replace(MINUS, '$1-').replace(NEGATIVE, '-');
  if (/[^\0-\x7f]/.test(clean))
    clean = clean
      .replace(
        VULGAR,
        (_, whole: string, one: string) =>
          `${whole && `${whole} `}${one.normalize('NFKD').replace('\u2044', '/')}`,
      )
      .replace(/(\d) ?[万萬만](?![\d十百千])/g, '$1e4')
      .replace(/(\d) ?[亿億억](?![\d十百千万萬만])/g, '$1e8');
  if (SEPARATED.test(clean))
    clean = clean
      .replaceAll('{,}', ',')
      .replace(/(?<=\d)[ \u00a0\u2009\u202f](?=(?:\d{3}[ \u00a0\u2009\u202f])*\d{3},\d\d?(?!\d))/g, '')
      .replace(
        AMOUNT,
        (_, a: string = '', b: string = '', c: string = a, d: string = b) =>
          c.replaceAll('.', '') + d.replace(',', '.'),
      );
  if (clean.includes('\\'))
    clean = clean
      .replace(/\\[,!;: ]|\\left|\\right/g, '')
      .replace(/\\([$%])/g, '$1')
      .replace(/\\(?:text|mathrm|mathbf|textbf|boxed)\{([^{}]*)\}/g, ' $1 ')
      .replace(/(\d?)\\[dtc]?frac\{([^{}]*)\}\{([^{}]*)\}/g, (_, whole: string, n: string, d: string) =>
        whole === '' ? `${n}/${d}` : `${whole} ${n}/${d}`,
      );
  return clean
    .replace(/(\d)k(?![\p{L}\d])/gu, '$1e3')
    .replace(/(?<=^|[\s:=])([-−–])\((\d[\d.,]*)\)/g, '$1$2')
    .replace(
      /^([^\p{L}\d]*)(\d{1,3}(?: \d{3})+)(?![\d/]| \d)/u,
      (_, before: string, digits: string) => before + digits.replaceAll(' ', ''),
    )
    .replace(/(\d) ?(?:\\times|\\cdot|[×x*·]) ?10 ?\^ ?[{(]?([-+−]?\d{1,4})[)}]?/g, '$1e$2')
    .replace(
      decimalComma
        ? /(?<=\d)[ \u00a0\u2009\u202f](?=\d{3}(?![\d/]))/g
        : /(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g,
      '',
    )
    .replace(/(?<=\d)'(?=\d{3}(?!\d))/g, '')
    .replace(/(?<!\p{L})(?:Rp|RM|Rs|kr|Fr|R(?=\p{Sc}))\.? ?(?=[\d\p{Sc}])/gu, ' ')
    .replace(/([-+−–]) ?\p{Sc} ?(?=[\d.])/gu, '$1')
    .replace(/\p{Sc}/gu, ' ');
}

/** Three digits after the only separator are decimals or thousands; any other number of digits are decimals. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

function valuesOf(match: RegExpExecArray, style: NumberStyle): Pick<NumberToken, 'value' | 'readings'> {
  const [, , digits = ''] = match;
  const value = toValue(match, ungroup(digits, style));
  if (!AMBIGUOUS.test(digits)) return { value, readings: { point: value, comma: value } };
  const point = toValue(match, digits.replace(',', ''));
  return { value, readings: { point, comma: toValue(match, digits.replace('.', '').replace(',', '.')) } };
}

function toValue(match: RegExpExecArray, decimal: string): Rational | null {
  const [, sign = '', , exponent = '', numerator, slash, denominator] = match;
  const head = parseDecimal(decimal + exponent.replace('−', '-'));
  if (head === null) return null;
  const value = slash === undefined ? head : fraction(head, numerator, denominator ?? '0');
  return value !== null && /[-−–]/.test(sign) ? negate(value) : value;
}

/** `1/2`, or `1 1/2` where `numerator` is the number in between. */
function fraction(head: Rational, numerator: string | undefined, denominator: string): Rational | null {
  if (denominator.length > MAX_DIGITS || (numerator?.length ?? 0) > MAX_DIGITS) return null;
  const below = BigInt(denominator);
  if (below === 0n) return null;
  if (numerator === undefined) return divide(head, rational(below));
  return rational(head.n * below + BigInt(numerator) * head.d, head.d * below);
}

/**
 * A number with a decimal point and without thousands separators (for `1,234,567.8`, `1.234.567,8`, and the Indian
 * `12,34,567`). Anything else with several separators is ambiguous and refused, rather than guessed.
 */
function ungroup(digits: string, { decimalComma }: NumberStyle): string {
  const hasComma = /^(?:0|\d{4,}),\d+$|^\d+,(?:\d\d?|\d{4,})$/.test(digits);
  // Dots before a comma, or more than one of them, are thousands separators in any language.
  const hasGroups = /^\d{1,3}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2,}(?:,\d+)?)$/.test(digits);
  if (hasComma || hasGroups || (decimalComma && /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(digits)))
    return digits.replaceAll('.', '').replace(',', '.');
  const grouped = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/.test(digits);
  return grouped ? digits.replaceAll(',', '') : /^(?:\d+|\d*\.\d+)$/.test(digits) ? digits : '?';
}
