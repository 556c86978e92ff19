import type { Run, StopReason } from '../run/run.ts';

/**
 * What runs the units of one kind. Every unit is (benchmark, item, epoch, target) and has one row in the ledger;
 * what is done to get that row is the kind's own.
 */
export interface UnitKind {
  /** The `kind` of the planned benchmarks it runs. */
  readonly kind: string;
  /** Runs the units of these benchmarks (indices in the plan) that `run.known` does not call done. */
  run(run: Run, benchmarks: readonly number[]): Promise<StopReason>;
  /** Grades again what is kept of these benchmarks: no target is asked, a judge only where it failed. Absent = nothing here is graded. */
  rescore?(run: Run, benchmarks: readonly number[]): Promise<void>;
}
