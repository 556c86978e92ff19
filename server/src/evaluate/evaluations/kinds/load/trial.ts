import type { RequestSizes } from '../../../../measure/traffic/traffic.ts';
import { meanOfDistribution } from '../../../../models/catalog/catalog.ts';
import type { ChatRequest } from '../../../../models/models.ts';
import type { Plan, PlannedTarget } from '../../plan/plan.ts';
import { requestForItem } from '../../run/call-model.ts';

const PROMPT = 'Reply with one word.';

/** A short prompt with the parameters of load requests: a token limit, and the target's seed. */
export function loadTrial(
  plan: Plan,
  target: PlannedTarget,
  outputTokens: RequestSizes['outputTokens'],
): ChatRequest {
  const { seed: _, ...request } = requestForItem(
    target,
    { input: [{ role: 'user', content: PROMPT }] },
    plan,
    {
      epoch: 0,
    },
  );
  return {
    ...request,
    maxTokens: Math.max(1, Math.round(meanOfDistribution(outputTokens) ?? 1)),
    ...(target.seed !== undefined && { seed: target.seed }),
  };
}
