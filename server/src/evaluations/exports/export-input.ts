import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';

/** What every format is made of. */
export interface ExportInput {
  readonly evaluation: Evaluation;
  /** Every sample in the order of the plan, or those of items on which targets have different scores. */
  samples(which: 'all' | 'disagreeing'): AsyncIterable<Sample>;
  /** The label of the target that the others are compared with. */
  readonly baseline: string;
}
