import type { Database } from '../../db/db.ts';
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import { type PlannedTarget, parsePlan } from '../plan/plan.ts';
import { lastCompleted, storedResults } from '../stores/evaluation-store.ts';

const EVALUATIONS = 20;

/** The median latency in ms of a target's model in the newest evaluation of the workspace that asked it; null without. */
export async function earlierLatencies(
  db: Database,
  workspaceId: string,
): Promise<(target: PlannedTarget) => number | null> {
  const yieldToEventLoop = createYieldToEventLoop();
  const known = new Map<string, number>();
  const keyOf = ({ provider, modelId }: PlannedTarget) => `${provider}/${modelId}`;
  for (const row of await lastCompleted(db, workspaceId, EVALUATIONS)) {
    await yieldToEventLoop();
    const plan = parsePlan(row.plan_json);
    const results = storedResults(row)?.target_results ?? [];
    for (const [i, target] of plan.targets.entries()) {
      const latency = results[i]?.metrics['run/latency_p50_ms'];
      if (latency !== undefined && !known.has(keyOf(target))) known.set(keyOf(target), latency);
    }
  }
  return (target) => known.get(keyOf(target)) ?? null;
}
