import {
  add,
  compareRationals,
  divide,
  product,
  type Rational,
  rationalFromNumber,
} from '../../../kernel/rational.ts';
import {
  type Assumption,
  COST_ASSUMPTIONS,
  type CostAssumptions,
  REASONS_FOR_DEFAULTS,
  STATED_BY_EVALUATION,
} from '../assumptions.ts';
import {
  findInstances,
  findPrice,
  knownFact,
  type MissingFact,
  type PricedInstance,
  type WantedHardware,
} from '../facts/find.ts';
import type { Facts, ModelPriceFact } from '../facts/schemas.ts';
import { isSelfHosted } from '../stack-parts.ts';
import { type ApiBreakEven, apiBreakEven } from './break-even.ts';
import { chooseCachedShare, type MeanTokens, meanRequestCost } from './cached-input.ts';
import {
  type HostedCost,
  type Hosting,
  hostedCost,
  monthlyRequests,
  usdPerThousandRequests,
} from './monthly-cost.ts';

/** The parts of a stack that determine its cost. */
export interface PricedStack {
  readonly provider: string;
  readonly model_id: string;
  readonly hardware: WantedHardware & { readonly replicas?: number };
}

/** The load of a month. */
export interface PricedLoad {
  /** `throughput_rps` of the scenario; null if it states none. */
  readonly peak_rps: number | null;
  /** Peak over mean of the traffic profile; null if unknown. */
  readonly peak_to_mean: number | null;
  /** Null if unknown. */
  readonly tokens: MeanTokens | null;
}

/** What was measured on the stack itself; null for anything not measured. */
export interface MeasuredForCost {
  /** The highest rate in requests a second that one replica sustained within the scenario's limits. */
  readonly replica_rps: number | null;
  /** How the rate is known, and which bound of the search it is. */
  readonly replica_says?: string;
  /** The share of good requests (answered within the loosest latency limit) among those attempted. */
  readonly good_fraction: number | null;
}

/** One line of the bill, with the source of its price. */
export interface CostLine {
  readonly item: string;
  readonly quantity: number;
  readonly unit: string;
  readonly unit_usd: number;
  readonly source: string;
  readonly as_of: string;
}

export interface StackCost {
  readonly basis: 'api' | 'self_hosted';
  /** Null if a needed fact is missing; never 0 for that. */
  readonly monthly_usd: Rational | null;
  readonly per_1k_usd: Rational | null;
  readonly per_1k_good_usd: Rational | null;
  readonly lines: readonly CostLine[];
  /** Break-even of a self-hosted stack; null if there is nothing to compare it with. */
  readonly break_even: ApiBreakEven | null;
  readonly assumptions: readonly Assumption[];
  readonly missing: readonly MissingFact[];
}

export interface StackCostInput {
  readonly facts: Facts;
  readonly stack: PricedStack;
  readonly load: PricedLoad;
  readonly measured: MeasuredForCost;
  /** The UTC day whose prices apply. */
  readonly day: string;
  readonly assumptions?: Partial<CostAssumptions>;
  /** The operator's own price of the model; takes precedence over the catalogue. */
  readonly price?: ModelPriceFact;
  /** Assumptions behind the load that the caller received, to be shown with the others. */
  readonly stated?: readonly Assumption[];
}

/**
 * The cost of a stack under a load: at the mean rate, peak ÷ peak-to-mean. A stack that names a GPU or an instance
 * family is self-hosted and pays for instances; any other pays its provider for tokens. Unknown facts make the figures
 * that need them null and are listed in `missing`.
 */
export function stackCost(input: StackCostInput): StackCost {
  const assumed = { ...COST_ASSUMPTIONS, ...input.assumptions };
  const cost = isSelfHosted(input.stack) ? selfHosted(input, assumed) : byTokens(input);
  return { ...cost, assumptions: [...cost.assumptions, ...(input.stated ?? [])] };
}

