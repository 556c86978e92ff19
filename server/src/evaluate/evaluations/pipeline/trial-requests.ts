import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import type { ChatRequest } from '../../../models/models.ts';
import type { TrialJudgement } from '../kinds/kind.ts';
import { kindOf } from '../kinds/registry.ts';
import { asksTargets, type Plan, type PlannedTarget } from '../plan/plan.ts';
import { requestForItem } from '../run/call-model.ts';

/** Reads an item by the indexes of benchmark and item. */
export type ReadItem = (benchmark: number, item: number) => Promise<Item>;

/** The trial request of a target for this item of this benchmark. */
export async function targetTrialRequest(
  plan: Plan,
  target: PlannedTarget,
  at: { benchmark: number; item: number },
  itemOf: ReadItem,
): Promise<ChatRequest> {
  const benchmark = plan.benchmarks[at.benchmark];
  if (benchmark === undefined) throw new RangeError(`The plan has no benchmark ${at.benchmark}.`);
  const item = (of = at.benchmark) => itemOf(of, at.item);
  const own = await kindOf(benchmark).trialRequest?.({ plan, benchmark, target, item });
  return own ?? requestForItem(target, await item(), plan, { epoch: 0 });
}

/** The trial request of a judge for the first item that it judges; null if it judges none. */
export async function judgeTrial(
  plan: Plan,
  judge: PlannedTarget,
  itemOf: ReadItem,
): Promise<TrialJudgement | null> {
  for (const [at, benchmark] of plan.benchmarks.entries()) {
    const item = (of = at) => itemOf(of, 0);
    const trial = await kindOf(benchmark).trialJudgement?.({ plan, benchmark, judge, item });
    if (trial) return trial;
  }
  return null;
}

/** The index of the first benchmark whose items are sent to targets; null if there is none. */
export function firstAskedBenchmark({ benchmarks }: Pick<Plan, 'benchmarks'>): number | null {
  const at = benchmarks.findIndex(asksTargets);
  return at === -1 ? null : at;
}
