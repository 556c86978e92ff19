import type { Facts } from '../catalog/catalog.ts';
import { impossible } from '../kernel/errors.ts';
import type { Models } from '../models/models.ts';
import type { Benchmark, Item, Passages } from './benchmarks/benchmarks.ts';
import { independentItems } from './clusters.ts';
import { defineCustom } from './custom/define-custom.ts';
import { createDatasetReader, type DatasetReader } from './dataset-reader.ts';
import { resolveTargets } from './define-targets.ts';
import { requireEmbeddingModels } from './embed-texts.ts';
import type { NewBenchmarkChoice, NewEvaluation } from './evaluation-schemas.ts';
import { evaluationType } from './evaluation-type.ts';
import { resolveMethodology } from './methodology.ts';
import { quirkWarnings } from './model-quirks.ts';
import { isFactsBenchmark, planFacts } from './operational/plan-facts.ts';
import { isSpeedBenchmark, planSpeed } from './operational/plan-operational.ts';
import { type PlannedScenario, unknownWords } from './operational/scenario.ts';
import {
  isAsked,
  type Plan,
  type PlannedBenchmark,
  type PlannedTarget,
  type ResolvedMethodology,
  type StackFacts,
} from './plan.ts';
import { plannedItems } from './planned-items.ts';
import { requireDrawable, requireRunnable } from './planning-limits.ts';
import { pointed } from './pointed.ts';
import { FEWEST_ITEMS, fewestItemsForTie } from './statistics/statistics.ts';
import { resolveTrace } from './trace.ts';

/** What a definition may refer to. */
export interface References {
  models: Models;
  facts: Facts;
  /** The UTC day whose prices hold, `2026-11-21`. */
  today(): string;
  scenario(workspaceId: string, id: string): Promise<Omit<PlannedScenario, 'label'> | undefined>;
  /** Throws `benchmark_unavailable` for one that cannot be run. */
  benchmark(type: string): Benchmark;
  /** Of the service, for the record. */
  version?: string;
  stack(workspaceId: string, id: string): Promise<StackFacts | undefined>;
  /** The text of a source by id or exact title. Throws `wrong_state` while it is not read yet. */
  sourceText(workspaceId: string, name: string): Promise<{ name: string; text: string } | undefined>;
  /** What the sources of a workspace say, for benchmarks made of them; nothing is read before it is asked for. */
  passages(workspaceId: string): Passages;
}

/** A definition with everything it refers to looked up, copied and drawn. */
export interface Defined {
  plan: Plan;
  /** The items of each benchmark of the plan. */
  items: Item[][];
  evaluationType: string;
  warnings: string[];
}

/**
 * Works out what an evaluation means. Throws 422 for what cannot be carried out: an unknown stack, provider or
 * benchmark, labels that are not unique, data that cannot be read, nothing to run.
 */
export async function defineEvaluation(
  refs: References,
  workspaceId: string,
  input: NewEvaluation,
): Promise<Defined> {
  const warnings: string[] = [];
  const choices = input.benchmarks ?? [];
  if (input.targets.length === 0) throw impossible('/targets', 'An evaluation needs at least one target.');
  const custom = input.custom_eval ?? null;
  if (choices.length === 0 && custom === null)
    throw impossible('/benchmarks', 'An evaluation needs at least one benchmark, or a custom_eval.');
  const methodology = resolveMethodology(input.methodology ?? {}, warnings);
  requireDrawable(choices, custom, methodology);
  const isCalled = custom !== null || choices.some(({ benchmark_type }) => !isFactsBenchmark(benchmark_type));
  const { targets, scenarios } = await resolveTargets(refs, workspaceId, input.targets, isCalled);
  warnings.push(...scenarios.flatMap(unknownWords));
  const dataset = createDatasetReader((name) => refs.sourceText(workspaceId, name));
  const known = await drawBenchmarks(refs, dataset, choices, {
    methodology,
    scenarios,
    warnings,
    passages: refs.passages(workspaceId),
  });
  const own = await defineCustom(
    { models: refs.models, facts: refs.facts, dataset },
    custom,
    { methodology, targets, warnings },
    known.length,
  );
  const drawn = [...known, ...own.drawn];
  const benchmarks = drawn.map(({ planned }) => planned);
  const plan: Plan = {
    targets,
    ...(scenarios.length > 0 && { scenarios, pricesOf: refs.today() }),
    benchmarks,
    ...(own.judges.length > 0 && { judges: own.judges }),
    methodology,
    ...(refs.version && { serviceVersion: refs.version }),
  };
  requireRunnable(plan);
  warnAboutSize(benchmarks, methodology, targets.length, warnings);
  if (isCalled) {
    warnAboutBudget(refs.models, [...targets, ...own.judges], methodology, warnings);
    warnings.push(...quirkWarnings(refs.models, targets, methodology));
  }
  const run = { benchmarks: choices.length > 0, custom: custom !== null };
  return {
    plan,
    items: drawn.map(({ items }) => items),
    evaluationType: evaluationType(input.evaluation_type, run, warnings),
    warnings,
  };
}

