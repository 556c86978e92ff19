import {
  atServiceTier,
  type ComplianceResult,
  checkCertificate,
  checkRegions,
  type Facts,
  type LockIn,
  type MeanTokens,
  type ModelPriceFact,
  peakToMean,
  priceInForce,
  STATED_BY_EVALUATION,
  type StackCost,
  type StackParts,
  stackCost,
  stackLockIn,
  vocabulary,
} from '../../../models/catalog/catalog.ts';
import { isStandardTier } from '../../../models/models.ts';
import type { PlannedTarget, ResolvedMethodology } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import type { PricedRequest } from './priced-request.ts';

/** Findings from facts and, for costs, from measurements; no model is called. */
export interface StackFindings {
  cost: StackCost;
  regions: ComplianceResult | null;
  /** The request that the cost is based on; null if unknown. */
  priced_request: PricedRequest | null;
  /** Results by the certificate's name in the scenario. */
  certifications: Record<string, ComplianceResult>;
  lock_in: LockIn;
}

/** What load contributes to the costs of a target; null for what was not measured. */
export interface MeasuredLoad {
  /** Share of the sent requests that were answered within the loosest latency limit. */
  goodFraction: number | null;
  /** The highest rate in requests per second that met every limit. */
  heldRps: number | null;
  /** The origin of that rate, as the end of a sentence. */
  heldSays: string | null;
}

/** The inputs of cost calculations. */
export interface Pricing {
  /** The UTC day of the prices. */
  day: string;
  /** The service tier that requests name, if they name one. */
  tier?: string | undefined;
  /** Assumptions of the user that replace the defaults. */
  assumptions: NonNullable<ResolvedMethodology['cost_assumptions']>;
}

export function stackFindings(
  facts: Facts,
  target: PlannedTarget,
  scenario: PlannedScenario,
  { request, ...measured }: MeasuredLoad & { request: PricedRequest | null },
  pricing: Pricing,
): StackFindings {
  const stack = partsOf(target);
  const set = setPrice(facts, target, pricing.day);
  const { regions = [], certifications = [] } = scenario.compliance;
  const cost = costOf(facts, target, scenario, { ...measured, tokens: request?.tokens ?? null }, pricing);
  return {
    cost,
    priced_request:
      request && cost.basis === 'api' && set
        ? { ...request, says: `${request.says}, at the ${set.source}` }
        : request,
    regions: regions.length === 0 ? null : checkRegions(facts, stack, regions),
    certifications: Object.fromEntries(
      certifications.map((name) => [name, checkCertificate(facts, stack, name)]),
    ),
    lock_in: stackLockIn(facts, stack, { protocol: target.protocol ?? null }),
  };
}

/** The stack in the form of the catalogue; a model alone has no framework or hardware. */
function partsOf({ provider, modelId, stack }: PlannedTarget): StackParts {
  const { framework = {}, hardware = {} } = stack ?? {};
  return { provider, model_id: modelId, framework, hardware };
}

function costOf(
  facts: Facts,
  target: PlannedTarget,
  { slo_requirements, traffic_profile }: PlannedScenario,
  measured: MeasuredLoad & { tokens: MeanTokens | null },
  { day, tier = 'default', assumptions: { peak_to_mean, ...assumptions } }: Pricing,
): StackCost {
  const ofProfile = peakToMean(vocabulary.traffic_profile.meaning(traffic_profile));
  const spread = peak_to_mean === undefined ? ofProfile : { value: peak_to_mean, why: STATED_BY_EVALUATION };
  const known = priceInForce(facts, target, target.price, day);
  const price = known && !isStandardTier(tier) ? atServiceTier(known, tier) : known;
  return stackCost({
    facts,
    stack: partsOf(target),
    load: {
      peak_rps: slo_requirements.throughput_rps ?? null,
      peak_to_mean: spread?.value ?? null,
      tokens: measured.tokens,
    },
    measured: {
      replica_rps: measured.heldRps,
      ...(measured.heldSays !== null && { replica_says: measured.heldSays }),
      good_fraction: measured.goodFraction,
    },
    day,
    assumptions,
    ...(price && { price }),
    ...(spread && { stated: [{ name: 'peak_to_mean', ...spread }] }),
  });
}

/** The price that a person set for a target; null if none applies on that day. */
export function setPrice(
  facts: Facts,
  { provider, modelId }: Pick<PlannedTarget, 'provider' | 'modelId'>,
  day: string,
): ModelPriceFact | null {
  const price = priceInForce(facts, { provider, modelId }, null, day);
  return price?.set_by === undefined ? null : price;
}
