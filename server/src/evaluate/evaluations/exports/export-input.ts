import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Migration } from '../schemas/migration-schemas.ts';
import type { Sample, SampleFilterQuery } from '../schemas/sample-schemas.ts';

/** Input of every export format. */
export interface ExportInput {
  readonly evaluation: Evaluation;
  readonly plan: Plan;
  /** Samples in the order of the plan: all, or those that a filter lets through. */
  samples(filter: SampleFilterQuery): AsyncIterable<Sample>;
  /** Whether to move from the baseline; throws `wrong_state` where that was not asked, or is not measured yet. */
  migration(): Migration;
  /** The label of the target that the others are compared with. */
  readonly baseline: string;
  /** The label of the target and the key of the benchmark that formats of one of each are about. */
  readonly target: string | undefined;
  readonly benchmark: string | undefined;
}
