import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';

/** What every format is made of. */
export interface ExportInput {
  readonly evaluation: Evaluation;
  readonly plan: Plan;
  /** Every sample in the order of the plan, or those of items on which targets have different scores. */
  samples(which: 'all' | 'disagreeing'): AsyncIterable<Sample>;
  /** The label of the target that the others are compared with. */
  readonly baseline: string;
}
