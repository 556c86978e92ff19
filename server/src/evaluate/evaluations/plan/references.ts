import type { Benchmark, Passages, SourceData } from '../../../measure/benchmarks/benchmarks.ts';
import type { Facts, ModelEnd } from '../../../models/catalog/catalog.ts';
import type { Models } from '../../../models/models.ts';
import type { StackSnapshot } from './plan.ts';
import type { PlannedScenario } from './planned-scenario.ts';

/** The facts with the prices that applied in a workspace at a time in ms, or with the prices that have these ids. */
export type FactsAt = (workspaceId: string, which: number | readonly string[]) => Promise<Facts>;

/** Everything that a definition can refer to. */
export interface References {
  models: Models;
  facts: Facts;
  /** The UTC day of the prices, such as `2026-11-21`. */
  today(): string;
  /** The ids of the prices in force in a workspace now; absent if prices cannot be set. */
  pricesInForce?(workspaceId: string): Promise<readonly string[]>;
  /** The ids of the prices that `models` have. */
  prices?: readonly string[];
  /** A warning if a model ends soon or has ended; null otherwise. Absent: no warnings. */
  sayModelEnd?(end: ModelEnd): string | null;
  scenario(workspaceId: string, id: string): Promise<Omit<PlannedScenario, 'label'> | undefined>;
  /** Programs, and folders of programs, that graders may run. Absent: none. */
  commandGraders?: readonly string[];
  /** Throws `benchmark_unavailable` for a benchmark that cannot be run. */
  benchmark(type: string): Benchmark;
  /** Throws `forbidden` if these graders of users may not be used. Absent: all may. */
  admitOwnGraders?(graders: readonly string[], isPinned: boolean): void;
  /** Version of the service, stored in the plan. */
  version?: string;
  /** Number of processes that could send load together now; null if one process owns the database. Absent: one. */
  generators?(): Promise<number | null>;
  stack(workspaceId: string, id: string): Promise<StackSnapshot | undefined>;
  /**
   * The text of a source by id or exact title, as a dataset; by default the present version. Throws `wrong_state`
   * while it is being read, and `impossible` for an unknown version.
   */
  sourceText(workspaceId: string, name: string, version?: string): Promise<SourceData | undefined>;
  /** The chunks of a workspace's sources, for benchmarks generated from them; read on demand. */
  passages(workspaceId: string): Passages;
}
