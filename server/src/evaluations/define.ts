import { createHash } from 'node:crypto';
import { AppError, type FieldError, impossible } from '../kernel/errors.ts';
import type { Models } from '../models/models.ts';
import type { Benchmark, Item } from './benchmarks/benchmarks.ts';
import { independentItems } from './clusters.ts';
import type { NewBenchmarkChoice, NewEvaluation, Target } from './evaluation-schemas.ts';
import { resolveMethodology } from './methodology.ts';
import type { Plan, PlannedBenchmark, PlannedTarget, ResolvedMethodology, StackFacts } from './plan.ts';
import { MAX_DATASETS, requireDrawable, requireRunnable } from './planning-limits.ts';
import { planScenarios, resolveScenario, type ScenarioReferences } from './scenario-targets.ts';
import { FEWEST_ITEMS, fewestItemsForTie } from './statistics/statistics.ts';

/** What a definition may refer to. */
export interface References extends ScenarioReferences {
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

const RESERVED = ['tie', 'undecided'];

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
  const { targets, scenarios } = await resolveTargets(refs, workspaceId, input.targets);
  const bars = planScenarios(refs, scenarios, targets, warnings);
  const drawn = await drawBenchmarks(refs, workspaceId, choices, methodology, warnings);
  const benchmarks = drawn.map(({ planned }) => planned);
  const plan: Plan = {
    targets,
    benchmarks,
    methodology,
    ...(bars.length > 0 && { scenarios: bars }),
    ...(refs.version && { serviceVersion: refs.version }),
  };
  requireRunnable(plan);
  warnAboutSize(benchmarks, methodology, targets.length, warnings);
  warnAboutBudget(refs.models, targets, methodology, warnings);
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

async function resolveTargets(
  refs: References,
  workspaceId: string,
  targets: readonly Target[],
): Promise<{ targets: PlannedTarget[]; scenarios: Awaited<ReturnType<typeof resolveScenario>>[] }> {
  const candidates: PlannedTarget[] = [];
  const scenarios: Awaited<ReturnType<typeof resolveScenario>>[] = [];
  const resolved: { label: string }[] = [];
  for (const [i, target] of targets.entries()) {
    const at = `/targets/${i}`;
    if (target.target_type === 'scenario') {
      scenarios.push(await resolveScenario(refs, workspaceId, target, at));
      resolved.push(scenarios.at(-1) as { label: string });
    } else {
      candidates.push(await resolveTarget(refs, workspaceId, target, at));
      resolved.push(candidates.at(-1) as { label: string });
    }
  }
  requireLabels(resolved);
  return { targets: candidates, scenarios };
}

/** Labels of all targets, scenarios included, are unique: comparisons name them. */
function requireLabels(resolved: readonly { label: string }[]): void {
  const errors: FieldError[] = resolved.flatMap(({ label }, i) => {
    if (RESERVED.includes(label))
      return [{ pointer: `/targets/${i}/label`, detail: `"${label}" is reserved for outcomes` }];
    const first = resolved.findIndex((other) => other.label === label);
    return first < i
      ? [{ pointer: `/targets/${i}/label`, detail: `"${label}" is also the label of target ${first}` }]
      : [];
  });
  if (errors.length > 0) {
    throw new AppError(
      'impossible',
      'Labels of targets must be unique and not reserved; give each target its own label.',
      { errors },
    );
  }
}

async function resolveTarget(
  refs: References,
  workspaceId: string,
  target: Target,
  at: string,
): Promise<PlannedTarget> {
  if (target.target_type === 'model') {
    const { model_provider, model_id } = target;
    if (target.target_id) {
      throw impossible(
        `${at}/target_id`,
        'A target of type model has no target_id; leave it out, or make the target_type stack.',
      );
    }
    if (!model_provider)
      throw impossible(`${at}/model_provider`, 'A target of type model needs model_provider.');
    if (!model_id) throw impossible(`${at}/model_id`, 'A target of type model needs model_id.');
    const known = refs.models.list().some(({ name }) => name === model_provider);
    return checked(refs, `${at}/${known ? 'model_id' : 'model_provider'}`, {
      label: target.label ?? `${model_provider}/${model_id}`,
      provider: model_provider,
      modelId: model_id,
    });
  }
  if (!target.target_id) throw impossible(`${at}/target_id`, 'A target of type stack needs target_id.');
  const stack = await refs.stack(workspaceId, target.target_id.toLowerCase());
  if (!stack) throw impossible(`${at}/target_id`, `There is no stack ${target.target_id} in this workspace.`);
  const { provider, model_id, temperature, max_tokens } = stack.model;
  if (!provider || !model_id) {
    throw impossible(
      `${at}/target_id`,
      `The stack "${stack.name}" is a draft: its model needs provider and model_id to be run.`,
    );
  }
  return checked(refs, `${at}/target_id`, {
    label: target.label ?? stack.name,
    provider,
    modelId: model_id,
    ...(temperature !== undefined && { temperature }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    stack: snapshotOf(stack),
  });
}

function snapshotOf({ id, name, description, model, framework, hardware }: StackFacts): StackFacts {
  return { id, name, description, model, framework, hardware };
}

/** The target, when its model can be reached through a configured provider; a refusal points at `at`. */
function checked({ models }: References, at: string, target: PlannedTarget): PlannedTarget {
  try {
    models.resolve(target.provider, target.modelId);
    return target;
  } catch (error) {
    throw pointed(error, at);
  }
}

/** The same refusal, with its pointers below `at` (or at it, where there were none). */
function pointed(error: unknown, at: string): unknown {
  if (!(error instanceof AppError)) return error;
  const errors = error.errors.length > 0 ? error.errors : [{ pointer: '', detail: error.message }];
  return new AppError(error.code, error.message, {
    errors: errors.map(({ pointer, detail }) => ({ pointer: `${at}${pointer}`, detail })),
  });
}

interface Drawn {
  planned: PlannedBenchmark;
  items: Item[];
}

async function drawBenchmarks(
  refs: References,
  workspaceId: string,
  choices: readonly NewBenchmarkChoice[],
  methodology: ResolvedMethodology,
  warnings: string[],
): Promise<Drawn[]> {
  const drawn: Drawn[] = [];
  const dataset = datasetReader(refs, workspaceId);
  for (const [i, choice] of choices.entries()) {
    const at = `/benchmarks/${i}`;
    try {
      const one = await drawBenchmark(refs, dataset, choice, methodology, warnings);
      if (drawn.some(({ planned }) => planned.key === one.planned.key)) {
        throw impossible('', `${one.planned.key} is listed twice.`);
      }
      drawn.push(one);
    } catch (error) {
      throw pointed(error, at);
    }
  }
  return drawn;
}

async function drawBenchmark(
  refs: References,
  dataset: DatasetReader,
  choice: NewBenchmarkChoice,
  methodology: ResolvedMethodology,
  warnings: string[],
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
  for (const { key, items, clusters } of benchmarks) {
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
