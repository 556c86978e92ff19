import type { BenchmarkKind } from '../../../measure/benchmarks/benchmarks.ts';
import { GRADER_VERSIONS, type GradedBy } from '../../../measure/graders/graders.ts';
import type { NewBenchmarkChoice } from '../schemas/evaluation-schemas.ts';
import { adherenceKind } from './adherence/adherence.ts';
import { answersKind } from './answers/answers.ts';
import { capacityKind } from './capacity/capacity.ts';
import { DEFAULT_MARGINS, type Margin } from './description.ts';
import { factsKind } from './facts/facts.ts';
import { importedKind } from './imported/imported.ts';
import { criterionKind, judgingKind } from './judging/judging.ts';
import type { Kind, KindPlan } from './kind.ts';
import { loadKind } from './load/load.ts';
import { preferenceKind } from './preference/preference.ts';
import { retrievalKind, retrievalScoreKind } from './retrieval/retrieval.ts';
import { KIND_DESCRIPTIONS, type KindName, kindDescription, type PlannedBenchmark } from './shapes.ts';
import { structuredKind } from './structured/structured.ts';
import { tasksKind } from './tasks/tasks.ts';

/**
 * Every kind, in the order in which units run and results are reported: kinds that compare or grade responses come
 * after those that produce them, and load, which needs the whole process, comes last. A new kind is a folder and a
 * line here.
 */
export const KINDS: readonly Kind[] = [
  answersKind,
  tasksKind,
  structuredKind,
  adherenceKind,
  retrievalKind,
  retrievalScoreKind,
  judgingKind,
  criterionKind,
  preferenceKind,
  loadKind,
  capacityKind,
  factsKind,
  importedKind,
];

/** The current versions of all readers and graders. */
export const CURRENT_GRADER_VERSIONS: GradedBy = Object.assign(
  {},
  GRADER_VERSIONS,
  ...KINDS.map(({ gradedBy }) => gradedBy),
);

/** The benchmarks without items that select kinds. */
export const KIND_BENCHMARKS = KIND_DESCRIPTIONS.flatMap(({ benchmarks = [] }) => benchmarks);

/** Kinds that plan a benchmark choice; specific ones come before the general one. */
const PLANNERS = KINDS.toReversed().filter((kind): kind is Planner => kind.plan !== undefined);
type Planner = Kind & { readonly plan: KindPlan };

/** The kind that plans a choice of a benchmark. */
export function kindOfChoice(choice: NewBenchmarkChoice): Planner {
  // Every choice that no other kind takes is planned by `answers`.
  return PLANNERS.find(({ plan }) => plan.takes(choice)) as Planner;
}

const withDefaults = (margins: readonly Margin[] = []) =>
  margins.map((name) => ({ name, default: DEFAULT_MARGINS[name] ?? null }));

/** The margins of a custom evaluation, which has no benchmark type. */
export const customEvaluationMargins = withDefaults(
  kindDescription({ kind: judgingKind.name }).margins?.(''),
);

/** The description of the kind that plans choices of a type, for `GET /benchmarks`. */
export function describeChoice(benchmark_type: string): BenchmarkKind {
  const { name, run, closeBatches } = kindOfChoice({ benchmark_type });
  const { asks, scored, margins, needsScenario } = kindDescription({ kind: name });
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

/** The measurements of each kind. */
export interface MeasuredByKind {
  /** The measurements of a kind; null if there are none. */
  of<B extends PlannedBenchmark, M>(kind: Kind<B, M>): M | null;
}

export function createMeasuredByKind(entries: ReadonlyMap<KindName, unknown>): MeasuredByKind {
  return {
    of: <B extends PlannedBenchmark, M>({ name }: Kind<B, M>) => (entries.get(name) ?? null) as M | null,
  };
}

/** Outcomes of calls without a sample of their own, of all kinds. */
export function callsWithoutSamples(measured: MeasuredByKind) {
  return KINDS.flatMap((kind) => {
    const own = measured.of(kind);
    return own === null ? [] : (kind.calls?.(own) ?? []);
  });
}

export const NOTHING_MEASURED: MeasuredByKind = createMeasuredByKind(new Map());
