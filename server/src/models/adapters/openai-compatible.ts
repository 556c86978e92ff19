import type { BatchSettings } from '../../platform/config-providers.ts';
import { MAX_TEXTS_PER_CALL } from '../contract/embedding.ts';
import type { Adapter } from './adapter.ts';
import { UNKNOWN_PRICE, withBatchSettings } from './batches/batch-settings.ts';
import { createBatchExchange } from './batches/exchange.ts';
import { createOpenAIBatches } from './batches/openai-batches.ts';
import {
  type AccountOptions,
  accountHeaders,
  type ChatConnection,
  type ChatProtocol,
  connectChat,
  openAccount,
  requestsBelow,
} from './chat-protocol.ts';
import { connectEmbedding, type EmbeddingProtocol } from './embedding-protocol.ts';
import { readCompletion, toWireMessage, toWireParameters } from './openai-protocol/openai-chat.ts';
import { createChatStream } from './openai-protocol/openai-chat-stream.ts';
import { readEmbeddings } from './openai-protocol/openai-embeddings.ts';

export interface OpenAICompatibleOptions extends AccountOptions {
  /** Maximum number of texts in one embedding call; default 2048. */
  maxTexts?: number;
  /** Present if the server supports batches as OpenAI does. */
  batches?: BatchSettings | false;
}

const COMPLETIONS: ChatProtocol = {
  write(modelId, request, isStreamed, { maxTokensParameter }) {
    const parameters = toWireParameters(request, isStreamed, maxTokensParameter);
    const body = { model: modelId, ...parameters, messages: request.messages.map(toWireMessage) };
    return { path: '/chat/completions', body, parameters };
  },
  read: readCompletion,
  createStream: createChatStream,
};

const EMBEDDINGS: Omit<EmbeddingProtocol, 'maxTexts'> = {
  write: (model, input) => ({ path: '/embeddings', body: { model, input, encoding_format: 'float' } }),
  read: readEmbeddings,
};

/**
 * Chat completions and embeddings of every server with OpenAI's protocol, without a package in between (docs/decisions
 * gives the reasons).
 */
export function createOpenAICompatible(options: OpenAICompatibleOptions): Adapter {
  const { baseUrl, guard, authorization } = options;
  const { transport, redact, stop } = openAccount(options);
  const maxTexts = options.maxTexts ?? MAX_TEXTS_PER_CALL;
  const account: ChatConnection = { transport, redact, toRequest: requestsBelow(options) };
  const exchange = createBatchExchange({
    baseUrl,
    headers: accountHeaders(options),
    redact,
    authorization,
    ...(guard && { guard }),
  });
  return {
    connect: (modelId, quirks) => connectChat(account, COMPLETIONS, modelId, quirks),
    ...(options.batches && {
      batches: {
        ...withBatchSettings(createOpenAIBatches(exchange), UNKNOWN_PRICE, options.batches),
        connectOver: (over, modelId, quirks) =>
          connectChat({ ...account, transport: async () => over }, COMPLETIONS, modelId, quirks),
      },
    }),
    connectEmbedding: (modelId) => connectEmbedding(account, { ...EMBEDDINGS, maxTexts }, modelId),
    async stop() {
      await Promise.all([stop(), exchange.stop()]);
    },
  };
}
