import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';
import { readUnitPages } from '../stores/unit-pages.ts';
import type { Run } from './run.ts';

const RESCORED_AT_ONCE = 100;

/** Grades stored rows of benchmarks again, page by page; `read` returns the rows of a benchmark after a unit. */
export async function rescoreBenchmarks<R extends { unit: number }>(
  run: Run,
  benchmarks: readonly number[],
  read: (db: Database, of: EvaluationClaim, benchmark: number, after: number, size: number) => Promise<R[]>,
  regrade: (benchmark: number, page: readonly R[]) => Promise<unknown>,
): Promise<void> {
  for (const benchmark of benchmarks) {
    const next = (after: number) => read(run.deps.db, run.held, benchmark, after, RESCORED_AT_ONCE);
    for await (const page of readUnitPages(RESCORED_AT_ONCE, next)) {
      await regrade(benchmark, page);
      run.gradedAgain(page.length);
      run.active();
      run.throwIfEnded();
    }
  }
}