interface Drawn {
  planned: PlannedBenchmark;
  items: Item[];
}

/** What the choice of benchmarks is worked out with. */
interface Drawing {
  methodology: ResolvedMethodology;
  scenarios: readonly PlannedScenario[];
  warnings: string[];
  passages: Passages;
}

async function drawBenchmarks(
  refs: References,
  dataset: DatasetReader,
  choices: readonly NewBenchmarkChoice[],
  drawing: Drawing,
): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  for (const [i, choice] of choices.entries()) {
    try {
      for (const one of await drawChoice(refs, dataset, choice, drawing)) {
        if (drawn.some(({ planned }) => planned.key === one.planned.key)) {
          throw impossible('', `${one.planned.key} is listed twice.`);
        }
        drawn.push(one);
      }
    } catch (error) {
      throw pointed(error, `/benchmarks/${i}`);
    }
  }
  return drawn;
}

/** One benchmark, or one for each scenario where it is shaped by them. */
async function drawChoice(
  refs: References,
  dataset: DatasetReader,
  choice: NewBenchmarkChoice,
  drawing: Drawing,
): Promise<Drawn[]> {
  const type = choice.benchmark_type;
  if (isFactsBenchmark(type)) return planFacts(type, { choice, trace: null, ...drawing });
  const trace = await resolveTrace(choice.trace ?? null, dataset);
  if (isSpeedBenchmark(type)) return planSpeed(type, { choice, trace, ...drawing });
  if (trace !== null) throw impossible('/trace', `${type} asks as it can; a trace is for load.`);
  return [await drawBenchmark(refs, dataset, choice, drawing)];
}

async function drawBenchmark(
  refs: References,
  dataset: DatasetReader,
  choice: NewBenchmarkChoice,
  { methodology, warnings, passages }: Drawing,
): Promise<Drawn> {
  const benchmark = chosen(refs, choice.benchmark_type);
  const subset = choice.subset ?? null;
  const data = benchmark.subsets === 'source' ? await readSubset(dataset, subset) : undefined;
  const { items, warnings: said } = await benchmark.items({
    subset,
    sampleSize: choice.num_samples ?? methodology.sample_size,
    seed: methodology.random_seed,
    passages,
    ...(data && { data }),
  });
  requireEmbeddingModels(refs.models, items);
  warnings.push(...said.map((warning) => `${choice.benchmark_type}: ${warning}`));
  return { planned: plannedBenchmark(benchmark, data?.name ?? subset, items), items };
}

function chosen(refs: References, type: string): Benchmark {
  try {
    return refs.benchmark(type);
  } catch (error) {
    throw pointed(error, '/benchmark_type');
  }
}

function readSubset(dataset: DatasetReader, subset: string | null) {
  if (subset === null) {
    throw impossible(
      '/subset',
      'subset must name the source that holds the dataset, by its id or its exact title.',
    );
  }
  return dataset(subset).catch((error: unknown) => {
    throw pointed(error, '/subset');
  });
}

function plannedBenchmark(
  benchmark: Benchmark,
  subset: string | null,
  items: readonly Item[],
): PlannedBenchmark {
  return {
    key: subset === null ? benchmark.type : `${benchmark.type}/${subset}`,
    type: benchmark.type,
    version: benchmark.version,
    ...plannedItems(items),
    chanceLevel: benchmark.chanceLevel,
  };
}

function warnAboutSize(
  benchmarks: readonly PlannedBenchmark[],
  { margin, confidence_level }: ResolvedMethodology,
  targets: number,
  warnings: string[],
): void {
  if (targets < 2) return;
  const fewest = fewestItemsForTie(margin, 1 - confidence_level);
  for (const { key, items, clusters } of benchmarks.filter(isAsked)) {
    const independent = independentItems(items, clusters);
    const has = `${key} has ${items} items${clusters ? ` in ${independent} clusters` : ''}`;
    if (independent < FEWEST_ITEMS) {
      warnings.push(`${has}; below ${FEWEST_ITEMS} no winner and no tie is named.`);
    } else if (fewest !== null && independent < fewest) {
      warnings.push(`${has}; a tie within ±${margin} needs at least ${fewest}, so none can be shown.`);
    }
  }
}

/** A limit on money stops only what has a price. */
function warnAboutBudget(
  models: Models,
  targets: readonly PlannedTarget[],
  { max_cost_usd }: ResolvedMethodology,
  warnings: string[],
): void {
  if (max_cost_usd === null) return;
  const unpriced = targets.filter(
    ({ provider, modelId }) => models.resolve(provider, modelId).price === undefined,
  );
  if (unpriced.length === 0) return;
  const labels = unpriced.map(({ label }) => label).join(', ');
  warnings.push(`max_cost_usd counts only models with a configured price; without one: ${labels}.`);
}
