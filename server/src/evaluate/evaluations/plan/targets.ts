import { definitionProblems } from '../../../decide/slo/slo.ts';
import { AppError, type FieldError, impossibleField, impossibleFields } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import {
  type Endpoint,
  type ModelPrice,
  type ModelQuirks,
  sentServing,
  withQuirks,
} from '../../../models/models.ts';
import { LIMITS } from '../../../platform/http/schemas.ts';
import type { Target } from '../schemas/evaluation-schemas.ts';
import { knownQuirks } from './model-quirks.ts';
import { normalizeLabel } from './normalize-label.ts';
import type { PlannedTarget, StackSnapshot } from './plan.ts';
import { type PlannedScenario, plannedScenario } from './planned-scenario.ts';
import { prefixErrorPointer } from './prefix-error-pointer.ts';
import type { References } from './references.ts';

const RESERVED_LABELS = ['tie', 'undecided'];

/** The called targets, and the scenarios whose limits they must meet. */
export interface ResolvedTargets {
  targets: PlannedTarget[];
  scenarios: PlannedScenario[];
}

/**
 * Looks up and copies every target. With `isCalled`, their models must belong to a configured provider. Throws 422
 * for a target that does not exist or cannot be called, and for scenarios alone.
 */
export async function resolveTargets(
  refs: References,
  workspaceId: string,
  given: readonly Target[],
  isCalled: boolean,
): Promise<ResolvedTargets> {
  const targets: PlannedTarget[] = [];
  const scenarios: PlannedScenario[] = [];
  const labels: string[] = [];
  for (const [i, target] of given.entries()) {
    const at = `/targets/${i}`;
    if (target.target_type === 'scenario')
      scenarios.push(await resolveScenario(refs, workspaceId, target, at));
    else targets.push(await resolveTarget(refs, workspaceId, target, at, isCalled));
    labels.push((target.target_type === 'scenario' ? scenarios : targets).at(-1)?.label ?? '');
  }
  requireLabels(labels);
  requireVerdict(given, targets, scenarios);
  return { targets, scenarios };
}

function requireVerdict(
  given: readonly Target[],
  targets: readonly PlannedTarget[],
  scenarios: readonly PlannedScenario[],
): void {
  const places = [...given.keys()].filter((i) => given[i]?.target_type === 'scenario');
  const limits = scenarios.map((scenario, i) => ({
    label: scenario.label,
    scenario,
    at: `/targets/${places[i]}`,
  }));
  const errors = definitionProblems(limits, targets.length);
  if (errors.length > 0) throw new AppError('impossible', 'These targets cannot get a verdict.', { errors });
}

/** Requires distinct labels. */
function requireLabels(labels: readonly string[]): void {
  const seen = labels.map(normalizeLabel);
  const errors: FieldError[] = seen.flatMap((label, i) => {
    const pointer = `/targets/${i}/label`;
    const first = seen.indexOf(label);
    if (label === '') return [{ pointer, detail: `of target ${i} has no visible character` }];
    if (RESERVED_LABELS.includes(label)) return [{ pointer, detail: `"${label}" is reserved for outcomes` }];
    return first < i ? [{ pointer, detail: `"${label}" is also the label of target ${first}` }] : [];
  });
  if (errors.length > 0) throw impossibleFields('Give each target a label of its own', errors);
}

async function resolveScenario(
  refs: References,
  workspaceId: string,
  { target_id, label, model_provider, model_id }: Target,
  at: string,
): Promise<PlannedScenario> {
  for (const [field, value] of Object.entries({ model_provider, model_id })) {
    if (value !== undefined)
      throw impossibleField(`${at}/${field}`, `A target of type scenario is not called; omit ${field}.`);
  }
  if (!target_id) throw impossibleField(`${at}/target_id`, 'A target of type scenario needs target_id.');
  const scenario = await refs.scenario(workspaceId, target_id.toLowerCase());
  if (!scenario)
    throw impossibleField(`${at}/target_id`, `There is no scenario ${target_id} in this workspace.`);
  return plannedScenario(await withTitles(refs, workspaceId, scenario), label ?? scenario.name);
}

/** Replaces dataset ids in minimum scores by titles, because results name a dataset by the title of its source. */
async function withTitles(
  { sourceText }: References,
  workspaceId: string,
  { quality = [], ...scenario }: Omit<PlannedScenario, 'label'>,
): Promise<Omit<PlannedScenario, 'label'>> {
  const named = quality.map(async (minimum) => {
    // The source may be followed by a condition.
    const [id = '', ...rest] = minimum.subset?.split('/') ?? [];
    if (!isUuid(id)) return minimum;
    // A source that is not read yet cannot be measured; that is reported at the benchmark that selects it.
    const source = await sourceText(workspaceId, id).catch(() => undefined);
    return source === undefined ? minimum : { ...minimum, subset: [source.name, ...rest].join('/') };
  });
  return { ...scenario, quality: await Promise.all(named) };
}

