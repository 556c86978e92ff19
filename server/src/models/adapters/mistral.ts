import { readUsage } from './openai-chat.ts';
import type { SdkKind } from './sdk.ts';

/** Mistral, whose usage object is OpenAI's. */
export const mistral: SdkKind = {
  maxTexts: 32,
  async load() {
    const { createMistral } = await import('@ai-sdk/mistral');
    return {
      chat: (settings, modelId) => createMistral(settings).chat(modelId),
      embedding: (settings, modelId) => createMistral(settings).embeddingModel(modelId),
      readUsage,
    };
  },
};
