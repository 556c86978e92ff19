import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Sample, SampleFilterQuery } from '../schemas/sample-schemas.ts';

/** What every format is made of. */
export interface ExportInput {
  readonly evaluation: Evaluation;
  readonly plan: Plan;
  /** Samples in the order of the plan: all, or those that a filter lets through. */
  samples(filter: SampleFilterQuery): AsyncIterable<Sample>;
  /** The label of the target that the others are compared with. */
  readonly baseline: string;
}
