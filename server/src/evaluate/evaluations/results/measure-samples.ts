import type { Database } from '../../../platform/db/db.ts';
import type { KindName } from '../kinds/shapes.ts';
import { benchmarksOfKind, type Plan } from '../plan/plan.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';
import { readSamplesOfBenchmark } from '../stores/sample-store.ts';
import { readUnitPages } from '../stores/unit-pages.ts';

const PAGE = 500;

/** A stored sample for kinds that measure more than scores. */
export type KindSample = Awaited<ReturnType<typeof readSamplesOfBenchmark>>[number];

interface SampleMeasuring<M> {
  /** The empty measurement of a target on a benchmark of `items` items; `at` and `target` are indexes in the plan. */
  begin(at: number, target: number, items: number): M;
  /** Adds a page of samples to the measurements of one benchmark, by target. */
  add(own: readonly M[], page: readonly KindSample[], items: number): void | Promise<void>;
}

/** Measures each target on each benchmark of a kind from its samples; null if the plan has none. */
export async function measureSamples<M>(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
  kind: KindName,
  { begin, add }: SampleMeasuring<M>,
): Promise<M[] | null> {
  const planned = benchmarksOfKind(plan, kind);
  if (planned.length === 0) return null;
  const all: M[] = [];
  for (const { at, benchmark } of planned) {
    const own = plan.targets.map((_, target) => begin(at, target, benchmark.items));
    const read = (after: number) => readSamplesOfBenchmark(db, of, at, after, PAGE);
    for await (const page of readUnitPages(PAGE, read)) await add(own, page, benchmark.items);
    all.push(...own);
  }
  return all;
}
