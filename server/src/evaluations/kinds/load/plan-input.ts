import type { Drawing } from '../../../benchmarks/benchmarks.ts';
import type { Trace } from '../../../traffic/traffic.ts';
import type { PlannedBenchmark, ResolvedMethodology } from '../../plan/plan.ts';
import type { PlannedScenario } from '../../plan/planned-scenario.ts';
import type { NewBenchmarkChoice } from '../../schemas/evaluation-schemas.ts';

/** What the benchmarks that measure load, or follow from facts, are planned with. */
export interface OperationalInput {
  choice: NewBenchmarkChoice;
  scenarios: readonly PlannedScenario[];
  methodology: ResolvedMethodology;
  /** The times that `choice.trace` brings; null without one. */
  trace: Trace | null;
  /** Sentences about what was understood differently from what may have been meant are added to it. */
  warnings: string[];
}

/** A benchmark of the plan with its items: one a slice of load. */
export interface PlannedOperational {
  planned: PlannedBenchmark;
  drawing: Drawing;
}