async function resolveTarget(
  refs: References,
  workspaceId: string,
  target: Target,
  at: string,
  isCalled: boolean,
): Promise<PlannedTarget> {
  const reachable = (planned: PlannedTarget, pointer: string) =>
    withKnown(refs, isCalled ? checkTarget(refs, pointer, planned) : planned);
  if (target.target_type === 'model') {
    const { model_provider, model_id } = target;
    if (target.target_id) {
      throw impossibleField(
        `${at}/target_id`,
        'A target of type model has no target_id; omit it, or set target_type to stack.',
      );
    }
    if (!model_provider)
      throw impossibleField(`${at}/model_provider`, 'A target of type model needs model_provider.');
    if (!model_id) throw impossibleField(`${at}/model_id`, 'A target of type model needs model_id.');
    const known = refs.models.list().some(({ name }) => name === model_provider);
    const label = target.label ?? `${model_provider}/${model_id}`;
    return reachable(
      { label, provider: model_provider, modelId: model_id },
      `${at}/${known ? 'model_id' : 'model_provider'}`,
    );
  }
  if (!target.target_id) throw impossibleField(`${at}/target_id`, 'A target of type stack needs target_id.');
  const stack = await refs.stack(workspaceId, target.target_id.toLowerCase());
  if (!stack)
    throw impossibleField(`${at}/target_id`, `There is no stack ${target.target_id} in this workspace.`);
  const { provider: _, model_id: __, temperature, max_tokens, seed, system, ...serving } = stack.model;
  const { endpoint, retrieval } = stack;
  const { provider, model_id } = endpoint ? { ...ofEndpoint(endpoint), ...stack.model } : stack.model;
  if (!provider || !model_id) {
    throw impossibleField(
      `${at}/target_id`,
      `The stack "${stack.name}" is incomplete: to run it, set provider and model_id of its model, or an endpoint.`,
    );
  }
  const planned: PlannedTarget = {
    label: target.label ?? stack.name,
    provider,
    modelId: model_id,
    ...(endpoint && { endpoint }),
    ...(retrieval && { retrieval }),
    ...(temperature !== undefined && { temperature }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(seed !== undefined && { seed }),
    ...(system !== undefined && { system }),
    ...(Object.keys(serving).length > 0 && { serving }),
    stack: snapshotOf(stack),
  };
  return reachable(planned, `${at}/target_id`);
}

/** Provider and model name of an application that states none. */
function ofEndpoint({ url }: Endpoint) {
  const { host, pathname } = new URL(url);
  return { provider: 'endpoint', model_id: `${host}${pathname}`.slice(0, LIMITS.name) };
}

function withKnown({ models, facts }: References, given: PlannedTarget): PlannedTarget {
  // The template of an application shows what it sends, so no quirks apply.
  const known = given.endpoint ? {} : knownQuirks(facts, given.provider, given.modelId);
  const quirks = withQuirks(known, tierQuirks(models, given));
  const { price, answersAs } = providerSettingsOfModel(models, given);
  const target = {
    ...given,
    ...(Object.keys(quirks).length > 0 && { quirks }),
    ...(price && { price }),
    ...(answersAs && { answersAs }),
  };
  const kind = models.list().find(({ name }) => name === target.provider)?.kind;
  if (kind === undefined || kind === 'baseline') return target;
  const isOpenAI = kind === 'openai-compatible' || kind === 'azure';
  return { ...target, protocol: isOpenAI ? 'openai_compatible' : 'own_with_adapters' };
}

/** Which service tiers are sent; empty if the target states none or the one that it states is sent. */
function tierQuirks(models: References['models'], target: PlannedTarget): ModelQuirks {
  if (target.serving?.service_tier === undefined) return {};
  try {
    const { quirks } = models.resolveTarget(target);
    if (sentServing(target.serving, quirks).service_tier !== undefined) return {};
    return { serving: { service_tier: quirks.serving?.service_tier ?? false } };
  } catch {
    // As in `providerSettingsOfModel`.
    return {};
  }
}

/** The price and alias names from the operator's configuration; empty if the provider is not configured. */
function providerSettingsOfModel(
  models: References['models'],
  { provider, modelId }: Pick<PlannedTarget, 'provider' | 'modelId'>,
): Pick<PlannedTarget, 'price' | 'answersAs'> {
  const found = models.list().find(({ name }) => name === provider);
  if (found === undefined) return {};
  try {
    const { answersAs } = models.resolve(provider, modelId);
    const price = found.models.find(({ id }) => id === modelId)?.price;
    return { ...(price && { price }), ...(answersAs && { answersAs }) };
  } catch {
    // A model that cannot be resolved is refused when it is called; fact-only benchmarks work without.
    return {};
  }
}

/** The price of its calls; undefined if unknown, or if the target cannot be called. */
export function chargedPrice(models: References['models'], target: PlannedTarget): ModelPrice | undefined {
  try {
    return models.resolveTarget(target).price;
  } catch {
    return undefined;
  }
}

function snapshotOf(stack: StackSnapshot): StackSnapshot {
  const { id, name, description, model, framework, hardware, endpoint, retrieval } = stack;
  return {
    ...{ id, name, description, model, framework, hardware },
    ...(endpoint && { endpoint }),
    ...(retrieval && { retrieval }),
  };
}

/** The target, if a configured provider can call its model; otherwise throws with the pointer `at`. */
function checkTarget({ models }: References, at: string, target: PlannedTarget): PlannedTarget {
  try {
    models.resolveTarget(target);
    return target;
  } catch (error) {
    throw prefixErrorPointer(error, at);
  }
}
