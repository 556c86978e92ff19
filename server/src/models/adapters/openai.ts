import { createOpenAIBatches } from './batches/openai-batches.ts';
import { readUsage, toWireServing } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** OpenAI's own API by chat completions, whose parameter names are used everywhere else. */
export const openAI: SdkKind = {
  maxTexts: 2048,
  toWireServing,
  batches: {
    headers: ({ apiKey }) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    create: createOpenAIBatches,
    price: {
      factor: 0.5,
      source: 'https://community.openai.com/t/batch-api-is-now-available/718416',
      asOf: '2026-11-23',
    },
  },
  async load() {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return {
      chat: (settings, modelId) => createOpenAI(settings).chat(modelId),
      embedding: (settings, modelId) => createOpenAI(settings).embeddingModel(modelId),
      readUsage,
      maxCompletionTokens: (limit) => ({ openai: { maxCompletionTokens: limit } }),
    };
  },
};
