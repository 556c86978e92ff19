import type { Tokens } from '../import-schemas.ts';

const PERCENTILES = [5, 10, 25, 50, 75, 90, 95, 99];

/** Exact counts of tokens: each value is kept once, with its frequency. */
export function createTally() {
  const counts = new Map<number, number>();
  let unknown = 0;
  return {
    add(value: number | null): void {
      if (value === null) unknown++;
      else counts.set(value, (counts.get(value) ?? 0) + 1);
    },
    tokens(): Tokens {
      const sorted = [...counts].sort(([a], [b]) => a - b);
      const calls = sorted.reduce((sum, [, count]) => sum + count, 0);
      const sum = sorted.reduce((all, [value, count]) => all + value * count, 0);
      return {
        sum,
        calls,
        unknown,
        min: sorted[0]?.[0] ?? null,
        mean: calls === 0 ? null : sum / calls,
        max: sorted.at(-1)?.[0] ?? null,
        percentiles: PERCENTILES,
        values:
          calls === 0
            ? []
            : PERCENTILES.map((percentile) => atRank(sorted, Math.ceil((percentile * calls) / 100))),
      };
    },
  };
}

function atRank(sorted: readonly (readonly [value: number, count: number])[], rank: number): number {
  let before = 0;
  for (const [value, count] of sorted) {
    before += count;
    if (before >= rank) return value;
  }
  return sorted.at(-1)?.[0] ?? 0;
}
