import { createHash } from 'node:crypto';
import type { Item } from './benchmarks/benchmarks.ts';
import type { PlannedBenchmark } from './plan.ts';

/** What a plan says of the items of a benchmark: how many, which, and which of them hang together. */
export function plannedItems(
  items: readonly Item[],
): Pick<PlannedBenchmark, 'items' | 'itemsSha256' | 'promptsSha256' | 'clusters'> {
  const clusters = items.map(({ cluster }) => cluster ?? null);
  const named = clusters.filter((cluster) => cluster !== null);
  return {
    items: items.length,
    itemsSha256: hashOf(items.map(({ id }) => id)),
    promptsSha256: hashOf(items.map(({ input }) => JSON.stringify(input))),
    ...(new Set(named).size < named.length && { clusters }),
  };
}

/** SHA-256 in hex of texts, each ended by a line break. */
export function hashOf(texts: readonly string[]): string {
  const sha256 = createHash('sha256');
  for (const text of texts) sha256.update(text).update('\n');
  return sha256.digest('hex');
}
