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

/** Which evaluation. */
export type EvaluationKey = Pick<EvaluationClaim, 'workspaceId' | 'id'>;

/**
 * One way to measure targets: how its benchmarks are planned, run, read back and reported. Each is a folder here and a
 * line in `registry.ts`; the pipeline goes through that list and never asks which kind it has before it. What the plan and
 * the results must know of a kind is in `shapes.ts`. `M` is what its units measured beside scores.
 */
export interface Kind<B extends PlannedBenchmark = PlannedBenchmark, M = unknown> {
  /** The `kind` of its planned benchmarks. */
  readonly name: B['kind'];
  /** Plans the benchmarks that a definition chooses. */
  readonly plan?: KindPlan;
  /** Plans what a definition says beside the benchmarks it chooses. */
  readonly definition?: KindDefinition;
  readonly estimate?: KindEstimate<B>;
  /**
   * The trial request of a target, with the parameters of a unit. Absent = its first unit, whose answer is stored as
   * that of the unit.
   */
  trialRequest?(trial: Trial<B>): Promise<ChatRequest>;
  /** The trial request of a judge, and a check that its reply is a judgement; null if this kind uses no judges. */
  trialJudgement?(trial: JudgeTrial<B>): Promise<TrialJudgement | null>;
  /**
   * Runs the units of these benchmarks (places in the plan) that `run.completed` does not call done. Absent = it has
   * none. Each unit is (benchmark, item, epoch, target) and has one row in the ledger.
   */
  run?(run: Run, benchmarks: readonly number[]): Promise<StopReason>;
  /** Whether its units know nothing of each other, so that several workers may ask them at the same time. */
  readonly inLanes?: boolean;
  /**
   * Cancels what batches of these benchmarks still do, and takes the answers that there are. Absent = its targets cannot
   * be asked in batches.
   */
  closeBatches?(run: Run, benchmarks: readonly number[]): Promise<void>;
  /** The versions of what reads and grades here beside built-in graders, by names that no other kind has. */
  readonly gradedBy?: GradedBy;
  /** Grades stored answers again: calls no target, and a judge only where it failed. Absent = nothing is graded. */
  rescore?(run: Run, benchmarks: readonly number[]): Promise<void>;
  /** Reads what its units measured beside scores; null where the plan has nothing of the kind. */
  aggregate?(db: Database, of: EvaluationKey, plan: Plan): Promise<M | null>;
  /** Calls of a target whose cost is not known, beside those that have a sample of their own. */
  unpricedCalls?(measured: M): readonly { target: number; unpriced: number }[];
  /** Whether the measurement has a result to show. */
  hasFindings?(measured: M): boolean;
  /** Calls of each target that have no sample of their own. */
  calls?(measured: M): readonly MeasuredCalls[];
  /** How many calls failed, by class, beside those that have a sample of their own. */
  failures?(measured: M): Readonly<Record<string, number>>;
  /** Comparisons of a candidate with the baseline beside scores, each computed on demand. */
  noWorse?(measured: M, plan: Plan, asked: NoWorseAsked): readonly (() => NoWorseEvidence)[];
  /** Latencies under load, for comparing several evaluations. */
  observe?(measured: M): readonly ObservedLoad[];
  /** Metrics of each target, in the order of the plan. */
  metrics?(measured: M, plan: Plan): readonly Metrics[];
  /** Its parts of the results; `results` has those of the kinds before it. */
  report?(measured: M, context: ReportContext): Promise<KindReport> | KindReport;
  /** Fields of a sample that only this kind has. */
  present?(context: PresentContext): Promise<Partial<Sample>> | Partial<Sample>;
  /** A sample of its benchmarks as exports with one line each show it; absent = as it is. */
  line?(sample: Sample): Sample;
  /** What exports as a table say of every sample beside what they say of all kinds. */
  columns?(plan: Plan): readonly Column[];
  /** Criteria that a person can label, beside the whole answer. */
  labelled?(benchmark: B): readonly string[];
  /** The results with what labels tell that came since; null where they tell this kind nothing. */
  recount?(db: Database, of: EvaluationKey, plan: Plan, results: Results): Promise<Results | null>;
  /** Fields of the manifest that only this kind has. */
  manifest?(db: Database, row: EvaluationHead, plan: Plan): Promise<Partial<Manifest>>;
}

/** One target under one load. */
export interface ObservedLoad {
  /** The key of the benchmark, and the place of the target in the plan. */
  readonly benchmark: string;
  readonly target: number;
  /** Latencies of the measured requests in ms, by window; infinite for a request without a response. */
  readonly windows: readonly ArrayLike<number>[];
  /** How many independent requests they are worth about their p95. */
  readonly worth: number;
}

