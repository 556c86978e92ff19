import type { ChatUsage } from '../contract/chat.ts';
import { count } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** Google's Gemini API. */
export const google: SdkKind = {
  maxTexts: 100,
  async load() {
    const { createGoogle } = await import('@ai-sdk/google');
    return {
      chat: (settings, modelId) => createGoogle(settings).chat(modelId),
      embedding: (settings, modelId) => createGoogle(settings).embeddingModel(modelId),
      readUsage,
    };
  },
};

/** Its candidates do not include thoughts; what everyone else calls output is both. */
function readUsage(raw: unknown): ChatUsage {
  const visible = count(raw, 'candidatesTokenCount');
  const thoughts = count(raw, 'thoughtsTokenCount');
  return {
    input_tokens: count(raw, 'promptTokenCount'),
    output_tokens: visible === null && thoughts === null ? null : (visible ?? 0) + (thoughts ?? 0),
    reasoning_tokens: thoughts,
    cached_tokens: count(raw, 'cachedContentTokenCount'),
  };
}
