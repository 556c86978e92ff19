import { toUsdNumber } from '../../../kernel/money.ts';
import type { Item, SampledItems } from '../../../measure/benchmarks/benchmarks.ts';
import { type Models, type ModelTrial, needsNetwork } from '../../../models/models.ts';
import type { PlannedTarget } from '../plan/plan.ts';
import { preflightCost, preflightWarnings } from '../plan/preflight.ts';
import { describeAliases } from '../results/who-answered.ts';
import type { PreflightResult } from '../schemas/preflight-schemas.ts';
import type { DefinedEvaluation } from './define.ts';
import {
  JUDGE_TRIAL_OPTIONS,
  judgePreflightEntry,
  TARGET_TRIAL_OPTIONS,
  targetPreflightEntry,
  trialCost,
} from './preflight.ts';
import { presentPreflight } from './present-preflight.ts';
import { firstAskedBenchmark, judgeTrial, type ReadItem, targetTrialRequest } from './trial-requests.ts';

/**
 * Sends one request to each target and judge of a definition, as its run would, and stores only the learned
 * parameters.
 */
export async function tryDefinition(
  models: Models,
  { plan, sampled, warnings }: DefinedEvaluation,
  signal: AbortSignal,
): Promise<PreflightResult> {
  const itemOf = firstItems(sampled);
  const at = firstAskedBenchmark(plan);

  async function ask(
    target: PlannedTarget,
    request: Parameters<Models['tryModel']>[1],
    limits: typeof TARGET_TRIAL_OPTIONS,
  ): Promise<[trial: ModelTrial, cost: number | null]> {
    const { price } = models.resolveTarget(target);
    const trial = await models.tryModel(target, request, {
      ...limits,
      signal,
      async within(call, either) {
        const place = await models.ceiling(models.resolveTarget(target))?.acquire(either);
        return call().finally(() => place?.release());
      },
    });
    return [trial, trialCost(trial, price)];
  }

  const [targets, judges] = await Promise.all([
    Promise.all(
      plan.targets.map(async (target) => {
        if (at === null || !needsNetwork(target)) return null;
        const request = await targetTrialRequest(plan, target, { benchmark: at, item: 0 }, itemOf);
        return targetPreflightEntry({ target }, ...(await ask(target, request, TARGET_TRIAL_OPTIONS)));
      }),
    ),
    Promise.all(
      (plan.judges ?? []).map(async (judge) => {
        const judging = needsNetwork(judge) ? await judgeTrial(plan, judge, itemOf) : null;
        if (judging === null) return null;
        return judgePreflightEntry(
          { target: judge },
          ...(await ask(judge, judging.request, JUDGE_TRIAL_OPTIONS)),
          judging,
        );
      }),
    ),
  ]);
  const preflight = { targets, judges };
  const { spent, calls } = preflightCost([...targets, ...judges]);
  const said = [
    ...preflightWarnings({ preflight }, false),
    ...describeAliases({ ...plan, preflight }),
    ...warnings,
  ];
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
  // Items arrive in any order, and the run begins with the lowest index.
  for await (const one of sampled?.items ?? [])
    if (first === null || one.index < first.index) {
      first = one;
      if (one.index === 0) break;
    }
  if (first === null) throw new RangeError('The benchmark has no item.');
  return first.item;
}