/** Content of a table cell. */
export type Cell = string | number | null;

/** A table column of samples: its name and the cell of a sample. */
export type Column = readonly [name: string, cellOf: (sample: Sample) => Cell];

/** A benchmark of the plan without what only its items tell, and its items, which are not read yet. */
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
  /** How many processes could send load together now; null where one has the database for itself. */
  generators(): Promise<number | null>;
  /** Whether the evaluation has items of the user's own that load can send. */
  sendsItems: boolean;
  /** How many more items the evaluation may have. */
  room: PlanningBudget;
  /** Warnings are added: input that was accepted but may not mean what was intended. */
  warnings: string[];
}

export interface KindPlan {
  /** Whether its choices take `k` and `conditions`. */
  readonly takesConditions?: true;
  /** Whether load can send the items of this choice, because they are the user's own. */
  sendsItems?(choice: NewBenchmarkChoice, context: Pick<PlanContext, 'benchmark'>): boolean;
  /** Whether its choices take `sessions`, `prefix_cache` and `prompts`. */
  readonly takesSessions?: true;
  /** Whether its choices take `generators`. */
  readonly takesGenerators?: true;
  /** Whether this choice is of the kind. The first kind of the registry that takes a choice plans it. */
  takes(choice: NewBenchmarkChoice): boolean;
  /**
   * One benchmark, or several, after the `before` benchmarks there are: one for each scenario, or each condition. Throws 422
   * with pointers below the choice.
   */
  draft(choice: NewBenchmarkChoice, context: PlanContext, before: number): Promise<DraftBenchmark[]>;
}

export interface KindDefinition {
  isIn(input: NewEvaluation): boolean;
  /**
   * The benchmarks it adds to a plan after the `before` existing ones. Throws 422 with pointers into the definition.
   */
  draft(
    input: NewEvaluation,
    context: PlanContext,
    before: number,
  ): Promise<{ drafts: DraftBenchmark[]; judges: PlannedTarget[] }>;
}

/** Calls, and their tokens; tokens may be fractions. */
export interface Volume {
  calls: number;
  input_tokens: number;
  output_tokens: number;
}

export interface EstimateContext {
  plan: Plan;
  /** The place of the benchmark in the plan. */
  at: number;
  /** Characters of the messages of each benchmark's items, once. */
  characters: readonly number[];
  /** Estimates the tokens of a text. */
  tokensOf(characters: number): number;
  /** Assumed of an answer where nothing limits it. */
  answerTokens: number;
}

export interface KindEstimate<B extends PlannedBenchmark> {
  /** Whether it sends load, whose duration is told apart: it is known before anything was asked. */
  readonly sendsLoad?: true;
  /** Volume of requests to one target. */
  targetVolume?(benchmark: B, target: PlannedTarget, context: EstimateContext): Volume;
  /** Volume of requests to one judge. */
  judgeVolume?(benchmark: B, context: EstimateContext): Volume;
  /** How long one target takes, in ms, where one call takes `latency`; null where that is not known and decides. */
  targetMs?(
    benchmark: B,
    target: PlannedTarget,
    latency: number | null,
    context: EstimateContext,
  ): number | null;
  /** Assumptions behind the figures, for the benchmarks of the kind. */
  assumptions?(benchmarks: readonly B[], plan: Plan): readonly string[];
  /** Number of requests whose rows are in memory while results are computed. */
  requestsHeld?(benchmark: B): number;
}

/** A target that is asked once before the run, and the request. */
export interface Trial<B> {
  plan: Plan;
  benchmark: B;
  target: PlannedTarget;
  /** The first item of a benchmark, that of the trial or the one at this place of the plan. */
  item(at?: number): Promise<Item>;
}

export interface JudgeTrial<B> extends Omit<Trial<B>, 'target'> {
  judge: PlannedTarget;
}

/** The trial request of a judge before the run. */
export interface TrialJudgement {
  request: ChatRequest;
  /** Why a reply cannot be read as a judgement; null where it can. */
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
  /** Costs it adds. */
  cost?: Partial<Results['cost']>;
  /** Warnings about the results. */
  warnings?: readonly string[];
}

export interface PresentContext {
  db: Database;
  row: SampleRow;
  plan: Plan;
  item: Item;
  /** What judges said of the sample. */
  judgements: readonly JudgementRow[];
}
