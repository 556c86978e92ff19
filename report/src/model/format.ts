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

/** With four digits, and never fewer than stand before the point; `none` where there is no figure, which is not 0. */
export function figure(value: number | null | undefined, none = 'none'): string {
  if (value === null || value === undefined) return none;
  return String(Math.abs(value) < 1000 ? Number(value.toPrecision(4)) : Math.round(value));
}

/** Both ends of an interval as figures; null where there is none. */
export function figureRange(low: number | null, high: number | null): string | null {
  return low === null || high === null ? null : `${figure(low)} to ${figure(high)}`;
}

/** A share in percent, as `points`; `none` where there is none. */
export function percent(share: number | null | undefined, none = 'none'): string {
  return share === null || share === undefined ? none : `${points(share)} %`;
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** An amount as the service's sentences have it: `$46,497`, `$3.47`, `$0.0312`; `unknown` where there is none. */
export function usd(value: number | null | undefined, none = 'unknown'): string {
  if (value === null || value === undefined) return none;
  const [sign, size] = [value < 0 ? '−' : '', Math.abs(value)];
  if (size >= 1000) return `${sign}$${whole.format(size)}`;
  return `${sign}$${size >= 1 && !Number.isInteger(size) ? cents.format(size) : significant.format(size)}`;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number as an axis has it: `500`, `10M`, `1B`. */
export function shortNumber(value: number): string {
  return compact.format(value);
}

/** An amount as an axis has it: `$0.05`, `$18K`, `$10M`. */
export function shortUsd(value: number): string {
  return value < 1000 ? usd(value) : `$${shortNumber(value)}`;
}

/** Milliseconds, whole ones from 10 on: `84 ms`, `2.31 ms`. */
export function ms(value: number): string {
  return `${(Math.abs(value) < 10 ? significant : whole).format(value)} ms`;
}

/** A rate of requests, to a tenth: `14.4`. */
export function perSecond(rate: number): string {
  return (Math.round(rate * 10) / 10).toLocaleString('en-US');
}

/** A time as an axis has it: `84 ms`, `1.2 s`. */
export function duration(value: number): string {
  return value < 1000 ? `${figure(value)} ms` : `${figure(value / 1000)} s`;
}

/** A whole number with separators of thousands: `1,133`. */
export function wholeNumber(value: number): string {
  return whole.format(value);
}
