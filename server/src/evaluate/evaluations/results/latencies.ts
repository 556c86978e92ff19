/** Latencies of calls, stored to the microsecond in four bytes each; quantiles need no sorting. */
export interface Latencies {
  readonly count: number;
  /** @param ms not negative; above 71 minutes it counts as 71 minutes */
  add(ms: number): void;
  /**
   * `x_(⌈q·n⌉)` in ms, the nearest-rank quantile; `perMille` is q in thousandths, so that ranks are exact. Null
   * without calls.
   */
  nearestRank(perMille: number): number | null;
}

const MAX_LATENCY_MS = 2 ** 32 - 1;
const DIGITS = 2 ** 16;

/** @param capacity maximum number of calls */
export function createLatencies(capacity: number): Latencies {
  const micros = new Uint32Array(capacity);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(ms) {
      if (count === capacity) throw new RangeError(`There is room for ${capacity} latencies.`);
      micros[count++] = Math.min(MAX_LATENCY_MS, Math.round(ms * 1000));
    },
    nearestRank(perMille) {
      if (count === 0) return null;
      return valueAtRank(micros.subarray(0, count), Math.max(1, Math.ceil((perMille * count) / 1000))) / 1000;
    },
  };
}

/**
 * The value at a rank from 1, found digit by digit (16 bits each) in two passes. A million values take some
 * milliseconds, while sorting them would block the main thread for longer than a request may wait.
 */
function valueAtRank(values: Uint32Array, rank: number): number {
  const high = digitAtRank(values, rank, (value) => value >>> 16);
  const low = digitAtRank(values, high.rest, (value) => (value >>> 16 === high.digit ? value & 0xffff : -1));
  return high.digit * DIGITS + low.digit;
}

/**
 * The digit of the value at a rank, and its rank among those with the same digit. Values with digit −1 do not count.
 */
function digitAtRank(values: Uint32Array, rank: number, digitOf: (value: number) => number) {
  const counts = new Uint32Array(DIGITS);
  for (const value of values) {
    const digit = digitOf(value);
    if (digit >= 0) counts[digit] = (counts[digit] ?? 0) + 1;
  }
  let rest = rank;
  let digit = 0;
  for (; rest > (counts[digit] ?? 0); digit++) rest -= counts[digit] ?? 0;
  return { digit, rest };
}
