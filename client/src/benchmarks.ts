import { BENCHMARKS, type BenchmarkFacts } from './generated-benchmarks.ts';

export { EQUIVALENCE, USUAL_MARGINS } from './generated-benchmarks.ts';

/** The description of a benchmark type; undefined for a type of another version, and for `custom`. */
export const benchmarkFacts = (type: string): BenchmarkFacts | undefined =>
  Object.hasOwn(BENCHMARKS, type) ? BENCHMARKS[type] : undefined;

/** The default margins for these benchmark types with question `no_worse`. */
export const usualMargins = (types: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    types
      .flatMap((type) => benchmarkFacts(type)?.margins ?? [])
      .flatMap(({ name, default: usual }) => (usual === null ? [] : [[name, usual]])),
  );
