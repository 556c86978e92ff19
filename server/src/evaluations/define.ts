import { createHash } from 'node:crypto';
import { impossible } from '../kernel/errors.ts';
import type { Models } from '../models/models.ts';
import type { Benchmark, Item } from './benchmarks/benchmarks.ts';
import { independentItems } from './clusters.ts';
import { resolveTargets } from './define-targets.ts';
import type { NewBenchmarkChoice, NewEvaluation } from './evaluation-schemas.ts';
import { resolveMethodology } from './methodology.ts';
import { isFactsBenchmark, isSpeedBenchmark, planFacts, planSpeed } from './operational/plan-operational.ts';
import { type PlannedScenario, unknownWords } from './operational/scenario.ts';
import {
  isScored,
  type Plan,
  type PlannedBenchmark,
  type PlannedTarget,
  type ResolvedMethodology,
  type StackFacts,
} from './plan.ts';
import { MAX_DATASETS, requireDrawable, requireRunnable } from './planning-limits.ts';
import { pointed } from './pointed.ts';
import { FEWEST_ITEMS, fewestItemsForTie } from './statistics/statistics.ts';

/** What a definition may refer to. */
export interface References {
  models: Models;
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
  if (input.custom_eval) {
    throw impossible(
      '/custom_eval',
      'Custom evaluations cannot be run yet; leave custom_eval out.',
      'custom_eval_unavailable',
    );
  }
  const choices = input.benchmarks ?? [];
  if (input.targets.length === 0) throw impossible('/targets', 'An evaluation needs at least one target.');
  if (choices.length === 0) throw impossible('/benchmarks', 'An evaluation needs at least one benchmark.');
  const methodology = resolveMethodology(input.methodology ?? {}, warnings);
  requireDrawable(choices, methodology);
  const isCalled = choices.some(({ benchmark_type }) => !isFactsBenchmark(benchmark_type));
  const { targets, scenarios } = await resolveTargets(refs, workspaceId, input.targets, isCalled);
  warnings.push(...scenarios.flatMap(unknownWords));
  const drawn = await drawBenchmarks(refs, workspaceId, choices, { methodology, scenarios, warnings });
  const benchmarks = drawn.map(({ planned }) => planned);
  const plan: Plan = {
    targets,
    ...(scenarios.length > 0 && { scenarios, pricesOf: refs.today() }),
    benchmarks,
    methodology,
    ...(refs.version && { serviceVersion: refs.version }),
  };
  requireRunnable(plan);
  warnAboutSize(benchmarks, methodology, targets.length, warnings);
  if (isCalled) warnAboutBudget(refs.models, targets, methodology, warnings);
  return {
    plan,
    items: drawn.map(({ items }) => items),
    evaluationType: evaluationType(input.evaluation_type, warnings),
    warnings,
  };
}

const TYPES = ['benchmark', 'custom', 'mixed'];

function evaluationType(given: string | undefined, warnings: string[]): string {
  if (given === undefined) return 'benchmark';
  if (!TYPES.includes(given)) {
    warnings.push(
      `evaluation_type "${given}" is not one of ${TYPES.join(', ')}; it is kept and means nothing.`,
    );
  } else if (given !== 'benchmark') {
    warnings.push(`evaluation_type is "${given}", but only benchmarks are run: there is no custom_eval.`);
  }
  return given;
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
}

async function drawBenchmarks(
  refs: References,
  workspaceId: string,
  choices: readonly NewBenchmarkChoice[],
  drawing: Drawing,
): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  const dataset = datasetReader(refs, workspaceId);
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
  if (isFactsBenchmark(type)) return planFacts(type, { choice, ...drawing });
  if (isSpeedBenchmark(type)) return planSpeed(type, { choice, ...drawing });
  return [await drawBenchmark(refs, dataset, choice, drawing)];
}

async function drawBenchmark(
  refs: References,
  dataset: DatasetReader,
  choice: NewBenchmarkChoice,
  { methodology, warnings }: Drawing,
): Promise<Drawn> {
  const benchmark = chosen(refs, choice.benchmark_type);
  const subset = choice.subset ?? null;
  const data = benchmark.subsets === 'source' ? await dataset(subset) : undefined;
  const { items, warnings: said } = await benchmark.items({
    subset,
    sampleSize: choice.num_samples ?? methodology.sample_size,
    seed: methodology.random_seed,
    ...(data && { data }),
  });
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

type DatasetReader = (subset: string | null) => Promise<{ name: string; text: string }>;

/** Reads the datasets of one evaluation; together they must not be larger than one may be. */
function datasetReader(refs: References, workspaceId: string): DatasetReader {
  let characters = 0;
  return async (subset) => {
    if (subset === null) {
      throw impossible(
        '/subset',
        'subset must name the source that holds the dataset, by its id or its exact title.',
      );
    }
    const data = await refs.sourceText(workspaceId, subset).catch((error: unknown) => {
      throw pointed(error, '/subset');
    });
    if (!data) throw impossible('/subset', `No source of this workspace has the id or title "${subset}".`);
    characters += data.text.length;
    if (characters <= MAX_DATASETS) return data;
    const most = MAX_DATASETS / 1024 / 1024;
    const detail = `The datasets of an evaluation have at most ${most} MB together.`;
    throw impossible('/subset', detail, 'limit_exceeded');
  };
}

function plannedBenchmark(
  benchmark: Benchmark,
  subset: string | null,
  items: readonly Item[],
): PlannedBenchmark {
  const clusters = items.map(({ cluster }) => cluster ?? null);
  const named = clusters.filter((cluster) => cluster !== null);
  return {
    key: subset === null ? benchmark.type : `${benchmark.type}/${subset}`,
    type: benchmark.type,
    version: benchmark.version,
    items: items.length,
    itemsSha256: hashOf(items.map(({ id }) => id)),
    promptsSha256: hashOf(items.map(({ input }) => JSON.stringify(input))),
    chanceLevel: benchmark.chanceLevel,
    ...(new Set(named).size < named.length && { clusters }),
  };
}

function hashOf(texts: readonly string[]): string {
  const sha256 = createHash('sha256');
  for (const text of texts) sha256.update(text).update('\n');
  return sha256.digest('hex');
}

function warnAboutSize(
  benchmarks: readonly PlannedBenchmark[],
  { margin, confidence_level }: ResolvedMethodology,
  targets: number,
  warnings: string[],
): void {
  if (targets < 2) return;
  const fewest = fewestItemsForTie(margin, 1 - confidence_level);
  for (const { key, items, clusters } of benchmarks.filter(isScored)) {
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
