import { divide, negate, parseDecimal, type Rational, rational } from '../../kernel/rational.ts';

/** A number as it stands in a text. */
export interface NumberToken {
  /** Null when the digits cannot be read as one number, such as `3,4` or `1.234,56`. */
  value: Rational | null;
  percent: boolean;
  /** Where it starts and ends in the cleaned text. */
  start: number;
  end: number;
}

// A run of digits with inner commas and dots that ends in a digit (so `18...` is 18), or `.5`; then an
// exponent, a fraction, a per cent sign. A sign counts only where it cannot be a subtraction or a hyphen.
// Digits glued to a letter before them are a name (`CO2`, `v3`), not a number.
const NUMBER =
  /((?<![\p{L}\d_)\].])[-+−–])?(?<![\p{L}_])(?<!\d[.,]?)(\d(?:[\d,.]*\d)?|(?<!\.)\.\d+)([eE][+\-−]?\d{1,4}(?![\p{L}\d]))?(?:( \d+)?( ?\/ ?)(\d+)(?![\d/]|[.,]\d))?(?: ?(%|percent\b))?/gu;

/** Of each side of a fraction; `BigInt` of a million digits takes a second. */
const MAX_DIGITS = 100;

/** Every number in the text, in order. */
export function readNumbers(text: string): NumberToken[] {
  const clean = cleanNumbers(text);
  return [...clean.matchAll(NUMBER)].map((match) => ({
    value: toValue(match),
    percent: match[7] !== undefined,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Writes LaTeX, currencies, thin spaces and powers of ten as plain digits that `NUMBER` can read. */
export function cleanNumbers(text: string): string {
  return text
    .replaceAll('{,}', ',')
    .replace(/\\[,!;: ]|\\left|\\right/g, '')
    .replace(/\\([$%])/g, '$1')
    .replace(/\\(?:text|mathrm|mathbf|textbf|boxed)\{([^{}]*)\}/g, ' $1 ')
    .replace(/(\d?)\\[dtc]?frac\{([^{}]*)\}\{([^{}]*)\}/g, (_, whole: string, n: string, d: string) =>
      whole === '' ? `${n}/${d}` : `${whole} ${n}/${d}`,
    )
    .replace(/(\d) ?(?:\\times|\\cdot|[×x*·]) ?10 ?\^ ?[{(]?([-+−]?\d{1,4})[)}]?/g, '$1e$2')
    .replace(/(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))/g, '')
    .replace(/([-+−–]) ?[$€£¥₹] ?(?=[\d.])/g, '$1')
    .replace(/[$€£¥₹]/g, ' ');
}

function toValue(match: RegExpExecArray): Rational | null {
  const [, sign = '', digits = '', exponent = '', numerator, slash, denominator] = match;
  const head = parseDecimal(ungroup(digits) + exponent.replace('−', '-'));
  if (head === null) return null;
  const value = slash === undefined ? head : fraction(head, numerator, denominator ?? '0');
  return value !== null && /[-−–]/.test(sign) ? negate(value) : value;
}

/** `1/2`, or `1 1/2` where `numerator` is what stands between. */
function fraction(head: Rational, numerator: string | undefined, denominator: string): Rational | null {
  if (denominator.length > MAX_DIGITS || (numerator?.length ?? 0) > MAX_DIGITS) return null;
  const below = BigInt(denominator);
  if (below === 0n) return null;
  if (numerator === undefined) return divide(head, rational(below));
  return rational(head.n * below + BigInt(numerator) * head.d, head.d * below);
}

/**
 * Takes out thousands separators (`1,234,567.8`, and the Indian `12,34,567`). Anything else with a comma
 * or a second dot may mean several things and is refused, rather than graded by a guess.
 */
function ungroup(digits: string): string {
  const grouped = /^(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d+)?$/.test(digits);
  return grouped ? digits.replaceAll(',', '') : /^(?:\d+|\d*\.\d+)$/.test(digits) ? digits : '?';
}
