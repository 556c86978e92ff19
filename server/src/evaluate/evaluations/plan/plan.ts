import type { Static } from 'typebox';
import type { Retrieval } from '../../../measure/benchmarks/benchmarks.ts';
import type { Endpoint, ModelPrice, ModelQuirks, Serving } from '../../../models/models.ts';
import { type KindName, kindDescription, type PlannedBenchmark, type PlannedOf } from '../kinds/shapes.ts';
import type { ResolvedMethodology as Resolved } from '../schemas/methodology-schemas.ts';
import type { PlannedScenario } from './planned-scenario.ts';
import type { Preflight } from './preflight.ts';
import { countPairs, pairAt } from './target-pairs.ts';

/** A stack as it was when the evaluation was created. */
export interface StackSnapshot {
  id: string;
  name: string;
  description: string | null;
  model: Serving & {
    provider?: string;
    model_id?: string;
    temperature?: number;
    max_tokens?: number;
    seed?: number;
    system?: string;
  };
  framework: object;
  hardware: object;
  endpoint?: Endpoint;
  retrieval?: Retrieval;
}

/** A target as it will be asked: everything copied, so that editing or deleting a stack changes nothing. */
export interface PlannedTarget {
  label: string;
  /** The provider. For a stack with an endpoint that names no model: `endpoint` and its address. */
  provider: string;
  modelId: string;
  /** There where an application is asked, and not the model. */
  endpoint?: Endpoint;
  /** How passages are found that its model is asked with. */
  retrieval?: Retrieval;
  temperature?: number;
  maxTokens?: number;
  /** The seed of its first epoch; that of the methodology where it states none. */
  seed?: number;
  /** System text before the messages of each item. */
  system?: string;
  /** There where it states any of it. */
  serving?: Serving;
  /** How requests to it must differ from the usual, as the catalogue said when it was planned. */
  quirks?: ModelQuirks;
  /** Names by which its server answers for it, as the operator's configuration says; absent where it says nothing. */
  answersAs?: readonly string[];
  /** What the operator's configuration says it costs; absent where it says nothing. */
  price?: ModelPrice;
  /** How its provider is spoken to, for the lock-in; null where that is not known. */
  protocol?: 'openai_compatible' | 'own_with_adapters' | null;
  /** Where it came from, whole, for the record. */
  stack?: StackSnapshot;
}

/** The methodology with every default filled in. */
export type ResolvedMethodology = Static<typeof Resolved>;

/**
 * The plan of an evaluation, stored once when it is created. A unit is (benchmark, item, epoch, target), numbered in
 * that order: targets advance together, item by item, so that a slow hour affects all alike.
 */
export interface Plan {
  targets: PlannedTarget[];
  /** The scenarios whose limits the targets must meet; absent in evaluations without a scenario. */
  scenarios?: PlannedScenario[];
  /** The UTC day whose prices hold, `2026-11-21`: that of its creation. There with scenarios. */
  pricesOf?: string;
  benchmarks: PlannedBenchmark[];
  /** Judges of a custom evaluation; absent without one. */
  judges?: PlannedTarget[];
  methodology: ResolvedMethodology;
  /** The service that planned it; absent in old plans. */
  serviceVersion?: string;
  /** Answers of other evaluations are not shared: it was made to ask again. */
  fresh?: true;
  /** Nobody asked for a seed: none is sent but those that targets state. Absent in plans of earlier versions, which send one. */
  sendsNoSeed?: true;
  /** Outcome of the preflight; stored beside the plan. */
  preflight?: Preflight;
}

/** The seed of the first epoch, as it is sent; undefined where none is. Templates of applications name it where they want it. */
export function sentSeed(
  { methodology, sendsNoSeed }: Pick<Plan, 'methodology' | 'sendsNoSeed'>,
  { seed, endpoint }: Pick<PlannedTarget, 'seed' | 'endpoint'> = {},
): number | undefined {
  return seed ?? (sendsNoSeed && endpoint === undefined ? undefined : methodology.random_seed);
}

export interface Unit {
  unit: number;
  benchmark: number;
  item: number;
  epoch: number;
  target: number;
  /** Whose answer the target's is compared with; there where a unit has two targets. */
  against?: number;
}

/** Kinds as plans of older versions name them; these name none where targets are asked and a grader decides. */
const OLDER_KINDS: Readonly<Record<string, KindName>> = {
  custom: 'judging',
  criterion: 'judging-criterion',
  window: 'load',
};

