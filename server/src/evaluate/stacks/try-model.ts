import { toUsdNumber } from '../../kernel/money.ts';
import {
  type ChatRequest,
  callCost,
  type ModelPrice,
  type Models,
  trialMessage,
} from '../../models/models.ts';
import type { StackTrial, StackTrialResult } from './stack-schemas.ts';
import { DEFAULT_TRIAL_TIMEOUT_MS, trialMessages } from './try-endpoint.ts';

/** Sends one message to the model of a stack, as an evaluation would, and reports the outcome at this price. */
export async function tryStackModel(
  { models, price }: { models: Pick<Models, 'tryModel' | 'list'>; price: ModelPrice | undefined },
  model: NonNullable<StackTrial['model']> & { provider: string; model_id: string },
  { input, system, timeout_ms = DEFAULT_TRIAL_TIMEOUT_MS }: StackTrial,
  signal: AbortSignal,
): Promise<StackTrialResult> {
  const { provider, model_id: modelId, temperature, max_tokens, seed, system: own, ...serving } = model;
  const request: ChatRequest = {
    messages: trialMessages(input, own, system),
    ...(temperature !== undefined && { temperature }),
    ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    ...(seed !== undefined && { seed }),
    ...(Object.keys(serving).length > 0 && { serving }),
  };
  const trial = await models.tryModel({ provider, modelId }, request, {
    signal,
    withinMs: timeout_ms,
    readOnMs: timeout_ms,
  });
  const { answer, failure, usage, status } = trial;
  const cost = answer?.cost ?? (price && answer ? callCost(usage, price) : null);
  return {
    request: {
      method: 'POST',
      url: models.list().find(({ name }) => name === provider)?.base_url ?? provider,
      headers: {},
      body: { model: modelId, ...trial.parameters, messages: request.messages },
    },
    status: failure?.status ?? null,
    body: null,
    found: [],
    answer: answer?.text ?? null,
    error: trialMessage(trial, timeout_ms),
    outcome: status,
    ...(trial.lessons.length > 0 && { learned: [...trial.lessons] }),
    model: trial.returnedModel,
    finish_reason: answer?.finishReason ?? null,
    usage,
    cost_usd: cost === null || cost === undefined ? null : toUsdNumber(cost),
    tool_calls: (answer?.toolCalls ?? []).map((call) => ({ ...call })),
    passages: [],
    session: null,
    latency_ms: trial.latencyMs,
    first_token_ms: trial.firstTokenMs,
  };
}