function byTokens(input: StackCostInput): StackCost {
  const { facts, stack, load, day } = input;
  const cached = chooseCachedShare(load.tokens, input.assumptions ?? {}, COST_ASSUMPTIONS);
  const missing: MissingFact[] = [];
  const price = input.price ? knownFact(input.price) : findPrice(facts, stack.provider, stack.model_id, day);
  if (!price.known) missing.push(price.missing);
  if (load.tokens === null) missing.push(TOKENS);
  const mean = meanRps(load, missing);
  if (!price.known || load.tokens === null) return unknownCost('api', [cached.assumption], missing);
  const { cost, note } = meanRequestCost(price.value, load.tokens, cached);
  const assumptions = [cached.assumption, ...note];
  if (!cost.known) {
    const fact = `${cost.missing.fact} of ${stack.provider}/${stack.model_id}`;
    return unknownCost('api', assumptions, [...missing, { ...cost.missing, fact }]);
  }
  const { source, as_of } = price.value;
  const lines = cost.value.lines.map(({ item, tokens, usd_per_million }) => ({
    item: `${item} tokens of a request`,
    quantity: tokens,
    unit: 'tokens, priced by the million',
    unit_usd: usd_per_million,
    source,
    as_of,
  }));
  const uplift = stack.hardware.region === undefined ? [] : [noUplift(stack.hardware.region)];
  const monthly = mean && product(cost.value.usd, monthlyRequests(mean));
  const perRequest = product(cost.value.usd, rationalFromNumber(1000));
  return {
    basis: 'api',
    monthly_usd: monthly,
    per_1k_usd: perRequest,
    per_1k_good_usd: perGood(perRequest, input.measured),
    lines,
    break_even: null,
    assumptions: [...assumptions, ...uplift],
    missing,
  };
}

const TOKENS: MissingFact = {
  fact: 'how many tokens a request has',
  add: 'workload_type of the scenario, or a run that measures them',
};

function noUplift(region: string): Assumption {
  return {
    name: 'region uplift',
    value: 1,
    why: `no uplift for ${region} is known, so the list price is used; some providers charge 10 % more`,
  };
}

function selfHosted(input: StackCostInput, assumed: CostAssumptions): StackCost {
  const { facts, stack, load, measured } = input;
  const assumptions = listAssumptions(input, [
    'target_utilisation',
    'spare_replicas',
    'gpus_per_replica',
    'people_usd_per_month',
  ]);
  const missing: MissingFact[] = [];
  const instances = findInstances(facts, stack.hardware);
  if (!instances.known) missing.push(instances.missing);
  if (measured.replica_rps === null) missing.push(CAPACITY);
  const mean = meanRps(load, missing);
  if (!instances.known || measured.replica_rps === null || load.peak_rps === null) {
    return unknownCost('self_hosted', assumptions, missing);
  }
  const chosen = cheapest(
    instances.value,
    measured.replica_rps,
    load.peak_rps,
    assumed,
    stack.hardware.replicas,
  );
  if (chosen === null) return unknownCost('self_hosted', assumptions, [...missing, GPU_COUNT]);
  const { instance, usd_per_hour, region } = chosen.priced;
  const { peak_to_mean, tokens } = load;
  const monthly = add(chosen.cost.monthly_usd, rationalFromNumber(assumed.people_usd_per_month));
  const per1k = mean && usdPerThousandRequests(monthly, monthlyRequests(mean));
  const cached = chooseCachedShare(tokens, input.assumptions ?? {}, COST_ASSUMPTIONS);
  const breakEven =
    tokens === null || peak_to_mean === null
      ? null
      : apiBreakEven(
          facts,
          { modelId: stack.model_id, tokens, cached, day: input.day },
          { hosting: chosen.hosting, peakToMean: peak_to_mean, monthlyUsd: monthly },
        );
  const among = instances.value.map(({ instance: one }) => one.instance_type).join(', ');
  return {
    basis: 'self_hosted',
    monthly_usd: monthly,
    per_1k_usd: per1k,
    per_1k_good_usd: per1k && perGood(per1k, measured),
    lines: [
      {
        item: `${instance.instance_type}${region === null ? '' : ` in ${region}`}, ${chosen.cost.replicas} replicas`,
        quantity: Number(chosen.cost.instances),
        unit: 'instance hour, 730 a month',
        unit_usd: usd_per_hour,
        source: instance.source,
        as_of: instance.as_of,
      },
    ],
    break_even: breakEven,
    assumptions: [
      ...assumptions,
      { name: 'instance type', value: instance.instance_type, why: `the cheapest for this load of ${among}` },
      ...(measured.replica_says === undefined
        ? []
        : [{ name: 'capacity of a replica', value: measured.replica_rps, why: measured.replica_says }]),
      ...(breakEven === null ? [] : [cached.assumption]),
    ],
    missing,
  };
}

