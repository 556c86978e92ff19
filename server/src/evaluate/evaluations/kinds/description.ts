import type { MeasuredBenchmark, ReadData } from '../../../measure/benchmarks/benchmarks.ts';

/** The part of a planned benchmark that all kinds have. */
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
  /** Present if a short program without a model scores near 1. Absent in plans of earlier versions. */
  smokeTest?: true;
  /** SHA-256 in hex of the items' hashes, and of the hashes of their messages; absent in old plans. */
  itemsSha256?: string;
  promptsSha256?: string;
  /** The files or sources of the items; absent for generated items and in old plans. */
  data?: readonly ReadData[];
  /** The cluster of each item by index; absent if no two items share one. */
  clusters?: (string | null)[];
}

/** A margin of the methodology that the question `no_worse` uses. */
export type Margin = 'score' | 'success' | 'latency_ratio' | 'cost_ratio';

/** The margins that presets and forms fill in. Latency and cost have none, because scenarios limit them. */
export const DEFAULT_MARGINS: Readonly<Partial<Record<Margin, number>>> = { score: 0.05, success: 0.05 };

/**
 * Description of a kind: whom it calls, what it measures, and which questions it can answer. Used by the plan, the
 * results and `GET /benchmarks`, and through them by console, report and command line.
 */
export interface KindDescription<B extends PlannedOfKind<string>> {
  /** The `kind` of its planned benchmarks. */
  readonly kind: B['kind'];
  /** The benchmarks without items that select this kind. */
  readonly benchmarks?: readonly MeasuredBenchmark[];
  /** The margins that question `no_worse` may state for a benchmark type; absent = none. */
  readonly margins?: (type: string) => readonly Margin[];
  /** Whether a benchmark type needs a scenario, for its traffic or its requirements. Absent = no. */
  readonly needsScenario?: (type: string) => boolean;
  /** Whether chunks are retrieved before each request, so that load cannot send its items. */
  readonly asksWithPassages?: true;
  /** Whom an item is sent to: each target, each pair of targets, or nobody. */
  readonly asks: 'targets' | 'pairs' | 'nobody';
  /** Whether the benchmark has scores, which are compared. */
  readonly scored: boolean;
  /** Whether its own part of the results contains the graders' details, so that `further_scores` omits them. */
  readonly reportsDetails?: true;
  /** Whether its scores repeat or explain those of another benchmark, and add nothing about a target. */
  readonly explains?: (benchmark: B) => boolean;
  /** Whether its items always belong to the user; absent = only if they were read from a source. */
  readonly isOwn?: true;
  /** Whether its samples were imported, so that nothing is sent or graded again. */
  readonly isRecorded?: true;
  /** Whether a unit is several calls, so that its latency is not that of a call. */
  readonly isManyCalls?: true;
  /** The index in the plan of the benchmark whose responses it grades; absent = its own. */
  readonly restsOn?: (benchmark: B) => number;
  /** The index of its score among the scores of that benchmark's responses; absent = it has its own scores. */
  readonly scoreIndex?: (benchmark: B) => number;
}
