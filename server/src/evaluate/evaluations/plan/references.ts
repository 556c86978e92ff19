import type { Benchmark, Passages, SourceData } from '../../../measure/benchmarks/benchmarks.ts';
import type { Facts, ModelEnd } from '../../../models/catalog/catalog.ts';
import type { Models } from '../../../models/models.ts';
import type { StackSnapshot } from './plan.ts';
import type { PlannedScenario } from './planned-scenario.ts';

/** The facts with the prices that were in force in a workspace at a time, in ms. */
export type FactsAt = (workspaceId: string, at: number) => Promise<Facts>;

/** Things that a definition can refer to. */
export interface References {
  models: Models;
  facts: Facts;
  /** The UTC day whose prices hold, `2026-11-21`. */
  today(): string;
  /** A sentence where a model ends soon, or has ended; null where its end is far away. Absent: none is said. */
  sayModelEnd?(end: ModelEnd): string | null;
  scenario(workspaceId: string, id: string): Promise<Omit<PlannedScenario, 'label'> | undefined>;
  /** Throws `benchmark_unavailable` for one that cannot be run. */
  benchmark(type: string): Benchmark;
  /** Version of the service, for the record. */
  version?: string;
  /** How many processes could send load together now; null where one has the database for itself. Absent: one. */
  generators?(): Promise<number | null>;
  stack(workspaceId: string, id: string): Promise<StackSnapshot | undefined>;
  /**
   * The text of a source by id or exact title, as a dataset: of a version, by default the present one. Throws `wrong_state`
   * while it is not read yet, and `impossible` for an unknown version.
   */
  sourceText(workspaceId: string, name: string, version?: string): Promise<SourceData | undefined>;
  /** What the sources of a workspace say, for benchmarks made of them; nothing is read before it is asked for. */
  passages(workspaceId: string): Passages;
}
