import { isObject } from '../../kernel/json.ts';
import type { Adapter } from './adapter.ts';
import { type AccountOptions, openAccount, requestsBelow } from './chat-protocol.ts';
import { connectEmbedding, type EmbeddingProtocol, toEmbeddings } from './embedding-protocol.ts';
import { google } from './google.ts';
import { tokenCountField } from './openai-protocol/openai-chat.ts';
import { createSdkAdapter } from './sdk/sdk.ts';

/** Gemini at Google Cloud: the protocol of Google's own API with tokens instead of its key, and other embeddings. */
export function createVertex(options: AccountOptions): Adapter {
  const chat = createSdkAdapter(options, { ...google, maxTexts: 0 });
  const { apiKey, ...rest } = options;
  const headers = { ...(apiKey !== undefined && { 'x-goog-api-key': apiKey }), ...options.headers };
  const { transport, redact, stop } = openAccount(options);
  const account = { transport, redact, toRequest: requestsBelow({ ...rest, headers }) };
  return {
    ...chat,
    connectEmbedding: (modelId) => connectEmbedding(account, embeddingOf(modelId), modelId),
    async stop() {
      await Promise.all([chat.stop(), stop()]);
    },
  };
}

/** Google accepts 250 texts, and 20,000 tokens of all of them. */
const MAX_TEXTS = 16;

const embeddingOf = (modelId: string): EmbeddingProtocol => ({
  maxTexts: modelId.startsWith('gemini-embedding') ? 1 : MAX_TEXTS,
  write: (_, texts) => ({
    path: `/models/${encodeURIComponent(modelId)}:predict`,
    body: { instances: texts.map((content) => ({ content })) },
  }),
  read(body, texts) {
    const predictions = isObject(body) ? body.predictions : undefined;
    if (!Array.isArray(predictions)) return 'it holds no predictions';
    const embeddings = predictions.map((one) =>
      isObject(one) && isObject(one.embeddings) ? one.embeddings : {},
    );
    const counts = embeddings.map(({ statistics }) => tokenCountField(statistics, 'token_count'));
    const tokens = counts.reduce((sum, n) => (sum === null || n === null ? null : sum + n), 0);
    return toEmbeddings(
      embeddings.map(({ values }) => values),
      texts,
      tokens,
    );
  },
});
