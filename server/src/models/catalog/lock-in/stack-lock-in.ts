import type { Assumption } from '../assumptions.ts';
import { cloudsWith, findFramework, findGpu, findProvider, type MissingFact } from '../facts/find.ts';
import type { Facts, FrameworkFact, ModelFact } from '../facts/schemas.ts';
import { isNamed, isSelfHosted, type StackParts } from '../stack-parts.ts';
import {
  LOCK_IN_COMPONENTS,
  LOCK_IN_POINTS,
  type LockIn,
  type LockInComponent,
  type LockInLine,
  lockInLine,
  maxPointsOfComponent,
  sumLockIn,
} from './points.ts';

/** Facts about a stack besides its definition. */
export interface LockInContext {
  /** The protocol of the configured provider; null if it is not configured. */
  readonly protocol?: 'openai_compatible' | 'own_with_adapters' | null;
  readonly data_exit?: keyof (typeof LOCK_IN_POINTS)['data_exit'];
}

type Answer = { choice: string; evidence: string } | { missing: MissingFact };

/** The lock-in of a stack by component, each with its evidence. Unknown components have no points. */
export function stackLockIn(facts: Facts, stack: StackParts, context: LockInContext = {}): LockIn {
  const answers: Record<LockInComponent, Answer> = {
    model: modelOf(facts, stack),
    api: apiOf(facts, stack, context),
    orchestration: orchestrationOf(facts, stack),
    telemetry: telemetryOf(facts, stack),
    hardware: hardwareOf(facts, stack),
    data_exit: {
      choice: context.data_exit ?? 'exportable_open_format',
      evidence: 'assumed: a stack does not define where data is stored',
    },
  };
  const lines = LOCK_IN_COMPONENTS.map((component): LockInLine => {
    const answer = answers[component];
    if (!('missing' in answer)) return lockInLine(component, answer.choice, answer.evidence);
    const evidence = `not known: ${answer.missing.fact}`;
    return { component, choice: null, points: null, most: maxPointsOfComponent(component), evidence };
  });
  const missing = Object.values(answers).flatMap((answer) => ('missing' in answer ? [answer.missing] : []));
  return sumLockIn(lines, assumptionsOf(stack, context), missing);
}

function assumptionsOf({ framework }: StackParts, { data_exit }: LockInContext): Assumption[] {
  const exit: Assumption = {
    name: 'data_exit',
    value: data_exit ?? 'exportable_open_format',
    why: 'a stack does not define where data is stored; prompts and traces are assumed to be exportable',
  };
  const left = (['orchestration', 'observability', 'logging', 'tracing'] as const).filter(
    (slot) => !isNamed(framework[slot]),
  );
  const none = left.map((slot) => ({ name: slot, value: 'none', why: 'the stack names none' }));
  return [exit, ...none];
}

function modelOf(facts: Facts, { provider, model_id }: StackParts): Answer {
  const rows = sameWeights(facts, model_id);
  const weights = rows.flatMap((row) => row.weights ?? []);
  const first = weights[0];
  const missing = {
    fact: `whether the weights of ${provider}/${model_id} are open`,
    add: '/models/-/weights',
  };
  if (!first || weights.some(({ open }) => open !== first.open)) return { missing };
  if (first.open) {
    const { commercial_use, licence = 'licence not named', source, as_of } = first;
    if (commercial_use === undefined) return { missing: { ...missing, fact: `the licence of ${model_id}` } };
    const choice = commercial_use === 'yes' ? 'open_weights_commercial' : 'open_weights_restricted';
    return { choice, evidence: `${licence} (${source}, ${as_of})` };
  }
  const platforms = rows.find((row) => row.platforms !== undefined)?.platforms;
  if (!platforms)
    return { missing: { fact: `on how many platforms ${model_id} is`, add: '/models/-/platforms' } };
  const count = Math.min(3, platforms.names.length);
  const choice = ['closed_1_platform', 'closed_2_platforms', 'closed_3plus_platforms'][count - 1] as string;
  return { choice, evidence: `${platforms.names.join(', ')} (${platforms.source}, ${platforms.as_of})` };
}

/** The rows of a model at any host: with the same id, or the same last part, as in `openai/gpt-oss-120b`. */
function sameWeights(facts: Facts, modelId: string): ModelFact[] {
  const last = (id: string) => id.toLowerCase().split('/').at(-1);
  return facts.models.filter(
    ({ model_id, base_model }) =>
      last(model_id) === last(modelId) || (base_model && last(base_model) === last(modelId)),
  );
}

