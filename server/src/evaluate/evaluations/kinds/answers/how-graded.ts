import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Unit } from '../../plan/plan.ts';
import type { KeptAnswer } from '../../run/call-model.ts';
import type { Run } from '../../run/run.ts';
import type { GradedColumns } from '../../stores/sample-store.ts';

/**
 * Grades one answer; `run` is there for graders that ask a model. Null = that model could not be asked, and the answer
 * waits. What it throws ends the run, so it should not.
 */
export type GradeAnswer = (
  run: Run,
  item: Item,
  answer: KeptAnswer,
  unit: Unit,
) => Promise<GradedColumns | null>;

/** Grades without asking a model and without taking noticeable time; null if the grader cannot. Never throws. */
export type GradeAtOnce = (item: Item, answer: KeptAnswer, unit: Unit) => GradedColumns | null;
