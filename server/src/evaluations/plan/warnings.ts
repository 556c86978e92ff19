import type { Models } from '../../models/models.ts';
import { FEWEST_ITEMS, fewestItemsForTie } from '../../statistics/statistics.ts';
import { clusterSizes } from './clusters.ts';
import { isAsked, type Plan, type PlannedTarget, type ResolvedMethodology } from './plan.ts';

/** What a plan of this size cannot show. */
export function warningsAboutSize({ benchmarks, methodology, targets }: Plan): string[] {
  if (targets.length < 2) return [];
  const { margin, confidence_level } = methodology;
  const fewest = fewestItemsForTie(margin, 1 - confidence_level);
  return benchmarks.filter(isAsked).flatMap(({ key, items, clusters }) => {
    const independent = clusterSizes(clusters)?.length ?? items;
    const has = `${key} has ${items} items${clusters ? ` in ${independent} clusters` : ''}`;
    if (independent < FEWEST_ITEMS) return [`${has}; below ${FEWEST_ITEMS} no winner and no tie is named.`];
    if (fewest === null || independent >= fewest) return [];
    if (items >= fewest)
      return [
        `${has}; a tie within ±${margin} needs at least ${fewest} independent items. It can be shown only where items of one cluster are answered differently enough.`,
      ];
    return [`${has}; a tie within ±${margin} needs at least ${fewest}, so none can be shown.`];
  });
}

/** A limit on money stops only what has a price. */
export function warningsAboutBudget(
  models: Models,
  targets: readonly PlannedTarget[],
  { max_cost_usd }: ResolvedMethodology,
): string[] {
  if (max_cost_usd === null) return [];
  const unpriced = targets.filter(
    ({ provider, modelId }) => models.resolve(provider, modelId).price === undefined,
  );
  if (unpriced.length === 0) return [];
  const labels = unpriced.map(({ label }) => label).join(', ');
  return [`max_cost_usd counts only models with a configured price; without one: ${labels}.`];
}
