import type { Benchmark, Item, Passages, SampledItems } from '../../../measure/benchmarks/benchmarks.ts';
import type { GradedBy } from '../../../measure/graders/graders.ts';
import type { Facts } from '../../../models/catalog/catalog.ts';
import type { ChatRequest, Models } from '../../../models/models.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { DatasetReader } from '../plan/dataset-reader.ts';
import type { PlanningBudget } from '../plan/limits.ts';
import type { Plan, PlannedTarget, ResolvedMethodology } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import type { Aggregate } from '../results/aggregate.ts';
import type { MeasuredCalls } from '../results/call-reasons.ts';
import type { Metrics } from '../results/metrics.ts';
import type { NoWorseAsked, NoWorseEvidence } from '../results/no-worse.ts';
import type { Run, StopReason } from '../run/run.ts';
import type { NewBenchmarkChoice, NewEvaluation } from '../schemas/evaluation-schemas.ts';
import type { Manifest } from '../schemas/manifest-schemas.ts';
import type { Comparison, Results } from '../schemas/result-schemas.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { EvaluationClaim, EvaluationHead } from '../stores/evaluation-store.ts';
import type { JudgementRow } from '../stores/judgement-store.ts';
import type { SampleRow } from '../stores/sample-store.ts';
import type { PlannedBenchmark } from './shapes.ts';

export type EvaluationKey = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

/**
 * One way to measure targets: how its benchmarks are planned, run, read back and reported. Each kind is a folder here
 * and a line in `registry.ts`; the pipeline calls these functions and never branches on the name of a kind. What the
 * plan and the results contain of a kind is in `shapes.ts`. `M` is what its units measure apart from scores.
 */
export interface Kind<B extends PlannedBenchmark = PlannedBenchmark, M = unknown> {
  /** The `kind` of its planned benchmarks. */
  readonly name: B['kind'];
  /** Plans the benchmarks that a definition selects. */
  readonly plan?: KindPlan;
  /** Plans parts of a definition other than its selected benchmarks. */
  readonly definition?: KindDefinition;
  readonly estimate?: KindEstimate<B>;
  /**
   * The trial request of a target, with the parameters of a unit. Absent = the request of its first unit, whose
   * response is then stored.
   */
  trialRequest?(trial: Trial<B>): Promise<ChatRequest>;
  /** The trial request of a judge, and a check that the response is a judgement; null if this kind has no judges. */
  trialJudgement?(trial: JudgeTrial<B>): Promise<TrialJudgement | null>;
  /**
   * Runs the units of these benchmarks (indexes in the plan) that `run.completed` does not contain. Absent = there
   * are no units. Each unit is (benchmark, item, epoch, target) and has one row in the ledger.
   */
  run?(run: Run, benchmarks: readonly number[]): Promise<StopReason>;
  /** Whether its units are independent, so that several workers can run them at the same time. */
  readonly inLanes?: boolean;
  /**
   * Cancels open batches of these benchmarks and stores finished responses. Absent = its targets cannot be called in
   * batches.
   */
  closeBatches?(run: Run, benchmarks: readonly number[]): Promise<void>;
  /** The versions of its readers and graders other than the built-in graders, by names that no other kind uses. */
  readonly gradedBy?: GradedBy;
  /** Grades stored responses again: calls no target, and a judge only where it failed. Absent = nothing is graded. */
  rescore?(run: Run, benchmarks: readonly number[]): Promise<void>;
  /** Reads what its units measured apart from scores; null if the plan has no benchmark of the kind. */
  aggregate?(db: Database, of: EvaluationKey, plan: Plan): Promise<M | null>;
  /** Calls of a target with unknown cost that have no sample of their own. */
  unpricedCalls?(measured: M): readonly { target: number; unpriced: number }[];
  /** Whether the measurement has a result to show. */
  hasFindings?(measured: M): boolean;
  /** Calls of each target that have no sample of their own. */
  calls?(measured: M): readonly MeasuredCalls[];
  /** The number of failed calls by class that have no sample of their own. */
  failures?(measured: M): Readonly<Record<string, number>>;
  /** Comparisons of a candidate with the baseline other than scores, each computed on demand. */
  noWorse?(measured: M, plan: Plan, asked: NoWorseAsked): readonly (() => NoWorseEvidence)[];
  /** Latencies under load, for comparing several evaluations. */
  observe?(measured: M): readonly ObservedLoad[];
  /** Metrics of each target, in the order of the plan. */
  metrics?(measured: M, plan: Plan): readonly Metrics[];
  /** Its part of the results; `results` contains those of the kinds before it. */
  report?(measured: M, context: ReportContext): Promise<KindReport> | KindReport;
  /** Fields of a sample that only this kind has. */
  present?(context: PresentContext): Promise<Partial<Sample>> | Partial<Sample>;
  /** A sample of its benchmarks in exports with one line per sample; absent = unchanged. */
  line?(sample: Sample): Sample;
  /** Further columns of table exports for every sample. */
  columns?(plan: Plan): readonly Column[];
  /** Criteria that a person can label, besides the whole response. */
  labelled?(benchmark: B): readonly string[];
  /** The results updated with later labels; null if labels do not affect this kind. */
  recount?(db: Database, of: EvaluationKey, plan: Plan, results: Results): Promise<Results | null>;
  /** Fields of the manifest that only this kind has. */
  manifest?(db: Database, row: EvaluationHead, plan: Plan): Promise<Partial<Manifest>>;
}