/** Parses the plan of a row, with the preflight stored beside it. */
export function parsePlan(json: string, runFactsJson: string | null = null): Plan {
  const plan = JSON.parse(json) as Plan;
  const facts = runFactsJson === null ? null : (JSON.parse(runFactsJson) as Pick<Plan, 'preflight'>);
  const kindOf = ({ kind = 'answers' }: Partial<PlannedBenchmark>) => OLDER_KINDS[kind] ?? kind;
  return {
    ...plan,
    ...(facts?.preflight && { preflight: facts.preflight }),
    benchmarks: plan.benchmarks.map(
      (benchmark) => ({ ...benchmark, kind: kindOf(benchmark) }) as PlannedBenchmark,
    ),
  };
}

/** The benchmarks of one kind, with their places in the plan. */
export function benchmarksOfKind<K extends KindName>(
  { benchmarks }: Pick<Plan, 'benchmarks'>,
  kind: K,
): { at: number; benchmark: PlannedOf<K> }[] {
  return benchmarks.flatMap((benchmark, at) =>
    benchmark.kind === kind ? [{ at, benchmark: benchmark as PlannedOf<K> }] : [],
  );
}

/** The benchmark of this kind at a place of the plan. Throws where the plan has another one there. */
export function benchmarkAt<K extends KindName>(
  { benchmarks }: Pick<Plan, 'benchmarks'>,
  at: number,
  kind: K,
): PlannedOf<K> {
  const benchmark = benchmarks[at];
  if (benchmark?.kind !== kind) throw new Error(`Benchmark ${at} of the plan is not of the kind ${kind}.`);
  return benchmark as PlannedOf<K>;
}

/** Whether its units are answers that get scores. */
export function hasScores(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).scored;
}

/**
 * Whether its scores tell targets apart: those of a condition that is no target's own explain other scores, and those of
 * a criterion alone are the overall ones. They neither name a winner nor count as quality.
 */
export function comparesTargets(benchmark: PlannedBenchmark): boolean {
  return hasScores(benchmark) && !kindDescription(benchmark).explains?.(benchmark);
}

/** Whether everything that tells targets apart by scores is a smoke test, which a short program without a model can pass. */
export function hasOnlySmokeTests({ benchmarks }: Pick<Plan, 'benchmarks'>): boolean {
  const compared = benchmarks.filter(comparesTargets);
  return compared.length > 0 && compared.every(({ smokeTest }) => smokeTest);
}

/** Whether targets are asked for scores of its own: criteria and preferences follow from answers of another benchmark. */
export function asksForScores(benchmark: PlannedBenchmark): boolean {
  const { asks, scored } = kindDescription(benchmark);
  return scored && asks === 'targets';
}

/** Whether targets are asked for it, for scores or for measurements. */
export function asksTargets(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asks === 'targets';
}

/**
 * Whether each of its units asks a target once with an item of the user's own: from a source of the workspace or a
 * custom evaluation. Public and generated items represent no workload.
 */
export function asksOwnItems(benchmark: PlannedBenchmark): boolean {
  // Plans of early versions do not say what they read.
  const isRead = benchmark.data?.some(({ address }) => address === null) ?? benchmark.type === 'dataset';
  const isOwn = kindDescription(benchmark).isOwn ?? isRead;
  return isOwn && asksForScores(benchmark) && comparesTargets(benchmark) && !makesManyCalls(benchmark);
}

/** Whether load can send its items as they are asked for their scores; where passages are retrieved first it cannot. */
export function sendsItems(benchmark: PlannedBenchmark): boolean {
  return asksOwnItems(benchmark) && !asksWithPassages(benchmark);
}

/** Whether targets are asked with passages that they find first. */
export function asksWithPassages(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asksWithPassages === true;
}

/** Whether the latency of a run with it tells nothing of a call's. */
export function makesManyCalls(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).isManyCalls ?? false;
}

/** Whether its samples were taken from files of another tool, so that nothing is asked or graded again. */
export function isRecorded({ benchmarks }: Pick<Plan, 'benchmarks'>): boolean {
  return benchmarks.some((benchmark) => kindDescription(benchmark).isRecorded === true);
}

/** Whether its units compare the answers of two targets. */
export function comparesPairs(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asks === 'pairs';
}

/** Whether its own part of the results has what its graders say beside the score. */
export function reportsDetails(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).reportsDetails === true;
}

