/** An exact number: `n / d` in lowest terms, `d` above 0. */
export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

/** Long enough for every question, and short enough that a hostile prompt costs no time. */
const MAX_DIGITS = 400;

/** `n / d` in lowest terms; `d` is not 0. */
export function fraction(n: bigint, d = 1n): Fraction {
  const divisor = greatestDivisor(n, d);
  const positive = divisor < 0n === d < 0n ? divisor : -divisor;
  return { n: n / positive, d: d / positive };
}

/** Parses digits with an optional sign and point (`-1.50`); null if there are too many. */
export function parseDecimal(text: string): Fraction | null {
  if (text.length > MAX_DIGITS) return null;
  const [whole = '', places = ''] = text.split('.');
  return fraction(BigInt(whole + places), 10n ** BigInt(places.length));
}

export const add = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const multiply = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
export const negate = ({ n, d }: Fraction): Fraction => ({ n: -n, d });
/** Null for a division by zero. */
export const divide = (a: Fraction, b: Fraction): Fraction | null =>
  b.n === 0n ? null : fraction(a.n * b.d, a.d * b.n);

/** The exact decimal if it terminates (`0.5`), otherwise the fraction (`1/3`). */
export function formatFraction({ n, d }: Fraction): string {
  // A denominator with only the factors 2 and 5 divides the power of ten with as many zeros as it has bits.
  const places = d.toString(2).length;
  const power = 10n ** BigInt(places);
  if (power % d !== 0n) return `${n}/${d}`;
  const size = n < 0n ? -n : n;
  const digits = (size * (power / d)).toString().padStart(places + 1, '0');
  const decimal = `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
  return n < 0n ? `-${decimal}` : decimal;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
