import { readUsage, toWireServing } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** Mistral, whose usage object is OpenAI's. */
export const mistral: SdkKind = {
  maxTexts: 32,
  toWireServing,
  async load() {
    const { createMistral } = await import('@ai-sdk/mistral');
    return {
      chat: (settings, modelId) => createMistral(settings).chat(modelId),
      embedding: (settings, modelId) => createMistral(settings).embeddingModel(modelId),
      readUsage,
    };
  },
};