function apiOf(facts: Facts, stack: StackParts, { protocol }: LockInContext): Answer {
  const provider = findProvider(facts, stack.provider);
  const fact = provider.known ? provider.value.api : undefined;
  const spoken = fact?.protocol ?? protocol ?? undefined;
  const evidence = fact ? `${fact.source}, ${fact.as_of}` : 'how the provider is configured here';
  switch (spoken) {
    case 'openai_compatible':
      return { choice: 'openai_compatible', evidence };
    case 'own_with_adapters':
      return { choice: 'documented_own_protocol_with_adapters', evidence };
    case 'own_without_adapter':
      return { choice: 'own_protocol_no_adapter', evidence };
    default:
      return { missing: { fact: `which protocol ${stack.provider} speaks`, add: '/providers/-/api' } };
  }
}

function orchestrationOf(facts: Facts, { framework }: StackParts): Answer {
  if (!isNamed(framework.orchestration))
    return { choice: 'none_or_own_code', evidence: 'the stack names none' };
  const found = findFramework(facts, framework.orchestration);
  if (!found.known) return found;
  return { choice: orchestrationChoice(found.value), evidence: licenceEvidence(found.value) };
}

function orchestrationChoice({ licence_class, self_hostable, hosted_by }: FrameworkFact): string {
  if (!self_hostable || hosted_by !== undefined || licence_class === 'proprietary')
    return 'proprietary_managed';
  if (licence_class === 'permissive') return 'permissive_self_hosted';
  return licence_class === 'source_available' ? 'source_available' : 'copyleft_or_open_core';
}

function licenceEvidence({ name, licence, source, as_of }: FrameworkFact): string {
  return `${name}, ${licence ?? 'licence not named'} (${source}, ${as_of})`;
}

/** The worst among observability, tracing and logging. */
function telemetryOf(facts: Facts, { framework }: StackParts): Answer {
  const named = [framework.observability, framework.tracing, framework.logging].filter(isNamed);
  if (named.length === 0)
    return {
      choice: 'otel_export_self_hosted',
      evidence: 'the stack names none, so no service keeps it: like what you export and run yourselves',
    };
  let worst: { choice: string; evidence: string; points: number } | null = null;
  for (const name of named) {
    const found = findFramework(facts, name);
    if (!found.known) return found;
    const { telemetry, hosted_by } = found.value;
    if (!telemetry)
      return { missing: { fact: `in which format ${name} keeps telemetry`, add: '/frameworks/-/telemetry' } };
    const own = telemetry.format === 'own';
    const kept = hosted_by === undefined;
    const choice = kept
      ? own
        ? 'self_hosted_own_format'
        : 'otel_export_self_hosted'
      : own
        ? 'saas_own_format'
        : 'saas_with_otel';
    const points = LOCK_IN_POINTS.telemetry[choice];
    const evidence = `${found.value.name}: ${telemetry.source}, ${telemetry.as_of}`;
    if (worst === null || points > worst.points) worst = { choice, evidence, points };
  }
  return worst as { choice: string; evidence: string };
}

function hardwareOf(facts: Facts, stack: StackParts): Answer {
  if (!isSelfHosted(stack))
    return { choice: 'managed_api_no_hardware', evidence: 'the stack names no hardware' };
  const { gpu_type, instance_family } = stack.hardware;
  const family = facts.gpu_instances.find(({ instance_family: name, instance_type }) =>
    [name, instance_type].some((one) => one.toLowerCase() === instance_family?.toLowerCase()),
  );
  const wanted = gpu_type ?? family?.gpu;
  if (wanted === undefined)
    return { missing: { fact: `which GPU ${instance_family} has`, add: '/gpu_instances/-' } };
  const gpu = findGpu(facts, wanted);
  if (!gpu.known) return gpu;
  const clouds = cloudsWith(facts, gpu.value.gpu);
  const evidence = `${gpu.value.gpu} on ${clouds.join(', ') || 'no cloud in the catalogue'} (${gpu.value.source}, ${gpu.value.as_of})`;
  if (gpu.value.kind === 'custom_accelerator') return { choice: 'single_cloud_custom_accelerator', evidence };
  if (clouds.length === 0)
    return { missing: { fact: `on which clouds ${wanted} is`, add: '/gpu_instances/-' } };
  if (clouds.length >= 3) return { choice: 'gpu_on_3plus_clouds', evidence };
  return { choice: clouds.length === 2 ? 'gpu_on_2_clouds' : 'single_cloud_gpu', evidence };
}
