import { isObject } from '../../kernel/json.ts';
import type { ChatUsage } from '../contract/chat.ts';
import type { Serving } from '../contract/serving.ts';
import { createAnthropicBatches } from './batches/anthropic-batches.ts';
import { cacheWrites, namedTier, tokenCountField } from './openai-protocol/openai-chat.ts';
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

function toWireServing({
  reasoning_effort: effort,
  top_p,
  stop,
  response_format,
  service_tier,
  prompt_cache_retention: ttl,
}: Serving) {
  const schema = response_format?.schema;
  const config = {
    ...(effort !== undefined && { effort }),
    ...(schema && { format: { type: 'json_schema', schema } }),
  };
  return {
    ...(top_p !== undefined && { top_p }),
    ...(stop && { stop_sequences: stop }),
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...(service_tier !== undefined && { service_tier }),
    // It places the end of what is cached itself, at the last block that can be.
    ...(ttl !== undefined && { cache_control: { type: 'ephemeral', ttl } }),
  };
}

/**
 * `input_tokens` excludes tokens read from or written to the cache; reasoning is part of the output and not counted
 * separately.
 */
function readUsage(raw: unknown): ChatUsage {
  const fresh = tokenCountField(raw, 'input_tokens');
  const read = tokenCountField(raw, 'cache_read_input_tokens');
  const written = tokenCountField(raw, 'cache_creation_input_tokens') ?? 0;
  const forHour = tokenCountField(
    isObject(raw) ? raw.cache_creation : undefined,
    'ephemeral_1h_input_tokens',
  );
  return {
    input_tokens: fresh === null ? null : fresh + (read ?? 0) + written,
    output_tokens: tokenCountField(raw, 'output_tokens'),
    reasoning_tokens: null,
    cached_tokens: read,
    ...cacheWrites(written, forHour ?? 0),
    ...namedTier(isObject(raw) ? raw.service_tier : undefined),
  };
}
