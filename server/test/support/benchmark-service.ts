import { describeChoice, KIND_BENCHMARKS } from '../../src/evaluate/evaluations/kinds/registry.ts';
import type { Downloader } from '../../src/knowledge/reading/reading.ts';
import type { Benchmark, ItemsRequest } from '../../src/measure/benchmarks/benchmark.ts';
import { createBenchmarks } from '../../src/measure/benchmarks/benchmarks.ts';
import type { Item } from '../../src/measure/benchmarks/item.ts';

const noDownloads: Downloader = {
  download: () => Promise.reject(new Error('This test has no network.')),
  stop: async () => {},
};

/** The benchmarks over files in a directory, which need not be there. */
export const benchmarksIn = (directory: string, skipMalformed = false) =>
  createBenchmarks({
    directory,
    mirror: null,
    skipMalformed,
    downloader: noDownloads,
    measured: KIND_BENCHMARKS,
    kindOf: describeChoice,
  });

/** The benchmarks that need no files. */
export const { get: getBenchmark, list: listBenchmarks } = benchmarksIn('/nowhere');

/** Everything that is sampled, each item at its place. */
export async function sampleAll(
  benchmark: Benchmark,
  request: ItemsRequest,
): Promise<{ items: Item[]; warnings: string[] }> {
  const { count, items: sampled, warnings } = await benchmark.sampleItems(request);
  const items: Item[] = new Array(count);
  for await (const { index, item } of sampled) {
    if (index >= count || items[index] !== undefined) throw new Error(`Place ${index} has two items.`);
    items[index] = item;
  }
  if (Object.keys(items).length < count) throw new Error(`Not all of ${count} items were sampled.`);
  return { items, warnings };
}
