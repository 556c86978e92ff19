import { BENCHMARKS } from './generated-benchmarks.ts';

export { EQUIVALENCE, USUAL_MARGINS } from './generated-benchmarks.ts';

/** What is known of a benchmark before a service is asked; the same as `GET /benchmarks` says. */
export interface BenchmarkFacts {
  readonly name: string;
  /** How it is measured. */
  readonly kind: string;
  /** Whether it ends in scores. */
  readonly scored: boolean;
  /** What `num_samples` counts; null where nothing is asked. */
  readonly counts: 'items' | 'requests' | null;
  readonly in_batches: boolean;
  readonly needs: { readonly scenario: boolean; readonly source: 'none' | 'one' | 'many' };
  readonly margins: readonly { readonly name: string; readonly default: number | null }[];
  readonly conditions: readonly { readonly name: string; readonly label: string }[];
  readonly condition_in_subset: boolean;
  readonly further_metrics: readonly { readonly name: string; readonly label: string }[];
}

/** A benchmark by its type; undefined for one of another version, and for `custom`, which is none. */
export const benchmarkFacts = (type: string): BenchmarkFacts | undefined =>
  Object.hasOwn(BENCHMARKS, type) ? BENCHMARKS[type as keyof typeof BENCHMARKS] : undefined;

/** The margins that are filled in where the question no_worse is asked of these types. */
export const usualMargins = (types: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    types
      .flatMap((type) => benchmarkFacts(type)?.margins ?? [])
      .flatMap(({ name, default: usual }) => (usual === null ? [] : [[name, usual]])),
  );
