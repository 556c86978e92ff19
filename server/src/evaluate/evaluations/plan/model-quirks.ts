import { type Facts, modelQuirks } from '../../../models/catalog/catalog.ts';
import { describeQuirks, type ModelQuirks, type Models } from '../../../models/models.ts';
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
    const sentences = describeQuirks(asked, models.resolveTarget(target).quirks);
    if (isLoaded) sentences.push(...shortensLoad(target));
    return sentences.map((sentence) => `${label}: ${sentence}`);
  });
}

/** Load requires responses of the workload's length, which these parameters may shorten. */
function shortensLoad({ serving: { stop, response_format } = {} }: PlannedTarget): string[] {
  const given = Object.entries({ stop, response_format }).filter(([, value]) => value !== undefined);
  if (given.length === 0) return [];
  return [
    `Load is sent with ${given.map(([name]) => name).join(' and ')}, which may shorten responses below the workload’s length; the results show their actual length.`,
  ];
}
