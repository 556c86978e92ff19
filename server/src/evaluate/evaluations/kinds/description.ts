import type { MeasuredBenchmark, ReadData } from '../../../measure/benchmarks/benchmarks.ts';

/** What every benchmark of a plan says, whatever its kind. */
export interface PlannedOfKind<K extends string> {
  /**
   * The kind that runs, aggregates and reports it: the name of a folder of `kinds/`, or a name that begins with one.
   */
  kind: K;
  /** The key in `benchmark_scores`: `arithmetic`, `dataset/<source>`. */
  key: string;
  type: string;
  version: string;
  items: number;
  chanceLevel: number | null;
  /** There where a short program without a model scores near 1 on it. Absent in plans of earlier versions. */
  smokeTest?: true;
  /** SHA-256 in hex of the items' hashes, and of those of the messages that are sent; absent in old plans. */
  itemsSha256?: string;
  promptsSha256?: string;
  /** The data that the items were read from; absent for generated items and in old plans. */
  data?: readonly ReadData[];
  /** The cluster of each item by index; absent when no two items share one. */
  clusters?: (string | null)[];
}

/** A margin of the methodology that the question `no_worse` uses. */
export type Margin = 'score' | 'success' | 'latency_ratio' | 'cost_ratio';

/** The margins that presets and forms fill in; times and costs are judged by what scenarios require. */
export const DEFAULT_MARGINS: Readonly<Partial<Record<Margin, number>>> = { score: 0.05, success: 0.05 };

/**
 * Description of a kind: whom it asks, what it measures, and which questions it answers. Used by the plan, the
 * results and `GET /benchmarks`, and so by console, report and command line.
 */
export interface KindDescription<B extends PlannedOfKind<string>> {
  /** The `kind` of its planned benchmarks. */
  readonly kind: B['kind'];
  /** The benchmarks without items by which it is chosen. */
  readonly benchmarks?: readonly MeasuredBenchmark[];
  /** The margins that the question no_worse may state for one of its benchmarks, by its type; absent = none. */
  readonly margins?: (type: string) => readonly Margin[];
  /** Whether its benchmarks are measured under a scenario, or worked out for one; by their types. Absent = they are not. */
  readonly needsScenario?: (type: string) => boolean;
  /** Whether it asks with passages that are found first, so that load cannot send its items. */
  readonly asksWithPassages?: true;
  /** Who is asked an item: each target, each pair of targets, or none. */
  readonly asks: 'targets' | 'pairs' | 'nobody';
  /** Whether the benchmark has scores, which are compared. */
  readonly scored: boolean;
  /** What graders say beside the score is in its own part of the results, and not among the further scores. */
  readonly reportsDetails?: true;
  /** Whether its scores explain those of another benchmark, or are the same, and say nothing more of a target. */
  readonly explains?: (benchmark: B) => boolean;
  /** Its items are the user's own wherever they come from; absent = where they were read from a source. */
  readonly isOwn?: true;
  /** Its samples were taken from files of another tool: nothing of it is asked or graded again. */
  readonly isRecorded?: true;
  /** A unit is many calls of a target, so that its latency is none of a call; absent = it is one, or has none. */
  readonly isManyCalls?: true;
  /** The place in the plan of the benchmark whose answers it grades; absent = it has its own. */
  readonly restsOn?: (benchmark: B) => number;
  /** Which of the scores of that benchmark's answers is its own; absent = it has scores of its own. */
  readonly scoreIndex?: (benchmark: B) => number;
}
