/**
 * An exact number: a numerator over a positive denominator, in lowest terms. Used for values that must not be rounded
 * in between: graded answers, tolerances, prices, evaluated expressions.
 */
export interface Rational {
  readonly n: bigint;
  readonly d: bigint;
}

// A longer decimal or a larger exponent is refused: `1e999999999` is eleven characters of input and would become a
// bigint of a billion digits.
const MAX_DIGITS = 400;
const MAX_EXPONENT = 400;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** `n / d` in lowest terms. Throws a RangeError if `d` is 0. */
export function rational(n: bigint, d: bigint = 1n): Rational {
  if (d === 0n) throw new RangeError('division by zero');
  const g = gcd(n < 0n ? -n : n, d < 0n ? -d : d);
  const sign = d < 0n ? -1n : 1n;
  return { n: (sign * n) / g, d: (sign * d) / g };
}

/** Parses a plain decimal (`-1.50`, `.5`, `3e-7`) exactly; null if the text is not one. */
export function parseDecimal(text: string): Rational | null {
  const match = DECIMAL.exec(text);
  if (!match || text.length > MAX_DIGITS) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent) - fraction.length;
  if (whole + fraction === '' || Math.abs(Number(exponent)) > MAX_EXPONENT) return null;
  const digits = BigInt(sign === '-' ? `-${whole}${fraction}` : `${whole}${fraction}`);
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift));
}

/**
 * Converts a JavaScript number by the decimal that it prints as: `0.1` becomes 1/10. Throws RangeError for NaN and
 * infinities.
 */
export function rationalFromNumber(value: number): Rational {
  const read = parseDecimal(String(value));
  if (read === null) throw new RangeError(`${value} is not a decimal number.`);
  return read;
}

/** The nearest JavaScript number, for JSON; correct to 12 decimal places. */
export function rationalToNumber(value: Rational): number {
  return Number(rationalToFixed(value, 12));
}

export const add = (a: Rational, b: Rational): Rational => rational(a.n * b.d + b.n * a.d, a.d * b.d);
export const subtract = (a: Rational, b: Rational): Rational => add(a, negate(b));
export const multiply = (a: Rational, b: Rational): Rational => rational(a.n * b.n, a.d * b.d);
export const product = (...factors: readonly Rational[]): Rational => factors.reduce(multiply, rational(1n));
/** Throws a RangeError if `b` is 0. */
export const divide = (a: Rational, b: Rational): Rational => rational(a.n * b.d, a.d * b.n);
export const negate = (a: Rational): Rational => ({ n: -a.n, d: a.d });
export const absolute = (a: Rational): Rational => (a.n < 0n ? negate(a) : a);

/** Negative, 0 or positive, if `a` is below, equal to or above `b`. */
export function compareRationals(a: Rational, b: Rational): number {
  const difference = a.n * b.d - b.n * a.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The smallest whole number that is not below the value. */
export function rationalCeiling({ n, d }: Rational): bigint {
  return n <= 0n ? n / d : (n + d - 1n) / d;
}

/** The decimal with `places` digits after the point, halves rounded away from zero: for display. */
export function rationalToFixed({ n, d }: Rational, places: number): string {
  const size = (n < 0n ? -n : n) * 10n ** BigInt(places);
  const units = (2n * size + d) / (2n * d);
  const digits = units.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = n < 0n && units > 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${whole}.${digits.slice(digits.length - places)}`;
}

/** The shortest exact decimal where one exists (`0.5`), otherwise the fraction (`1/3`). */
export function formatRational(value: Rational): string {
  let places = 0;
  let scale = value.d;
  // A fraction in lowest terms ends as a decimal only if its denominator has no factor but 2 and 5.
  while (scale % 10n === 0n) [scale, places] = [scale / 10n, places + 1];
  while (scale % 2n === 0n) [scale, places] = [scale / 2n, places + 1];
  while (scale % 5n === 0n) [scale, places] = [scale / 5n, places + 1];
  if (scale !== 1n) return `${value.n}/${value.d}`;
  return formatScaled((value.n * 10n ** BigInt(places)) / value.d, places);
}

/** `units · 10^-places` as a plain decimal without trailing zeros: `formatScaled(-1500n, 3)` is `-1.5`. */
export function formatScaled(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
