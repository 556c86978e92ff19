import type { ReadData } from '../../benchmarks/benchmarks.ts';
import type { ModelPrice, ModelQuirks } from '../../models/models.ts';
import type { CapacityLimits, LoadAsked, PlannedWindows } from '../../traffic/traffic.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { PlannedCustom } from './planned-judging.ts';
import type { PlannedScenario } from './planned-scenario.ts';
import { countPairs, pairAt } from './target-pairs.ts';

/** A stack as it was when the evaluation was created. */
export interface StackFacts {
  id: string;
  name: string;
  description: string | null;
  model: { provider?: string; model_id?: string; temperature?: number; max_tokens?: number };
  framework: object;
  hardware: object;
}

/** A target as it will be asked: everything copied, so that editing or deleting a stack changes nothing. */
export interface PlannedTarget {
  label: string;
  provider: string;
  modelId: string;
  temperature?: number;
  maxTokens?: number;
  /** How requests to it must differ from the usual, as the catalogue said when it was planned. */
  quirks?: ModelQuirks;
  /** What the operator's configuration says it costs; absent where it says nothing. */
  price?: ModelPrice;
  /** How its provider is spoken to, for the lock-in; null where that is not known. */
  protocol?: 'openai_compatible' | 'own_with_adapters' | null;
  /** Where it came from, whole, for the record. */
  stack?: StackFacts;
}

export interface PlannedBenchmark {
  /** The key in `benchmark_scores`: `arithmetic`, `dataset/<source>`. */
  key: string;
  /** Which of the kinds in `unit-kinds.ts` runs its units; absent = `answers`. */
  kind?: string;
  type: string;
  version: string;
  items: number;
  chanceLevel: number | null;
  /** SHA-256 in hex of the items' hashes, and of those of the messages that are sent; absent in old plans. */
  itemsSha256?: string;
  promptsSha256?: string;
  /** What the items were read from; absent where they are made, and in old plans. */
  data?: readonly ReadData[];
  /** How answers are graded; there for the kind `custom`. */
  custom?: PlannedCustom;
  /** Whose answers it is a criterion of: a place in the plan, and one among its criteria. It has no units of its own. */
  criterion?: { of: number; index: number };
  /** Whose answers it compares, two targets at a time: a place in the plan. There for the kind `preference`. */
  pairs?: { of: number };
  /** The cluster of each item by index; absent when no two items share one. */
  clusters?: (string | null)[];
  /** What is sent in each slice of load; there for the kind `window`, whose items are slices. */
  windows?: PlannedWindows;
  /** What is searched for; there for the kind `capacity`, which has one item. */
  capacity?: PlannedCapacity;
}

/** A search for the highest rate at which a scenario's limits hold. */
export interface PlannedCapacity {
  /** Index in the plan's scenarios. */
  scenario: number;
  load: Omit<LoadAsked, 'peakRps'>;
  limits: CapacityLimits;
}

/** The methodology with every default filled in. */
export type ResolvedMethodology = Results['methodology'];

/**
 * What an evaluation means, as stored once when it is created. A unit is (benchmark, item, epoch, target),
 * numbered in that order: targets advance together, item by item, so that a slow hour hits all alike.
 */
export interface Plan {
  targets: PlannedTarget[];
  /** What the targets are held against; absent in evaluations without a scenario. */
  scenarios?: PlannedScenario[];
  /** The UTC day whose prices hold, `2026-11-21`: that of its creation. There with scenarios. */
  pricesOf?: string;
  benchmarks: PlannedBenchmark[];
  /** Who grades answers of a custom evaluation; absent without a judge. */
  judges?: PlannedTarget[];
  methodology: ResolvedMethodology;
  /** The service that planned it; absent in old plans. */
  serviceVersion?: string;
  /** Answers of other evaluations are not shared: it was made to ask again. */
  fresh?: true;
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

/** What runs the units of a benchmark. */
export function kindOf({ kind }: PlannedBenchmark): string {
  return kind ?? 'answers';
}

const WITHOUT_SCORES = ['window', 'capacity', 'facts'];

/** Whether its units are answers that get scores. */
export function isScored(benchmark: PlannedBenchmark): boolean {
  return !WITHOUT_SCORES.includes(kindOf(benchmark));
}

/** Whether targets are asked for it: criteria and preferences follow from the answers of another benchmark. */
export function isAsked(benchmark: PlannedBenchmark): boolean {
  return isScored(benchmark) && !benchmark.criterion && !benchmark.pairs;
}

/** Whether it follows from facts: it has no units, and nothing is asked for it. */
export function isFacts(benchmark: PlannedBenchmark): boolean {
  return kindOf(benchmark) === 'facts';
}

/** How many units one item has in each epoch: one a target, or one a pair of them. */
function unitsOfItem({ targets }: Plan, { criterion, pairs }: PlannedBenchmark): number {
  if (criterion) return 0;
  return pairs ? countPairs(targets.length) : targets.length;
}

function unitsOf(plan: Plan, benchmark: PlannedBenchmark): number {
  return benchmark.items * plan.methodology.epochs * unitsOfItem(plan, benchmark);
}

export function countUnits(plan: Plan): number {
  return plan.benchmarks.reduce((sum, benchmark) => sum + unitsOf(plan, benchmark), 0);
}

/** How many of the units ask one target, which is the same for each. */
export function countAsked({ benchmarks, methodology: { epochs } }: Plan): number {
  return benchmarks.reduce(
    (sum, { items, criterion, pairs }) => sum + (criterion || pairs ? 0 : items * epochs),
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
  { pairs }: PlannedBenchmark,
  place: number,
): Pick<Unit, 'target' | 'against'> {
  if (!pairs) return { target: place };
  const [target, against] = pairAt(targets.length, place);
  return { target, against };
}

/** The number of the unit that asks a target. */
export function unitOf(
  plan: Plan,
  { benchmark, item, epoch, target }: Omit<Unit, 'unit' | 'against'>,
): number {
  const { from } = unitRange(plan, benchmark);
  return from + (item * plan.methodology.epochs + epoch) * plan.targets.length + target;
}
