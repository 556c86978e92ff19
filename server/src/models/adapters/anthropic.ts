import type { ChatUsage } from '../contract/chat.ts';
import type { Serving } from '../contract/serving.ts';
import { createAnthropicBatches } from './batches/anthropic-batches.ts';
import { tokenCountField } from './openai-protocol/openai-chat.ts';
import type { SdkKind } from './sdk/sdk.ts';

/** Anthropic's Messages API, which has no embeddings. */
export const anthropic: SdkKind = {
  maxTexts: 0,
  toWireServing,
  batches: {
    headers: ({ apiKey = '' }) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
    create: createAnthropicBatches,
    price: {
      factor: 0.5,
      source: 'https://platform.claude.com/docs/en/build-with-claude/batch-processing',
      asOf: '2026-11-23',
    },
  },
  async load() {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return {
      chat: (settings, modelId) => createAnthropic(settings).chat(modelId),
      embedding: null,
      readUsage,
    };
  },
};

function toWireServing({ reasoning_effort: effort, top_p, stop, response_format }: Serving) {
  const schema = response_format?.schema;
  const config = {
    ...(effort !== undefined && { effort }),
    ...(schema && { format: { type: 'json_schema', schema } }),
  };
  return {
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop_sequences: stop }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
  };
}

/**
 * `input_tokens` excludes tokens read from or written to the cache; reasoning is part of the output and not counted
 * separately.
 */
function readUsage(raw: unknown): ChatUsage {
  const fresh = tokenCountField(raw, 'input_tokens');
  const read = tokenCountField(raw, 'cache_read_input_tokens');
  const written = tokenCountField(raw, 'cache_creation_input_tokens');
  return {
    input_tokens: fresh === null ? null : fresh + (read ?? 0) + (written ?? 0),
    output_tokens: tokenCountField(raw, 'output_tokens'),
    reasoning_tokens: null,
    cached_tokens: read,
  };
}
