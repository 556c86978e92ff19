import { formatExact, joinNames, percent, plural, statedPoints } from '@touchstone/report/figures';
import {
  fewestRightToPass,
  howToMeasure,
  minimumKeyOf,
  runsThatPass,
  scoreKeyOf,
  scoreName,
} from '../../../decide/slo/slo.ts';
import { fewestItemsForTie, MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';
import type { Models } from '../../../models/models.ts';
import { clusterSizes } from './clusters.ts';
import {
  asksForScores,
  asksWithPassages,
  hasScores,
  type Plan,
  type PlannedTarget,
  type ResolvedMethodology,
  sentSeed,
} from './plan.ts';
import { countPairs } from './target-pairs.ts';

/** From this margin on, a tie says little: accuracies of .70 and .95 are 25 points apart. */
const WIDE_MARGIN = 0.25;

/** Warnings about outcomes that a plan of this size and margin cannot show. */
export function warningsAboutSize({ benchmarks, methodology, targets }: Plan): string[] {
  if (targets.length < 2) return [];
  const { margin } = methodology;
  const fewest = fewestItemsForTie(margin, smallestTieLevel({ methodology, targets }));
  const asked = benchmarks.filter(asksForScores);
  const wide =
    asked.length > 0 && margin >= WIDE_MARGIN
      ? [
          `The margin is ${statedPoints(margin)}: candidates that differ by this much can still count as tied, so a tie means little. Set methodology.margin to the smallest difference that matters to you, such as 0.05.`,
        ]
      : [];
  const small = asked.flatMap(({ key, items, clusters }) => {
    const independent = clusterSizes(clusters)?.length ?? items;
    const tie = `a tie within ±${statedPoints(margin)}`;
    const has = `${scoreName(key)} has ${items} items${clusters ? ` in ${independent} clusters` : ''}`;
    if (independent < MIN_ITEMS_TO_DECIDE)
      return [`${has}; with fewer than ${MIN_ITEMS_TO_DECIDE}, neither a winner nor a tie is named.`];
    if (fewest === null || independent >= fewest) return [];
    if (items >= fewest)
      return [
        `${has}; ${tie} needs at least ${fewest} independent items even if all responses agree. It can be shown only if items of one cluster are answered differently enough.`,
      ];
    return [`${has}; ${tie} needs at least ${fewest} even if all responses agree, so none can be shown.`];
  });
  return [...wide, ...small];
}

/** Warns about stacks with retrieval on benchmarks that use no chunks. */
export function warningsAboutRetrieval({ benchmarks, targets }: Plan): string[] {
  const stating = targets.filter(({ retrieval }) => retrieval !== undefined).map(({ label }) => label);
  const without = benchmarks
    .filter((one) => asksForScores(one) && !asksWithPassages(one))
    .map(({ key }) => scoreName(key));
  if (stating.length === 0 || without.length === 0) return [];
  return [
    `${joinNames(stating)} ${stating.length === 1 ? 'states' : 'state'} retrieval, which only the benchmark rag uses: ${joinNames(without)} ${without.length === 1 ? 'calls' : 'call'} the model without passages.`,
  ];
}

/** Warns about minimum scores that the plan does not measure, or that its items are too few to show. */
export function warningsAboutQuality({ benchmarks, scenarios = [], methodology }: Plan): string[] {
  return scenarios.flatMap(({ label, quality = [] }) =>
    quality.flatMap((minimum) => {
      const key = scoreKeyOf(minimum);
      const named = minimumKeyOf(minimum);
      const asked = `${label} requires at least ${formatExact(percent, minimum.min)} on ${scoreName(named)}`;
      const planned = benchmarks.find((one) => one.key === key && hasScores(one));
      if (planned === undefined || runsThatPass(minimum) > methodology.epochs)
        return [
          `${asked}, which this evaluation does not measure, so it stays unknown. Add ${howToMeasure(named)}.`,
        ];
      const least = fewestRightToPass(minimum.min);
      if (least === null || planned.items >= least) return [];
      return [
        `${asked}. ${plural(planned.items, 'item')} cannot show that, even if every response is right: at least ${least} are needed.`,
      ];
    }),
  );
}

/**
 * The level at which the first tie of a benchmark is tested, whatever the other results: Holm divides α by the number
 * of undecided pairs, and all pairs of one benchmark can show a tie from the same number of items.
 */
export function smallestTieLevel({ methodology, targets }: Pick<Plan, 'methodology' | 'targets'>): number {
  const alpha = 1 - methodology.confidence_level;
  return methodology.correction === 'holm' ? alpha / Math.max(1, countPairs(targets.length)) : alpha;
}

/**
 * Warns about targets that send the same requests to the same account: with the response cache, one of them is sent
 * for all.
 */
export function warningsAboutSharing(
  models: Models,
  plan: Pick<Plan, 'targets' | 'methodology' | 'sendsNoSeed'>,
): string[] {
  const { targets, methodology } = plan;
  if (!methodology.cache) return [];
  const same = Map.groupBy(targets, (target) => {
    const { connectionKey, modelId } = models.resolveTarget(target);
    const { temperature, maxTokens, system, serving, retrieval } = target;
    const seed = sentSeed(plan, target);
    return JSON.stringify([connectionKey, modelId, temperature, maxTokens, seed, system, serving, retrieval]);
  });
  return [...same.values()].flatMap((some) =>
    some.length === 1
      ? []
      : [
          `${some.map(({ label }) => label).join(', ')} send the same requests to the same address with the same key, so they share responses. To compare separate responses, set methodology.cache to false.`,
        ],
  );
}

/** Warns about a cost limit that does not cover every model. */
export function warningsAboutBudget(
  models: Models,
  targets: readonly PlannedTarget[],
  { max_cost_usd }: ResolvedMethodology,
): string[] {
  if (max_cost_usd === null) return [];
  const unpriced = targets.filter((target) => models.resolveTarget(target).price === undefined);
  const labels = (some: readonly PlannedTarget[]) => some.map(({ label }) => label).join(', ');
  const [saying, silent] = [
    unpriced.filter(({ endpoint }) => endpoint?.response.cost_usd !== undefined),
    unpriced.filter(({ endpoint }) => endpoint?.response.cost_usd === undefined),
  ];
  return [
    ...(silent.length === 0
      ? []
      : [`max_cost_usd includes only models with a known price; models without one: ${labels(silent)}.`]),
    ...(saying.length === 0
      ? []
      : [
          `max_cost_usd includes the cost that each response reports, but none under load: ${labels(saying)}.`,
        ]),
  ];
}
