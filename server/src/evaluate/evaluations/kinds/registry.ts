import type { BenchmarkKind } from '../../../measure/benchmarks/benchmarks.ts';
import { GRADER_VERSIONS, type GradedBy } from '../../../measure/graders/graders.ts';
import type { NewBenchmarkChoice } from '../schemas/evaluation-schemas.ts';
import { adherence } from './adherence/adherence.ts';
import { answers } from './answers/answers.ts';
import { capacity } from './capacity/capacity.ts';
import { type Margin, USUAL_MARGINS } from './description.ts';
import { facts } from './facts/facts.ts';
import { criterion, judging } from './judging/judging.ts';
import type { Kind, KindPlan } from './kind.ts';
import { load } from './load/load.ts';
import { preference } from './preference/preference.ts';
import { retrieval, retrievalScore } from './retrieval/retrieval.ts';
import { descriptionOf, KIND_DESCRIPTIONS, type KindName, type PlannedBenchmark } from './shapes.ts';
import { structured } from './structured/structured.ts';
import { tasks } from './tasks/tasks.ts';

/**
 * Every kind, in the order in which their units are run and their parts are reported: what compares or grades answers
 * comes after them, and load, which wants the process for itself, last. A further kind is a folder and a line here.
 */
export const KINDS: readonly Kind[] = [
  answers,
  tasks,
  structured,
  adherence,
  retrieval,
  retrievalScore,
  judging,
  criterion,
  preference,
  load,
  capacity,
  facts,
];

/** The versions of all that reads and grades answers now. */
export const GRADED_BY_NOW: GradedBy = Object.assign(
  {},
  GRADER_VERSIONS,
  ...KINDS.map(({ gradedBy }) => gradedBy),
);

/** The benchmarks without items by which kinds are chosen. */
export const KIND_BENCHMARKS = KIND_DESCRIPTIONS.flatMap(({ benchmarks = [] }) => benchmarks);

/** Those that plan choices of a benchmark; one that takes few types is asked before one that takes what is left. */
const PLANNERS = KINDS.toReversed().filter((kind): kind is Planner => kind.plan !== undefined);
type Planner = Kind & { readonly plan: KindPlan };

/** The kind that plans a choice of a benchmark. */
export function kindOfChoice(choice: NewBenchmarkChoice): Planner {
  // Every choice that no other kind takes is one of answers.
  return PLANNERS.find(({ plan }) => plan.takes(choice)) as Planner;
}

const withDefaults = (margins: readonly Margin[] = []) =>
  margins.map((name) => ({ name, default: USUAL_MARGINS[name] ?? null }));

/** The margins of a custom evaluation, which no type names. */
export const marginsOfCustom = withDefaults(descriptionOf({ kind: judging.name }).margins?.(''));

/** What the kind that plans choices of a type says of them, for `GET /benchmarks`. */
export function describeChoice(benchmark_type: string): BenchmarkKind {
  const { name, run, closeBatches } = kindOfChoice({ benchmark_type });
  const { asks, scored, margins, needsScenario } = descriptionOf({ kind: name });
  return {
    kind: name,
    scored,
    counts: asks === 'nobody' ? null : scored ? 'items' : 'requests',
    in_batches: run === undefined || closeBatches !== undefined,
    needsScenario: needsScenario?.(benchmark_type) ?? false,
    margins: withDefaults(margins?.(benchmark_type)),
  };
}

const BY_NAME = new Map(KINDS.map((kind) => [kind.name, kind]));

/** The kind of a benchmark of a plan. Throws for a plan of a newer version. */
export function kindOf({ kind }: PlannedBenchmark): Kind {
  const found = BY_NAME.get(kind);
  if (!found) throw new Error(`There is no kind of benchmark ${kind}.`);
  return found;
}

/** What each kind measured, told by its folder alone. */
export interface Measured {
  /** Null where nothing of the kind was measured. */
  of<B extends PlannedBenchmark, M>(kind: Kind<B, M>): M | null;
}

export function createMeasured(entries: ReadonlyMap<KindName, unknown>): Measured {
  return {
    of: <B extends PlannedBenchmark, M>({ name }: Kind<B, M>) => (entries.get(name) ?? null) as M | null,
  };
}

/** What became of the calls that have no sample of their own, of all kinds. */
export function callsOfKinds(measured: Measured) {
  return KINDS.flatMap((kind) => {
    const own = measured.of(kind);
    return own === null ? [] : (kind.calls?.(own) ?? []);
  });
}

export const NOTHING_MEASURED: Measured = createMeasured(new Map());
