import type { ChatUsage } from '../contract/chat.ts';
import { count } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** Anthropic's messages; it has no embeddings. */
export const anthropic: SdkKind = {
  maxTexts: 0,
  async load() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return {
      chat: (settings, modelId) => createAnthropic(settings).chat(modelId),
      embedding: null,
      readUsage,
    };
  },
};

/** `input_tokens` leaves out what was read from or written to the cache; reasoning is part of the output, uncounted. */
function readUsage(raw: unknown): ChatUsage {
  const fresh = count(raw, 'input_tokens');
  const read = count(raw, 'cache_read_input_tokens');
  const written = count(raw, 'cache_creation_input_tokens');
  return {
    input_tokens: fresh === null ? null : fresh + (read ?? 0) + (written ?? 0),
    output_tokens: count(raw, 'output_tokens'),
    reasoning_tokens: null,
    cached_tokens: read,
  };
}
