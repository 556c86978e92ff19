import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Unit } from '../../plan/plan.ts';
import type { KeptAnswer } from '../../run/call-model.ts';
import type { Run } from '../../run/run.ts';
import type { GradedColumns } from '../../stores/sample-store.ts';

/**
 * Grades one response; `run` is for graders that call a model. Null means that the model could not be called, and the
 * response stays ungraded. An exception ends the run.
 */
export type GradeAnswer = (
  run: Run,
  item: Item,
  answer: KeptAnswer,
  unit: Unit,
) => Promise<GradedColumns | null>;

/** Grades without calling a model and without taking noticeable time; null if the grader cannot. Never throws. */
export type GradeAtOnce = (item: Item, answer: KeptAnswer, unit: Unit) => GradedColumns | null;
