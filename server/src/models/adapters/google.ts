import { isObject } from '../../kernel/json.ts';
import type { ChatUsage } from '../contract/chat.ts';
import type { Serving } from '../contract/serving.ts';
import { namedTier, tokenCountField } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** Google's Gemini API. */
export const google: SdkKind = {
  maxTexts: 100,
  toWireServing,
  async load() {
    const { createGoogle } = await import('@ai-sdk/google');
    return {
      chat: (settings, modelId) => createGoogle(settings).chat(modelId),
      embedding: (settings, modelId) => createGoogle(settings).embeddingModel(modelId),
      readUsage,
    };
  },
};

function toWireServing({ reasoning_effort, top_p, stop, response_format, service_tier }: Serving) {
  const schema = response_format?.schema;
  return {
    ...(service_tier !== undefined && { serviceTier: service_tier }),
    generationConfig: {
      ...(top_p !== undefined && { topP: top_p }),
      ...(stop && { stopSequences: stop }),
      ...(reasoning_effort !== undefined && { thinkingConfig: { thinkingLevel: reasoning_effort } }),
      ...(response_format && { responseMimeType: 'application/json' }),
      ...(schema && { responseJsonSchema: schema }),
    },
  };
}

/** The candidates' token count excludes thoughts, which other providers include in the output. */
function readUsage(raw: unknown): ChatUsage {
  const visible = tokenCountField(raw, 'candidatesTokenCount');
  const thoughts = tokenCountField(raw, 'thoughtsTokenCount');
  return {
    input_tokens: tokenCountField(raw, 'promptTokenCount'),
    output_tokens: visible === null && thoughts === null ? null : (visible ?? 0) + (thoughts ?? 0),
    reasoning_tokens: thoughts,
    cached_tokens: tokenCountField(raw, 'cachedContentTokenCount'),
    ...namedTier(isObject(raw) ? raw.serviceTier : undefined),
  };
}
