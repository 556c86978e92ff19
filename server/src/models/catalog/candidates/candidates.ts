import { formatExact, usd } from '@touchstone/report/figures';
import { peakRpsOf } from '@touchstone/report/limits';
import { type Static, Type } from 'typebox';
import { rationalToNumber } from '../../../kernel/rational.ts';
import { Nullable, OneOf } from '../../../platform/http/schemas.ts';
import { checkCertificate, checkRegions } from '../compliance/compliance.ts';
import { stackCost } from '../cost/stack-cost.ts';
import { findModel, isSameProvider } from '../facts/find.ts';
import { priceInForce } from '../facts/price-in-force.ts';
import { type Facts, type ModelFact, ModelPriceFact } from '../facts/schemas.ts';
import { judgeLockIn } from '../lock-in/points.ts';
import { stackLockIn } from '../lock-in/stack-lock-in.ts';
import type { StackParts } from '../stack-parts.ts';
import { meanOfDistribution, peakToMean } from '../vocabulary/means.ts';
import { vocabulary } from '../vocabulary/vocabulary.ts';

/** A configured provider with the models it lists. */
export interface OfferedModels {
  readonly provider: string;
  readonly models: readonly { readonly id: string; readonly price: Rates | null }[];
  /** Whether it accepts models that it does not list. */
  readonly acceptsOthers: boolean;
}

interface Rates {
  readonly input_usd_per_million: number;
  readonly output_usd_per_million: number;
}

/** The requirements of a workload that facts can decide. */
export interface Demands {
  readonly workload_type: string;
  readonly traffic_profile: string | null;
  readonly slo_requirements: Parameters<typeof peakRpsOf>[0];
  readonly budget: { readonly monthly_limit_usd?: number; readonly cost_per_1k_requests_usd?: number };
  readonly compliance: { readonly regions?: readonly string[]; readonly certifications?: readonly string[] };
  readonly vendor_lock_in_tolerance: string | null;
}

const OrNull = Nullable(Type.Number());
const Yes = Nullable(Type.Boolean());

/** A model of a provider that could be a candidate, with the known facts about it. */
export const Candidate = Type.Object(
  {
    provider: Type.String({ description: 'The value for `model.provider` of a stack.' }),
    model_id: Type.String(),
    base_model: Nullable(
      Type.String({ description: 'The model family; the same for one model at several providers.' }),
    ),
    configured: Type.Boolean({ description: 'Whether an evaluation can call this model now.' }),
    context_tokens: Nullable(Type.Integer()),
    open_weights: Yes,
    reasoning: Yes,
    price: Nullable(ModelPriceFact),
    per_1k_requests_usd: OrNull,
    monthly_usd: OrNull,
    judged: Type.Array(
      Type.Object({
        requirement: Type.String(),
        status: OneOf(['pass', 'fail', 'unknown']),
        evidence: Type.String(),
      }),
      { description: 'The scenario’s requirements that facts alone decide. Others need a measurement.' },
    ),
    source: Nullable(Type.String()),
    as_of: Nullable(Type.String()),
  },
  { title: 'Candidate' },
);
export type Candidate = Static<typeof Candidate>;
type JudgedOffer = Candidate['judged'][number];

const NO_DEMANDS: Demands = {
  workload_type: 'general',
  traffic_profile: null,
  slo_requirements: {},
  budget: {},
  compliance: {},
  vendor_lock_in_tolerance: null,
};

/**
 * Every chat model of the catalogue and of the configured providers, ordered by request cost, those without a price
 * last. Costs use the usual tokens of the workload (`general` without demands) and the prices in force on `day`, a UTC
 * day.
 */
export function listCandidates(
  facts: Facts,
  offered: readonly OfferedModels[],
  demands: Demands | null,
  day: string,
): Candidate[] {
  const isOffered = ({ provider, model_id }: Pick<ModelFact, 'provider' | 'model_id'>) =>
    offered.find(
      (one) =>
        isSameProvider(facts, one.provider, provider) &&
        (one.acceptsOthers || one.models.some(({ id }) => id === model_id)),
    );
  const listed = offered.flatMap(({ provider, models }) =>
    models.map(({ id, price }) => ({ provider, model_id: id, price })),
  );
  const known = facts.models
    .filter((one) => !listed.some((own) => isSame(facts, own, one)))
    .map((one) => ({
      provider: isOffered(one)?.provider ?? one.provider,
      model_id: one.model_id,
      price: null,
    }));
  return [...listed, ...known]
    .flatMap((one) => {
      const fact = findModel(facts, one.provider, one.model_id);
      if (fact.known && fact.value.kind !== 'chat') return [];
      const configured = isOffered(one) !== undefined;
      return [candidateOf(facts, { ...one, configured, fact: fact.known ? fact.value : null }, demands, day)];
    })
    .sort((a, b) => costOrder(a) - costOrder(b));
}

