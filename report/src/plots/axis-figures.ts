import { count, usd } from '../figures/figures.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** A number as an axis has it: `500`, `10M`, `1B`. */
export function shortNumber(value: number): string {
  return compact.format(value);
}

/** An amount as an axis has it: `$0.05`, `$18K`, `$10M`. */
export function shortUsd(value: number): string {
  return value < 1000 ? usd(value) : `$${shortNumber(value)}`;
}

/** A time as an axis has it: `84 ms`, `1.2 s`. */
export function shortTime(value: number): string {
  return value < 1000 ? `${count(value)} ms` : `${count(value / 1000)} s`;
}
