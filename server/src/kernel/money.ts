import { formatScaled, parseDecimal } from './rational.ts';

/** An exact amount of money: an integer number of 10⁻¹² USD. Rounded only for display. */
export type Picodollars = bigint;

const PLACES = 12;
const UNIT = 10n ** BigInt(PLACES);

/**
 * Parses an amount in USD (`"12.50"`, `0.15`, `3e-7`) exactly. A number is read as the decimal that JavaScript prints
 * for it, so `0.1` is ten cents. Null if it is not a decimal or has more than 12 decimal places.
 */
export function parseUsd(amount: string | number): Picodollars | null {
  const value = parseDecimal(String(amount));
  if (value === null || UNIT % value.d !== 0n) return null;
  return value.n * (UNIT / value.d);
}

/** An amount in USD as a number of 10⁻¹² USD; exact up to 9,007 USD with at most twelve decimal places. */
export function toPicodollars(usd: number): number {
  return Number(parseUsd(usd) ?? Math.round(usd * Number(UNIT)));
}

/** The exact amount in USD as a decimal without trailing zeros, e.g. `"0.0000025"`. */
export function formatUsd(amount: Picodollars): string {
  return formatScaled(amount, PLACES);
}

/** The amount in USD as a JavaScript number, for JSON and display; the nearest double to the exact value. */
export function toUsdNumber(amount: Picodollars): number {
  return Number(formatUsd(amount));
}