const costOrder = ({ per_1k_requests_usd }: Candidate) => per_1k_requests_usd ?? Number.MAX_VALUE;

type NamedModel = Pick<ModelFact, 'provider' | 'model_id'>;

function isSame(facts: Facts, a: NamedModel, b: NamedModel): boolean {
  return a.model_id === b.model_id && isSameProvider(facts, a.provider, b.provider);
}

function candidateOf(
  facts: Facts,
  found: NamedModel & { price: Rates | null; configured: boolean; fact: ModelFact | null },
  demands: Demands | null,
  day: string,
): Candidate {
  const { provider, model_id, configured, fact } = found;
  const stack = { provider, model_id, framework: {}, hardware: {} };
  const price = priceInForce(facts, { provider, modelId: model_id }, found.price, day);
  const cost = costOf(facts, stack, price, demands ?? NO_DEMANDS, day);
  return {
    provider,
    model_id,
    base_model: fact?.base_model ?? null,
    configured,
    context_tokens: fact?.context_tokens ?? null,
    open_weights: fact?.weights?.open ?? null,
    reasoning: fact?.reasoning ?? null,
    price,
    ...cost,
    judged: demands === null ? [] : judge(facts, stack, demands, cost),
    source: fact?.source ?? null,
    as_of: fact?.as_of ?? null,
  };
}

type Costs = Pick<Candidate, 'per_1k_requests_usd' | 'monthly_usd'>;

function costOf(
  facts: Facts,
  stack: StackParts,
  price: ModelPriceFact | null,
  { workload_type, traffic_profile, slo_requirements }: Demands,
  day: string,
): Costs {
  const { sizes } = vocabulary.workload_type.meaning(workload_type);
  const [input, output] = [meanOfDistribution(sizes.input_tokens), meanOfDistribution(sizes.output_tokens)];
  const { per_1k_usd, monthly_usd } = stackCost({
    facts,
    stack,
    load: {
      peak_rps: peakRpsOf(slo_requirements) ?? null,
      peak_to_mean: peakToMean(vocabulary.traffic_profile.meaning(traffic_profile))?.value ?? null,
      tokens: input === null || output === null ? null : { input, output },
    },
    measured: { replica_rps: null, good_fraction: null },
    day,
    ...(price && { price }),
  });
  return {
    per_1k_requests_usd: per_1k_usd && rationalToNumber(per_1k_usd),
    monthly_usd: monthly_usd && rationalToNumber(monthly_usd),
  };
}

function judge(facts: Facts, stack: StackParts, demands: Demands, costs: Costs): JudgedOffer[] {
  const { regions = [], certifications = [] } = demands.compliance;
  const results = [
    ...(regions.length > 0 ? [checkRegions(facts, stack, regions)] : []),
    ...certifications.map((name) => checkCertificate(facts, stack, name)),
  ];
  const { monthly_limit_usd, cost_per_1k_requests_usd } = demands.budget;
  return [
    ...judgeCost('cost of a month', costs.monthly_usd, monthly_limit_usd),
    ...judgeCost('cost of 1,000 requests', costs.per_1k_requests_usd, cost_per_1k_requests_usd),
    ...results.map(({ requirement, status, findings, missing }) => ({
      requirement,
      status,
      evidence:
        findings.map(({ evidence }) => evidence).join('; ') ||
        missing.map(({ fact }) => `not known: ${fact}`).join('; '),
    })),
    ...judgeTolerance(facts, stack, demands.vendor_lock_in_tolerance),
  ];
}

function judgeCost(requirement: string, cost: number | null, limit: number | undefined): JudgedOffer[] {
  if (limit === undefined) return [];
  if (cost === null)
    return [{ requirement, status: 'unknown', evidence: 'the price or the number of requests is unknown' }];
  const evidence = `about ${usd(cost)} with the usual tokens of this kind of work, of at most ${formatExact(usd, limit)}`;
  return [{ requirement, status: cost <= limit ? 'pass' : 'fail', evidence }];
}

function judgeTolerance(facts: Facts, stack: StackParts, word: string | null): JudgedOffer[] {
  const tolerance = vocabulary.vendor_lock_in_tolerance.meaning(word);
  if (tolerance === null) return [];
  const lockIn = stackLockIn(facts, stack);
  const evidence = `${lockIn.at_least} points of lock-in${lockIn.score === null ? ' at least' : ''}, of at most ${tolerance.max_score}`;
  return [{ requirement: 'lock-in', status: judgeLockIn(lockIn, tolerance), evidence }];
}
