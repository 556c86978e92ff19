import type { Static } from 'typebox';
import { utcDay } from '../../../kernel/clock.ts';
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

/** A target as it will be called. Everything is copied, so that changing or deleting a stack has no effect. */
export interface PlannedTarget {
  label: string;
  /** The provider. For a stack with an endpoint that names no model: `endpoint` and its address. */
  provider: string;
  modelId: string;
  /** Present if an application is called instead of the model. */
  endpoint?: Endpoint;
  /** How the chunks for the model's prompt are retrieved. */
  retrieval?: Retrieval;
  temperature?: number;
  maxTokens?: number;
  /** The seed of its first epoch; defaults to that of the methodology. */
  seed?: number;
  /** System text before the messages of each item. */
  system?: string;
  /** Present if the stack sets any of these parameters. */
  serving?: Serving;
  /** How requests to it must differ, according to the catalogue and its provider when it was planned. */
  quirks?: ModelQuirks;
  /** Names that its server returns for it, from the operator's configuration; absent if none are configured. */
  answersAs?: readonly string[];
  /** Its price from the operator's configuration; absent if none is configured. */
  price?: ModelPrice;
  /** The protocol of its provider, for the lock-in; null if unknown. */
  protocol?: 'openai_compatible' | 'own_with_adapters' | null;
  /** The complete stack, for the record. */
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
  /** The scenarios whose limits the targets must meet; absent if there are none. */
  scenarios?: PlannedScenario[];
  /** The UTC day of the prices, such as `2026-11-21`: that of the creation. Absent in older plans without scenarios. */
  pricesOf?: string;
  /**
   * The ids of the prices in force when it was planned, so that a price set meanwhile changes nothing. Absent in older
   * plans, which have the prices in force at their creation.
   */
  prices?: readonly string[];
  benchmarks: PlannedBenchmark[];
  /** Judges of a custom evaluation; absent if there are none. */
  judges?: PlannedTarget[];
  methodology: ResolvedMethodology;
  /** Version of the service that planned it; absent in old plans. */
  serviceVersion?: string;
  /** Present if it shares no responses of other evaluations, because it repeats one. */
  fresh?: true;
  /**
   * Present if no seed was requested, so that only seeds of targets are sent. Absent in plans of earlier versions,
   * which send one.
   */
  sendsNoSeed?: true;
  /** Outcome of the preflight; stored beside the plan. */
  preflight?: Preflight;
}

/** The seed of the first epoch as sent; undefined if none is sent. Templates of applications may use it. */
export function sentSeed(
  { methodology, sendsNoSeed }: Pick<Plan, 'methodology' | 'sendsNoSeed'>,
  { seed, endpoint }: Pick<PlannedTarget, 'seed' | 'endpoint'> = {},
): number | undefined {
  return seed ?? (sendsNoSeed && endpoint === undefined ? undefined : methodology.random_seed);
}

/** Which prices an evaluation is charged: those of its plan, on its day. */
export const pricesOfPlan = (
  { prices, pricesOf }: Pick<Plan, 'prices' | 'pricesOf'>,
  createdAt: number,
): { which: number | readonly string[]; day: string } => ({
  which: prices ?? createdAt,
  day: pricesOf ?? utcDay(createdAt),
});

export interface Unit {
  unit: number;
  benchmark: number;
  item: number;
  epoch: number;
  target: number;
  /** The index of the target whose response is compared; present if a unit has two targets. */
  against?: number;
}

/** Kinds by their names in plans of older versions, in which ordinary benchmarks have no kind. */
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

/** The benchmarks of one kind, with their indexes in the plan. */
export function benchmarksOfKind<K extends KindName>(
  { benchmarks }: Pick<Plan, 'benchmarks'>,
  kind: K,
): { at: number; benchmark: PlannedOf<K> }[] {
  return benchmarks.flatMap((benchmark, at) =>
    benchmark.kind === kind ? [{ at, benchmark: benchmark as PlannedOf<K> }] : [],
  );
}

/** The benchmark of this kind at an index of the plan. Throws if that benchmark has another kind. */
export function benchmarkAt<K extends KindName>(
  { benchmarks }: Pick<Plan, 'benchmarks'>,
  at: number,
  kind: K,
): PlannedOf<K> {
  const benchmark = benchmarks[at];
  if (benchmark?.kind !== kind) throw new Error(`Benchmark ${at} of the plan is not of the kind ${kind}.`);
  return benchmark as PlannedOf<K>;
}

/** Whether its units are responses with scores. */
export function hasScores(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).scored;
}

/**
 * Whether its scores distinguish targets. Those of a condition other than the target's own explain other scores, and
 * those of a single criterion equal the overall ones; they neither name a winner nor count as quality.
 */
export function comparesTargets(benchmark: PlannedBenchmark): boolean {
  return hasScores(benchmark) && !kindDescription(benchmark).explains?.(benchmark);
}

/**
 * Whether every benchmark that distinguishes targets by scores is a smoke test, which a short program without a model
 * can pass.
 */
