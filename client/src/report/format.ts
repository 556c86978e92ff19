/** A share or a difference of shares as percentage points, a half rounded away from 0, and 0 without a sign: `-1.3`. */
export function points(share: number): string {
  return ((Math.sign(share) * Math.round(Math.abs(share) * 1000)) / 10 + 0).toFixed(1);
}

/** The same with a plus sign where it is above 0. */
export function signedPoints(share: number): string {
  return `${share > 0 ? '+' : ''}${points(share)}`;
}

/** A p-value with so many digits after the point; `< 0.0001` for what would print as 0. */
export function pValue(p: number, digits = 4): string {
  const least = 10 ** -digits;
  return p < least ? `< ${least.toFixed(digits)}` : p.toFixed(digits);
}

/** With at most five digits; "none" where there is no figure, which is not 0. */
export function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? 'none' : String(Number(value.toPrecision(5)));
}