/** Whether benchmarks of this kind have units of their own; what has none asks no model. */
export function hasUnits(kind: KindName): boolean {
  return kindDescription({ kind }).asks !== 'nobody';
}

/** The place in the plan of the benchmark whose answers it grades; null where it has its own. */
export function gradedBenchmark(benchmark: PlannedBenchmark): number | null {
  return kindDescription(benchmark).restsOn?.(benchmark) ?? null;
}

/** The benchmarks whose scores are among those of the answers of the benchmark at `of`, and which of these each is. */
export function partScores({ benchmarks }: Plan, of: number): { at: number; index: number }[] {
  return benchmarks.flatMap((benchmark, at) => {
    const index = kindDescription(benchmark).scoreIndex?.(benchmark);
    return index !== undefined && gradedBenchmark(benchmark) === of ? [{ at, index }] : [];
  });
}

/** Whether its scores are one part of those that another benchmark's answers get. */
export function isPartScore(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).scoreIndex !== undefined;
}

/** How many units one item has in each epoch: one a target, or one a pair of them. */
export function unitsOfItem({ targets }: Pick<Plan, 'targets'>, benchmark: PlannedBenchmark): number {
  const { asks } = kindDescription(benchmark);
  if (asks === 'nobody') return 0;
  return asks === 'pairs' ? countPairs(targets.length) : targets.length;
}

function unitsOf(plan: Plan, benchmark: PlannedBenchmark): number {
  return benchmark.items * plan.methodology.epochs * unitsOfItem(plan, benchmark);
}

export function countUnits(plan: Plan): number {
  return plan.benchmarks.reduce((sum, benchmark) => sum + unitsOf(plan, benchmark), 0);
}

/** The finished share in whole per cent; 100 if there are no units. */
export function percentDone(done: number, units: number): number {
  return units === 0 ? 100 : Math.floor((100 * done) / units);
}

/** How many of the units ask one target, which is the same for each. */
export function countUnitsPerTarget({ benchmarks, methodology: { epochs } }: Plan): number {
  return benchmarks.reduce(
    (sum, benchmark) => sum + (asksTargets(benchmark) ? benchmark.items * epochs : 0),
    0,
  );
}

/** The numbers of the units of one benchmark: from the first up to, and without, the last. */
export function unitRange(plan: Plan, benchmark: number): { from: number; to: number } {
  const from = plan.benchmarks.slice(0, benchmark).reduce((sum, one) => sum + unitsOf(plan, one), 0);
  const planned = plan.benchmarks[benchmark];
  return { from, to: planned ? from + unitsOf(plan, planned) : from };
}

/** The numbers of the units of these benchmarks, in the plan's order. */
export function* unitsOfBenchmarks(plan: Plan, benchmarks: readonly number[]): Generator<number> {
  for (const benchmark of benchmarks) {
    const { from, to } = unitRange(plan, benchmark);
    for (let unit = from; unit < to; unit++) yield unit;
  }
}

/** The unit with this number. Throws RangeError when the plan has none. */
export function unitAt(plan: Plan, unit: number): Unit {
  let rest = unit;
  for (const [index, benchmark] of plan.benchmarks.entries()) {
    const size = unitsOf(plan, benchmark);
    if (rest < size) {
      const each = unitsOfItem(plan, benchmark);
      const repeat = Math.floor(rest / each);
      const epoch = repeat % plan.methodology.epochs;
      const item = Math.floor(repeat / plan.methodology.epochs);
      return { unit, benchmark: index, item, epoch, ...targetsAt(plan, benchmark, rest % each) };
    }
    rest -= size;
  }
  throw new RangeError(`The plan has ${countUnits(plan)} units; there is no unit ${unit}.`);
}

function targetsAt(
  { targets }: Plan,
  benchmark: PlannedBenchmark,
  place: number,
): Pick<Unit, 'target' | 'against'> {
  if (!comparesPairs(benchmark)) return { target: place };
  const [target, against] = pairAt(targets.length, place);
  return { target, against };
}

/** The number of the unit that asks a target. */
export function unitNumber(
  plan: Plan,
  { benchmark, item, epoch, target }: Omit<Unit, 'unit' | 'against'>,
): number {
  const { from } = unitRange(plan, benchmark);
  return from + (item * plan.methodology.epochs + epoch) * plan.targets.length + target;
}
