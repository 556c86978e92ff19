import { createRandom, sampleWithoutReplacement } from '../../../measure/statistics/statistics.ts';
import { type ItemRequest, requestsToSend, type WindowPlan } from '../../../measure/traffic/traffic.ts';
import type { ChatRequest } from '../../../models/models.ts';
import type { Database } from '../../../platform/db/db.ts';
import { type Plan, type PlannedTarget, sendsItems } from '../plan/plan.ts';
import type { EvaluationClaim } from '../stores/evaluation-store.ts';
import { createItemReader } from '../stores/item-reader.ts';
import { requestForItem } from './call-model.ts';

/**
 * The requests of a window that sends the evaluation's items: equal to those sent for scores, in an order drawn with
 * the window's seed, repeated from the start. Empty if the window sends something else.
 */
export async function itemRequests(
  db: Database,
  of: Pick<EvaluationClaim, 'workspaceId' | 'id'>,
  plan: Plan,
  target: PlannedTarget,
  window: WindowPlan,
): Promise<ItemRequest[]> {
  if (window.prompts !== 'items') return [];
  const all = plan.benchmarks.flatMap((benchmark, at) =>
    sendsItems(benchmark) ? Array.from({ length: benchmark.items }, (_, item) => ({ at, item })) : [],
  );
  const random = createRandom(window.seed, window.benchmark ?? '', 'items');
  const drawn = sampleWithoutReplacement(random, all, requestsToSend(window));
  const itemOf = createItemReader(db, of);
  const requests = new Map<(typeof drawn)[number], ItemRequest>();
  // In storage order, because items are read in blocks.
  for (const place of drawn.toSorted((a, b) => a.at - b.at || a.item - b.item)) {
    const item = await itemOf(place.at, place.item);
    requests.set(place, withoutSeed(requestForItem(target, item, plan, { epoch: 0 })));
  }
  return drawn.map((place) => requests.get(place) as ItemRequest);
}

/** Load sends only the seed that a stack sets. */
function withoutSeed({ seed: _, ...request }: ChatRequest): ItemRequest {
  return request;
}
