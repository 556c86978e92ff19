import type { Run, StopReason } from '../run/run.ts';
import { gradeAskingModels } from './answers/grade-answer.ts';
import { answeredKind } from './answers/run.ts';
import { capacityKind } from './capacity/run.ts';
import { customKind } from './judging/run.ts';
import { windowKind } from './load/run.ts';
import { preferenceKind } from './preference/run.ts';

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

/** A further kind is a file that makes a `UnitKind`, and a line here. They run in this order, one after another. */
export const UNIT_KINDS: readonly UnitKind[] = [
  answeredKind('answers', gradeAskingModels),
  customKind,
  preferenceKind,
  windowKind,
  capacityKind,
];
