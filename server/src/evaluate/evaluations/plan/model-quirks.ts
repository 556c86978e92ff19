import { type Facts, modelQuirks } from '../../../models/catalog/catalog.ts';
import {
  describeQuirks,
  isTierPriced,
  type ModelConnection,
  type ModelQuirks,
  type Models,
  sentServing,
} from '../../../models/models.ts';
import { benchmarksOfKind, type Plan, type PlannedTarget, sentSeed } from './plan.ts';

/** The catalogue's quirks of a model; unknown quirks are omitted. */
export function knownQuirks(facts: Facts, provider: string, modelId: string): ModelQuirks {
  const { acceptsTemperature, maxTokensField } = modelQuirks(facts, provider, modelId);
  return {
    ...(acceptsTemperature !== null && { acceptsTemperature }),
    ...(maxTokensField !== null && { maxTokensParameter: maxTokensField }),
  };
}

/** Warnings about parameters that are sent differently from a target's stack. */
export function quirkWarnings(
  models: Models,
  plan: Pick<Plan, 'targets' | 'methodology' | 'sendsNoSeed' | 'benchmarks'>,
): string[] {
  const isLoaded = benchmarksOfKind(plan, 'load').length > 0;
  return plan.targets.flatMap((target) => {
    const { label, temperature, maxTokens, system, serving } = target;
    const seed = sentSeed(plan, target);
    const asked = {
      ...(seed !== undefined && { seed }),
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { maxTokens }),
      ...(system !== undefined && { system }),
      ...(serving && { serving }),
    };
    const connection = models.resolveTarget(target);
    const sentences = [...describeQuirks(asked, connection.quirks), ...inexactPrice(target, connection)];
    if (isLoaded) sentences.push(...shortensLoad(target));
    return sentences.map((sentence) => `${label}: ${sentence}`);
  });
}

/** Reasons why the estimated cost of a target is inexact. */
function inexactPrice(
  { serving }: PlannedTarget,
  { price, quirks }: Pick<ModelConnection, 'price' | 'quirks'>,
): string[] {
  const { service_tier, prompt_cache_retention } = sentServing(serving, quirks);
  if (price === undefined) return [];
  const isUnpriced = service_tier !== undefined && !isTierPriced(price, service_tier);
  return [
    ...(isUnpriced ? [`No rates of the service tier ${service_tier} are known: ${AT_STANDARD_RATES}`] : []),
    ...(prompt_cache_retention === undefined
      ? []
      : ['The estimate assumes that nothing is read from or written to the prompt cache.']),
  ];
}

/** How a service tier without rates is charged. */
export const AT_STANDARD_RATES =
  'costs are at the standard rates. Set a price with service_tiers for exact costs.';

/** Load requires responses of the workload's length, which these parameters may shorten. */
function shortensLoad({ serving: { stop, response_format } = {} }: PlannedTarget): string[] {
  const given = Object.entries({ stop, response_format }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return [];
  return [
    `Load is sent with ${given.map(([name]) => name).join(' and ')}, which may shorten responses below the workload’s length; the results show their actual length.`,
  ];
}
