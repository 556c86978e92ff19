import { impossibleField } from '../../../kernel/errors.ts';
import type { SampledItem, SampledItems } from '../../../measure/benchmarks/benchmarks.ts';
import type { DraftBenchmark, Kind, PlanContext } from '../kinds/kind.ts';
import { KINDS, kindOf, kindOfChoice } from '../kinds/registry.ts';
import { createDatasetReader } from '../plan/dataset-reader.ts';
import { checkDelivery, warningsAboutBatches } from '../plan/delivery.ts';
import { endingModels } from '../plan/ending-models.ts';
import { itemFields } from '../plan/item-fields.ts';
import { createPlanningBudget, requireUnitsWithinLimit } from '../plan/limits.ts';
import { sendsEvaluationItems } from '../plan/load-requests.ts';
import { resolveMethodology } from '../plan/methodology.ts';
import { quirkWarnings } from '../plan/model-quirks.ts';
import { checkNoWorse } from '../plan/no-worse.ts';
import { asksTargets, hasUnits, type Plan, type PlannedTarget } from '../plan/plan.ts';
import { unknownWords } from '../plan/planned-scenario.ts';
import { prefixErrorPointer } from '../plan/prefix-error-pointer.ts';
import type { References } from '../plan/references.ts';
import { resolveTargets } from '../plan/targets.ts';
import { warningsAboutBudget, warningsAboutSharing } from '../plan/warnings.ts';
import type { NewBenchmarkChoice, NewEvaluation } from '../schemas/evaluation-schemas.ts';

/** A definition with all references resolved and copied, whose items can be sampled. */
export interface DefinedEvaluation {
  /** The plan without the fields that depend on its items, which `completePlan` adds. */
  plan: Plan;
  /** The items of each benchmark of the plan, which can be read once. */
  sampled: SampledItems[];
  evaluationType: string;
  warnings: string[];
}

/**
 * Resolves a definition. Throws 422 for what cannot be carried out: an unknown stack, provider or benchmark,
 * duplicate labels, unreadable data, nothing to run.
 */
export async function defineEvaluation(
  refs: References,
  workspaceId: string,
  input: NewEvaluation,
): Promise<DefinedEvaluation> {
  const warnings: string[] = [];
  const choices = input.benchmarks ?? [];
  if (input.targets.length === 0)
    throw impossibleField('/targets', 'An evaluation needs at least one target.');
  const definitions = KINDS.filter(({ definition }) => definition?.isIn(input));
  if (choices.length === 0 && definitions.length === 0)
    throw impossibleField('/benchmarks', 'An evaluation needs at least one benchmark, or a custom_eval.');
  const methodology = resolveMethodology(input.methodology ?? {}, warnings);
  const isCalled = [...choices.map(kindOfChoice), ...definitions].some(({ name }) => hasUnits(name));
  const { targets, scenarios } = await resolveTargets(refs, workspaceId, input.targets, isCalled);
  warnings.push(...scenarios.flatMap(unknownWords));
  const { models, facts, benchmark } = refs;
  const context: PlanContext = {
    models,
    facts,
    benchmark,
    dataset: createDatasetReader((name, version) => refs.sourceText(workspaceId, name, version)),
    passages: refs.passages(workspaceId),
    methodology,
    targets,
    scenarios,
    admitOwnGraders: (...given) => refs.admitOwnGraders?.(...given),
    generators: async () => (await refs.generators?.()) ?? null,
    sendsItems:
      definitions.length > 0 ||
      choices.some((choice) => kindOfChoice(choice).plan.sendsItems?.(choice, refs) ?? false),
    room: createPlanningBudget(),
    commandGraders: refs.commandGraders ?? [],
    warnings,
  };
  const chosen = await draftBenchmarks(choices, context);
  const { drafts, judges } = await draftDefinitions(definitions, input, context, chosen);
  const plan: Plan = {
    targets,
    ...(scenarios.length > 0 && { scenarios }),
    pricesOf: refs.today(),
    ...(refs.prices && { prices: refs.prices }),
    benchmarks: drafts.map(({ planned }) => planned),
    ...(judges.length > 0 && { judges }),
    methodology,
    ...(needsNoSeed(input, methodology) && { sendsNoSeed: true }),
    ...(refs.version && { serviceVersion: refs.version }),
  };
  checkNoWorse(plan);
  checkDelivery(models, plan, isInBatches);
  if (methodology.delivery === 'batch') warnings.push(...warningsAboutBatches(plan));
  requireUnitsWithinLimit(plan);
  warnings.push(...endingModels([...targets, ...judges], refs));
  if (isCalled) {
    if (methodology.question === 'no_worse') warnings.push(...warningsAboutSharing(models, plan));
    warnings.push(...warningsAboutBudget(models, [...targets, ...judges], methodology));
    warnings.push(...quirkWarnings(models, plan));
  }
  const run = { benchmarks: choices.length > 0, custom: definitions.length > 0 };
  return {
    plan,
    sampled: withFieldsChecked(models, targets, drafts),
    evaluationType: evaluationType(input.evaluation_type, run, warnings),
    warnings,
  };
}

/** A seed is sent only if one was requested, or to make repetitions differ, because not every model accepts one. */
const needsNoSeed = ({ methodology }: NewEvaluation, { epochs }: Plan['methodology']) =>
  methodology?.random_seed === undefined && epochs === 1;