/** One target under one load. */
export interface ObservedLoad {
  /** The key of the benchmark, and the index of the target in the plan. */
  readonly benchmark: string;
  readonly target: number;
  /** Latencies of the measured requests in ms, by window; infinite for a request without a response. */
  readonly windows: readonly ArrayLike<number>[];
  /** The effective number of independent requests for the p95. */
  readonly worth: number;
}

/** Content of a table cell. */
export type Cell = string | number | null;

/** A table column of samples: its name and the cell of a sample. */
export type Column = readonly [name: string, cellOf: (sample: Sample) => Cell];

/** A planned benchmark without the fields that depend on its items, and its items, which are not read yet. */
export interface DraftBenchmark {
  planned: PlannedBenchmark;
  sampled: SampledItems;
}

/** Input of planning a definition. */
export interface PlanContext {
  models: Models;
  facts: Facts;
  /** Throws `benchmark_unavailable` for one that cannot be run. */
  benchmark(type: string): Benchmark;
  dataset: DatasetReader;
  passages: Passages;
  methodology: ResolvedMethodology;
  targets: readonly PlannedTarget[];
  scenarios: readonly PlannedScenario[];
  /** Throws `forbidden` if these graders of users may not be used; `isPinned`: the version of their dataset is named. */
  admitOwnGraders(graders: readonly string[], isPinned: boolean): void;
  /** Number of processes that could send load together now; null if one process owns the database. */
  generators(): Promise<number | null>;
  /** Whether the evaluation has items of the user that load can send. */
  sendsItems: boolean;
  /** The number of items that may still be added to the evaluation. */
  room: PlanningBudget;
  /** Programs, and folders of programs, that graders may run. */
  commandGraders: readonly string[];
  /** Planning adds warnings: input that was accepted but may not mean what was intended. */
  warnings: string[];
}

export interface KindPlan {
  /** Whether its choices accept `k` and `conditions`. */
  readonly takesConditions?: true;
  /** Whether load can send the items of this choice, because they belong to the user. */
  sendsItems?(choice: NewBenchmarkChoice, context: Pick<PlanContext, 'benchmark'>): boolean;
  /** Whether its choices accept `sessions`, `prefix_cache` and `prompts`. */
  readonly takesSessions?: true;
  /** Whether its choices accept `generators`. */
  readonly takesGenerators?: true;
  /** Whether this kind plans the choice. The first kind of the registry that returns true plans it. */
  takes(choice: NewBenchmarkChoice): boolean;
  /**
   * Plans one or more benchmarks after the `before` existing ones: one for each scenario or condition. Throws 422
   * with pointers below the choice.
   */
  draft(choice: NewBenchmarkChoice, context: PlanContext, before: number): Promise<DraftBenchmark[]>;
}

export interface KindDefinition {
  isIn(input: NewEvaluation): boolean;
  /** The benchmarks that it adds after the `before` existing ones. Throws 422 with pointers into the definition. */
  draft(
    input: NewEvaluation,
    context: PlanContext,
    before: number,
  ): Promise<{ drafts: DraftBenchmark[]; judges: PlannedTarget[] }>;
}

/** Number of calls and their tokens; tokens may be fractions. */
export interface Volume {
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

export interface EstimateContext {
  plan: Plan;
  /** The index of the benchmark in the plan. */
  at: number;
  /** Characters in the messages of all items of each benchmark, counted once. */
  characters: readonly number[];
  /** Estimates the tokens of a text. */
  tokensOf(characters: number): number;
  /** Assumed output tokens of a response without a limit. */
  answerTokens: number;
}

export interface KindEstimate<B extends PlannedBenchmark> {
  /** Whether it sends load, whose duration is known before any call and is reported separately. */
  readonly sendsLoad?: true;
  /** Volume of requests to one target. */
  targetVolume?(benchmark: B, target: PlannedTarget, context: EstimateContext): Volume;
  /** Volume of requests to one judge. */
  judgeVolume?(benchmark: B, context: EstimateContext): Volume;
  /** Expected duration for one target in ms, if one call takes `latency`; null if a needed latency is unknown. */
  targetMs?(
    benchmark: B,
    target: PlannedTarget,
    latency: number | null,
    context: EstimateContext,
  ): number | null;
  /** The assumptions of the estimate for benchmarks of this kind. */
  assumptions?(benchmarks: readonly B[], plan: Plan): readonly string[];
  /** Number of requests whose rows are in memory while results are computed. */
  requestsHeld?(benchmark: B): number;
}

/** A trial request to a target before the run. */
export interface Trial<B> {
  plan: Plan;
  benchmark: B;
  target: PlannedTarget;
  /** The first item of a benchmark: of the trial's benchmark, or of the one at this index of the plan. */
  item(at?: number): Promise<Item>;
}

export interface JudgeTrial<B> extends Omit<Trial<B>, 'target'> {
  judge: PlannedTarget;
}

/** The trial request of a judge before the run. */
export interface TrialJudgement {
  request: ChatRequest;
  /** Why a response cannot be read as a judgement; null if it can. */
  problemOf(reply: string): string | null;
}

export interface ReportContext {
  plan: Plan;
  aggregate: Aggregate;
  comparisons: readonly Comparison[];
  results: Partial<Results>;
}

export interface KindReport {
  results: Partial<Omit<Results, 'cost' | 'warnings'>>;
  /** Costs that it adds to the results. */
  cost?: Partial<Results['cost']>;
  /** Warnings about the results. */
  warnings?: readonly string[];
}

export interface PresentContext {
  db: Database;
  row: SampleRow;
  plan: Plan;
  item: Item;
  /** The judgements of the sample. */
  judgements: readonly JudgementRow[];
}
