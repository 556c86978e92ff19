import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Migration } from '../schemas/migration-schemas.ts';
import type { Sample, SampleFilterQuery } from '../schemas/sample-schemas.ts';

/** Input of every export format. */
export interface ExportInput {
  readonly evaluation: Evaluation;
  readonly plan: Plan;
  /** Samples in plan order: all, or those that match a filter. */
  samples(filter: SampleFilterQuery): AsyncIterable<Sample>;
  /** Migration advice. Throws `wrong_state` if the evaluation does not ask `no_worse`, or is not measured yet. */
  migration(): Migration;
  /** The label of the target that the others are compared with. */
  readonly baseline: string;
  /** The label of the target and the key of the benchmark, for formats that contain one of each. */
  readonly target: string | undefined;
  readonly benchmark: string | undefined;
}
