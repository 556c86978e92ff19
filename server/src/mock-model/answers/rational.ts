/** An exact number: lowest terms, denominator above 0. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  if (denominator === 1n) return { numerator, denominator };
  const sign = denominator < 0n ? -1n : 1n;
  const divisor = sign * gcd(numerator < 0n ? -numerator : numerator, sign * denominator);
  return { numerator: numerator / divisor, denominator: denominator / divisor };
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** Reads decimal digits, as `1234`, `1,234` or `12.5`. */
export function parseRational(text: string): Rational {
  const [whole = '0', decimals = ''] = text.replaceAll(',', '').split('.');
  return rational(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** The four operations; null for a division by zero. */
export function apply(operator: '+' | '-' | '*' | '/', a: Rational, b: Rational): Rational | null {
  const [p, q, r, s] = [a.numerator, a.denominator, b.numerator, b.denominator];
  if (operator === '+') return rational(p * s + r * q, q * s);
  if (operator === '-') return rational(p * s - r * q, q * s);
  if (operator === '*') return rational(p * r, q * s);
  return r === 0n ? null : rational(p * s, q * r);
}

/** As an integer or a decimal where that is exact, else as a fraction (`7/3`). */
export function formatRational({ numerator, denominator }: Rational): string {
  if (denominator === 1n) return numerator.toString();
  const places = decimalPlaces(denominator);
  if (places === null) return `${numerator}/${denominator}`;
  const scaled = (numerator * 10n ** BigInt(places)) / denominator;
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(places + 1, '0');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** How many decimals a fraction with this denominator has; null when they do not end. */
function decimalPlaces(denominator: bigint): number | null {
  let [rest, twos, fives] = [denominator, 0, 0];
  for (; rest % 2n === 0n; rest /= 2n) twos += 1;
  for (; rest % 5n === 0n; rest /= 5n) fives += 1;
  return rest === 1n ? Math.max(twos, fives) : null;
}