export function hasOnlySmokeTests({ benchmarks }: Pick<Plan, 'benchmarks'>): boolean {
  const compared = benchmarks.filter(comparesTargets);
  return compared.length > 0 && compared.every(({ smokeTest }) => smokeTest);
}

/**
 * Whether targets are called for its own scores; criteria and preferences derive from responses of another benchmark.
 */
export function asksForScores(benchmark: PlannedBenchmark): boolean {
  const { asks, scored } = kindDescription(benchmark);
  return scored && asks === 'targets';
}

/** Whether targets are called for it, for scores or for measurements. */
export function asksTargets(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asks === 'targets';
}

/**
 * Whether each of its units is one call with an item of the user, from a source of the workspace or a custom
 * evaluation. Public and generated items represent no workload.
 */
export function asksOwnItems(benchmark: PlannedBenchmark): boolean {
  // Plans of early versions do not contain the addresses of their data.
  const isRead = benchmark.data?.some(({ address }) => address === null) ?? benchmark.type === 'dataset';
  const isOwn = kindDescription(benchmark).isOwn ?? isRead;
  return isOwn && asksForScores(benchmark) && comparesTargets(benchmark) && !makesManyCalls(benchmark);
}

/** Whether load can send its items unchanged; it cannot if chunks are retrieved first. */
export function sendsItems(benchmark: PlannedBenchmark): boolean {
  return asksOwnItems(benchmark) && !asksWithPassages(benchmark);
}

/** Whether chunks are retrieved before each request. */
export function asksWithPassages(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asksWithPassages === true;
}

/** Whether its units are several calls, so that their latency is not that of a call. */
export function makesManyCalls(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).isManyCalls ?? false;
}

/** Whether its samples were imported, so that nothing is sent or graded again. */
export function isRecorded({ benchmarks }: Pick<Plan, 'benchmarks'>): boolean {
  return benchmarks.some((benchmark) => kindDescription(benchmark).isRecorded === true);
}

/** Whether its units compare the responses of two targets. */
export function comparesPairs(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).asks === 'pairs';
}

/** Whether its own part of the results contains the graders' details. */
export function reportsDetails(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).reportsDetails === true;
}

/** Whether benchmarks of this kind have their own units; without units, no model is called. */
export function hasUnits(kind: KindName): boolean {
  return kindDescription({ kind }).asks !== 'nobody';
}

/** The index in the plan of the benchmark whose responses it grades; null if it has its own. */
export function gradedBenchmark(benchmark: PlannedBenchmark): number | null {
  return kindDescription(benchmark).restsOn?.(benchmark) ?? null;
}

/** The benchmarks whose scores are stored with the responses of benchmark `of`, each with the index of its score. */
export function partScores({ benchmarks }: Plan, of: number): { at: number; index: number }[] {
  return benchmarks.flatMap((benchmark, at) => {
    const index = kindDescription(benchmark).scoreIndex?.(benchmark);
    return index !== undefined && gradedBenchmark(benchmark) === of ? [{ at, index }] : [];
  });
}

/** Whether its scores are stored with the responses of another benchmark. */
export function isPartScore(benchmark: PlannedBenchmark): boolean {
  return kindDescription(benchmark).scoreIndex !== undefined;
}

/** Number of units of one item in each epoch: one for each target or pair of targets. */
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

/** The finished share in whole percent; 100 if there are no units. */
export function percentDone(done: number, units: number): number {
  return units === 0 ? 100 : Math.floor((100 * done) / units);
}

/** Number of units of each target, which is equal for all targets. */
export function countUnitsPerTarget({ benchmarks, methodology: { epochs } }: Plan): number {
  return benchmarks.reduce(
    (sum, benchmark) => sum + (asksTargets(benchmark) ? benchmark.items * epochs : 0),
    0,
  );
}

/** The numbers of the units of one benchmark: from `from` up to but not including `to`. */
export function unitRange(plan: Plan, benchmark: number): { from: number; to: number } {
  const from = plan.benchmarks.slice(0, benchmark).reduce((sum, one) => sum + unitsOf(plan, one), 0);
  const planned = plan.benchmarks[benchmark];
  return { from, to: planned ? from + unitsOf(plan, planned) : from };
}

/** The numbers of the units of these benchmarks, in plan order. */
export function* unitsOfBenchmarks(plan: Plan, benchmarks: readonly number[]): Generator<number> {
  for (const benchmark of benchmarks) {
    const { from, to } = unitRange(plan, benchmark);
    for (let unit = from; unit < to; unit++) yield unit;
  }
}

/** The unit with this number. Throws RangeError if the plan has none. */
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

/** The number of the unit of a target, item and epoch. */
export function unitNumber(
  plan: Plan,
  { benchmark, item, epoch, target }: Omit<Unit, 'unit' | 'against'>,
): number {
  const { from } = unitRange(plan, benchmark);
  return from + (item * plan.methodology.epochs + epoch) * plan.targets.length + target;
}