const isInBatches = (benchmark: Plan['benchmarks'][number]) =>
  !asksTargets(benchmark) || kindOf(benchmark).closeBatches !== undefined;

/** The selected benchmarks, then those that other parts of the definition add. */
async function draftDefinitions(
  kinds: readonly Kind[],
  input: NewEvaluation,
  context: PlanContext,
  chosen: readonly DraftBenchmark[],
): Promise<{ drafts: DraftBenchmark[]; judges: PlannedTarget[] }> {
  const drafts = [...chosen];
  const judges: PlannedTarget[] = [];
  for (const { definition } of kinds) {
    const own = await definition?.draft(input, context, drafts.length);
    drafts.push(...(own?.drafts ?? []));
    judges.push(...(own?.judges ?? []));
  }
  return { drafts, judges };
}

const TYPES = ['benchmark', 'custom', 'mixed'];

/** The type that follows from what is run. A given type is kept, with a warning if it differs. */
function evaluationType(
  given: string | undefined,
  { benchmarks, custom }: { benchmarks: boolean; custom: boolean },
  warnings: string[],
): string {
  const meant = !custom ? 'benchmark' : benchmarks ? 'mixed' : 'custom';
  if (given === undefined || given === meant) return meant;
  if (!TYPES.includes(given)) {
    const known = TYPES.join(', ');
    warnings.push(`evaluation_type "${given}" is not one of ${known}; it is stored but has no effect.`);
  } else warnings.push(`evaluation_type is "${given}", but this evaluation corresponds to "${meant}".`);
  return given;
}

/**
 * The benchmarks that a definition selects, in order, each planned by its kind. Throws 422 with pointers below
 * `/benchmarks`, also while items are sampled.
 */
async function draftBenchmarks(
  choices: readonly NewBenchmarkChoice[],
  context: PlanContext,
): Promise<DraftBenchmark[]> {
  const drafts: DraftBenchmark[] = [];
  for (const [i, choice] of choices.entries()) {
    const at = `/benchmarks/${i}`;
    const { plan } = kindOfChoice(choice);
    for (const name of ['k', 'conditions'] as const)
      if (choice[name] != null && !plan.takesConditions)
        throw impossibleField(`${at}/${name}`, `${choice.benchmark_type} uses no passages; omit ${name}.`);
    for (const name of ['sessions', 'prefix_cache', 'prompts'] as const)
      if (choice[name] != null && !plan.takesSessions)
        throw impossibleField(`${at}/${name}`, `${choice.benchmark_type} sends no load; omit ${name}.`);
    if ((choice.generators ?? 1) > 1 && !plan.takesGenerators)
      throw impossibleField(`${at}/generators`, `${choice.benchmark_type} sends no load; omit generators.`);
    const found = await plan.draft(choice, context, drafts.length).catch((error: unknown) => {
      throw prefixErrorPointer(error, at);
    });
    if (choice.dataset_version != null && !readsSource(choice, context))
      throw impossibleField(
        `${at}/dataset_version`,
        `${choice.benchmark_type} reads no source of the workspace; omit dataset_version.`,
      );
    for (const { planned, sampled } of found) {
      if (drafts.some((other) => other.planned.key === planned.key)) {
        throw impossibleField(at, `${planned.key} is listed twice.`);
      }
      context.room.take(sampled.count, choice.num_samples == null ? null : `${at}/num_samples`);
      drafts.push({ planned, sampled: { ...sampled, items: withErrorsBelow(sampled.items, at) } });
    }
  }
  return drafts;
}

function readsSource({ benchmark_type }: NewBenchmarkChoice, { benchmark }: PlanContext): boolean {
  try {
    return benchmark(benchmark_type).subsets === 'source';
  } catch {
    // Load and facts are no benchmarks with items.
    return false;
  }
}

/** Yields the items; errors while reading them get pointers below `at`. */
async function* withErrorsBelow(items: AsyncIterable<SampledItem>, at: string): AsyncGenerator<SampledItem> {
  try {
    yield* items;
  } catch (error) {
    throw prefixErrorPointer(error, at);
  }
}

/** Yields the items; throws 422 at the first without a field that a target's endpoint needs. */
function withFieldsChecked(
  models: References['models'],
  targets: readonly PlannedTarget[],
  drafts: readonly DraftBenchmark[],
): SampledItems[] {
  const needs = targets.flatMap(({ label, endpoint }) => {
    const needed = endpoint && models.endpointNeeds(endpoint);
    return needed && needed.fields.length > 0 ? [{ label, ...needed }] : [];
  });
  if (needs.length === 0) return drafts.map(({ sampled }) => sampled);
  async function* checkPlannedItems({ planned, sampled }: DraftBenchmark): AsyncGenerator<SampledItem> {
    for await (const one of sampled.items) {
      const fields = itemFields(one.item);
      for (const { label, problem } of needs) {
        const found = problem(fields);
        if (found !== null)
          throw impossibleField(
            '/targets',
            `${label} cannot receive item ${one.index} of ${planned.key}. ${found}`,
          );
      }
      yield one;
    }
  }
  return drafts.map((draft) => {
    const { planned, sampled } = draft;
    return sendsEvaluationItems(planned) ? sampled : { ...sampled, items: checkPlannedItems(draft) };
  });
}