const CAPACITY: MissingFact = {
  fact: 'the rate one replica holds under the limits',
  add: 'a load benchmark with subset capacity',
};
const GPU_COUNT: MissingFact = {
  fact: 'an instance type with enough GPUs for one replica',
  add: '/gpu_instances/-/gpu_count, or gpus_per_replica of the assumptions',
};

interface ChosenInstance {
  priced: PricedInstance;
  hosting: Hosting;
  cost: HostedCost;
}

function cheapest(
  instances: readonly PricedInstance[],
  replica_rps: number,
  peakRps: number,
  { target_utilisation, spare_replicas, gpus_per_replica }: CostAssumptions,
  replicas: number | undefined,
): ChosenInstance | null {
  let best: ChosenInstance | null = null;
  for (const priced of instances) {
    const replicas_per_instance = Math.floor((priced.instance.gpu_count ?? 0) / gpus_per_replica);
    if (replicas_per_instance < 1) continue;
    const { usd_per_hour } = priced;
    const hosting = { usd_per_hour, replicas_per_instance, replica_rps, target_utilisation, spare_replicas };
    const cost = hostedCost(hosting, rationalFromNumber(peakRps), replicas);
    if (best === null || compareRationals(cost.monthly_usd, best.cost.monthly_usd) < 0)
      best = { priced, hosting, cost };
  }
  return best;
}

function meanRps({ peak_rps, peak_to_mean }: PricedLoad, missing: MissingFact[]): Rational | null {
  if (peak_rps === null) {
    missing.push({ fact: 'the peak rate', add: 'slo_requirements.throughput_rps of the scenario' });
  }
  if (peak_to_mean === null) {
    missing.push({
      fact: 'the mean rate of this traffic',
      add: 'a traffic_profile of the scenario with a known mean',
    });
  }
  if (peak_rps === null || peak_to_mean === null) return null;
  return divide(rationalFromNumber(peak_rps), rationalFromNumber(peak_to_mean));
}

function perGood(per1k: Rational, { good_fraction }: MeasuredForCost): Rational | null {
  return good_fraction === null || good_fraction <= 0
    ? null
    : divide(per1k, rationalFromNumber(good_fraction));
}

function listAssumptions(
  { assumptions: stated = {} }: StackCostInput,
  names: readonly (keyof CostAssumptions)[],
): Assumption[] {
  return names.map((name) => {
    const value = stated[name];
    return value === undefined
      ? { name, value: COST_ASSUMPTIONS[name], why: REASONS_FOR_DEFAULTS[name] }
      : { name, value, why: STATED_BY_EVALUATION };
  });
}

function unknownCost(
  basis: StackCost['basis'],
  assumptions: readonly Assumption[],
  missing: readonly MissingFact[],
): StackCost {
  const none = { monthly_usd: null, per_1k_usd: null, per_1k_good_usd: null, lines: [], break_even: null };
  return { basis, ...none, assumptions, missing };
}
