import type { Item, SampledItems } from '../../benchmarks/benchmarks.ts';
import { toUsdNumber } from '../../kernel/money.ts';
import { type Models, needsNetwork } from '../../models/models.ts';
import type { PlannedTarget } from '../plan/plan.ts';
import { costOfPreflight, type PreflightEntry, preflightWarnings } from '../plan/preflight.ts';
import { aliasNotes } from '../results/who-answered.ts';
import type { PreflightResult } from '../schemas/preflight-schemas.ts';
import type { Defined } from './define.ts';
import { costOfTrial, entryOf, PREFLIGHT } from './preflight.ts';
import { presentPreflight } from './present-preflight.ts';
import { firstAsked, judgeTrialRequest, type ReadItem, targetRequest } from './trial-requests.ts';

/** Asks each target and judge of a definition once, as its run would, and keeps nothing but what is learned of them. */
export async function tryDefinition(
  models: Models,
  { plan, sampled, warnings }: Defined,
  signal: AbortSignal,
): Promise<PreflightResult> {
  const itemOf = firstItems(sampled);
  const at = firstAsked(plan);

  async function ask(
    target: PlannedTarget,
    request: Parameters<Models['tryModel']>[1],
  ): Promise<PreflightEntry> {
    const { price } = models.resolveTarget(target);
    const trial = await models.tryModel(target, request, {
      ...PREFLIGHT,
      signal,
      async within(call, either) {
        const place = await models.ceiling(models.resolveTarget(target))?.acquire(either);
        return call().finally(() => place?.release());
      },
    });
    return entryOf({ target }, trial, costOfTrial(trial, price));
  }

  const [targets, judges] = await Promise.all([
    Promise.all(
      plan.targets.map(async (target) => {
        if (at === null || !needsNetwork(target)) return null;
        return ask(target, await targetRequest(plan, target, { benchmark: at, item: 0 }, itemOf));
      }),
    ),
    Promise.all(
      (plan.judges ?? []).map(async (judge) => {
        const request = needsNetwork(judge) ? await judgeTrialRequest(plan, judge, itemOf) : null;
        return request && ask(judge, request);
      }),
    ),
  ]);
  const preflight = { targets, judges };
  const { spent, calls } = costOfPreflight([...targets, ...judges]);
  const said = [...preflightWarnings({ preflight }), ...aliasNotes({ ...plan, preflight }), ...warnings];
  return {
    ...presentPreflight(preflight),
    cost_usd: calls === 0 ? null : toUsdNumber(BigInt(spent)),
    ...(said.length > 0 && { warnings: said }),
  };
}

/** Reads the first item of each benchmark, once. */
function firstItems(sampled: readonly SampledItems[]): ReadItem {
  const read = new Map<number, Promise<Item>>();
  return (benchmark) => {
    const known = read.get(benchmark) ?? firstOf(sampled[benchmark]);
    read.set(benchmark, known);
    return known;
  };
}

async function firstOf(sampled: SampledItems | undefined): Promise<Item> {
  let first: { index: number; item: Item } | null = null;
  // Items come in any order, and the run begins with that of the lowest place.
  for await (const one of sampled?.items ?? [])
    if (first === null || one.index < first.index) {
      first = one;
      if (one.index === 0) break;
    }
  if (first === null) throw new RangeError('The benchmark has no item.');
  return first.item;
}
