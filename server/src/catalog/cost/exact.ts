import { divide, multiply, parseDecimal, type Rational, rational } from '../../kernel/rational.ts';

/** A JavaScript number as the decimal that it prints as: `0.1` is a tenth. Throws RangeError for NaN and infinities. */
export function exact(value: number): Rational {
  const read = parseDecimal(String(value));
  if (read === null) throw new RangeError(`${value} is not a decimal number.`);
  return read;
}

export const ZERO = rational(0n);
export const ONE = rational(1n);

export function product(...factors: readonly Rational[]): Rational {
  return factors.reduce(multiply, ONE);
}

/** The smallest whole number that is not below the value. */
export function ceiling({ n, d }: Rational): bigint {
  return n <= 0n ? n / d : (n + d - 1n) / d;
}

/** `value` as the decimal with so many places, a half rounded away from zero: for display. */
export function toFixed(value: Rational, places: number): string {
  const scale = 10n ** BigInt(places);
  const { n, d } = divide(value, rational(1n, scale));
  const size = n < 0n ? -n : n;
  const units = (2n * size + d) / (2n * d);
  const digits = units.toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const sign = n < 0n && units > 0n ? '-' : '';
  return places === 0 ? sign + digits : `${sign}${whole}.${digits.slice(digits.length - places)}`;
}

/** The nearest JavaScript number, for JSON: right to 12 places after the point. */
export function toNumber(value: Rational): number {
  return Number(toFixed(value, 12));
}
