import {
  checkCertificate,
  checkRegions,
  type Facts,
  lockInOf,
  type MissingFact,
  meanOf,
  peakToMean,
  type StackCost,
  type StackParts,
  stackCost,
  toNumber,
  vocabulary,
} from '../catalog/catalog.ts';
import { AppError, impossible } from '../kernel/errors.ts';
import type { Models } from '../models/models.ts';
import type { Scenario } from '../scenarios/scenarios.ts';
import type { Target } from './evaluation-schemas.ts';
import type { PlannedScenario, PlannedTarget, ScenarioFacts } from './plan.ts';
import { type Amount, definitionProblems, type Missing, type Observed } from './verdict/verdict.ts';

/** What scenario targets refer to. */
export interface ScenarioReferences {
  models: Models;
  facts: Facts;
  /** The UTC day whose prices hold, `2026-11-21`. */
  today(): string;
  scenario(workspaceId: string, id: string): Promise<Scenario | undefined>;
}

/** Looks up the scenario of a target; it is not called, its limits are what candidates are held against. */
export async function resolveScenario(
  refs: ScenarioReferences,
  workspaceId: string,
  target: Target,
  at: string,
): Promise<{ at: string; label: string; scenario: ScenarioFacts }> {
  if (!target.target_id) throw impossible(`${at}/target_id`, 'A target of type scenario needs target_id.');
  const found = await refs.scenario(workspaceId, target.target_id.toLowerCase());
  if (!found) {
    throw impossible(`${at}/target_id`, `There is no scenario ${target.target_id} in this workspace.`);
  }
  const { id, name, workload_type, traffic_profile, slo_requirements, budget, compliance } = found;
  const { vendor_lock_in_tolerance } = found;
  const demands = { slo_requirements, budget, compliance, vendor_lock_in_tolerance };
  const scenario = { id, name, workload_type, traffic_profile, ...demands };
  return { at, label: target.label ?? name, scenario };
}

type Resolved = Awaited<ReturnType<typeof resolveScenario>>;

/**
 * The scenarios with what the facts say of each candidate, worked out once: later prices change nothing. Throws 422
 * for scenarios alone and for one that states no requirement.
 */
export function planScenarios(
  refs: ScenarioReferences,
  scenarios: readonly Resolved[],
  candidates: readonly PlannedTarget[],
  warnings: string[],
): PlannedScenario[] {
  const errors = definitionProblems(scenarios, candidates.length);
  if (errors[0]) {
    const detail = `Scenarios are what candidates are held against: ${errors[0].pointer} ${errors[0].detail}.`;
    throw new AppError('impossible', detail, { errors });
  }
  return scenarios.map(({ label, scenario }) => {
    for (const field of ['workload_type', 'traffic_profile', 'vendor_lock_in_tolerance'] as const) {
      const warning = vocabulary[field].warning(scenario[field]);
      if (warning) warnings.push(`${label}: ${warning}`);
    }
    const known = candidates.map((target) => [target.label, factsAbout(refs, target, scenario)]);
    return { label, scenario, known: Object.fromEntries(known) };
  });
}

/** What needs no measurement: cost, compliance and lock-in of a candidate under a scenario. */
function factsAbout(refs: ScenarioReferences, target: PlannedTarget, scenario: ScenarioFacts): Observed {
  const { facts } = refs;
  const stack = partsOf(target);
  const cost = costUnder(refs, stack, target, scenario);
  const { regions = [], certifications = [] } = scenario.compliance;
  const certificates = certifications.map((name) => [name, checkCertificate(facts, stack, name)]);
  return {
    monthly_usd: amountOf(cost.monthly_usd, cost.missing),
    per_1k_usd: amountOf(cost.per_1k_usd, cost.missing),
    ...(regions.length > 0 && { regions: checkRegions(facts, stack, regions) }),
    certifications: Object.fromEntries(certificates),
    lock_in: lockInOf(facts, stack, { protocol: protocolOf(refs.models, target.provider) }),
  };
}

function partsOf({ provider, modelId, stack }: PlannedTarget): StackParts {
  const framework = (stack?.framework ?? {}) as StackParts['framework'];
  const hardware = (stack?.hardware ?? {}) as StackParts['hardware'];
  return { provider, model_id: modelId, framework, hardware };
}

function costUnder(
  { facts, today }: ScenarioReferences,
  stack: StackParts,
  { maxTokens }: PlannedTarget,
  { slo_requirements, traffic_profile, workload_type }: ScenarioFacts,
): StackCost {
  const { sizes } = vocabulary.workload_type.meaning(workload_type);
  const [input, output] = [meanOf(sizes.input_tokens), meanOf(sizes.output_tokens)];
  const tokens =
    input === null || output === null ? null : { input, output: Math.min(output, maxTokens ?? output) };
  return stackCost({
    facts,
    stack,
    load: {
      peak_rps: slo_requirements.throughput_rps ?? null,
      peak_to_mean: peakToMean(vocabulary.traffic_profile.meaning(traffic_profile))?.value ?? null,
      tokens,
    },
    measured: { replica_rps: null, good_fraction: null },
    day: today(),
  });
}

function amountOf(usd: StackCost['monthly_usd'], missing: readonly MissingFact[]): Amount | Missing {
  if (usd === null) return { missing };
  const value = toNumber(usd);
  return { value, low: value, high: value };
}

function protocolOf(models: Models, provider: string): 'openai_compatible' | 'own_with_adapters' | null {
  const kind = models.list().find(({ name }) => name === provider)?.kind;
  if (kind === undefined || kind === 'baseline') return null;
  return kind === 'openai-compatible' ? 'openai_compatible' : 'own_with_adapters';
}
