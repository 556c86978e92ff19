import type { AddressRules } from '../../kernel/address-guard.ts';
import { parseJson } from '../../kernel/json.ts';
import type { BatchSettings } from '../../platform/config-providers.ts';
import type { Call, CallOptions } from '../contract/chat.ts';
import { type Embed, MAX_TEXTS_PER_CALL } from '../contract/embedding.ts';
import type { ModelQuirks } from '../contract/quirks.ts';
import type { Adapter } from './adapter.ts';
import { UNKNOWN_PRICE, withBatchSettings } from './batches/batch-settings.ts';
import { createBatchExchange } from './batches/exchange.ts';
import { createOpenAIBatches } from './batches/openai-batches.ts';
import { attemptCall } from './http/attempt.ts';
import { attemptChat, type FailedChat, type ParsedAnswer } from './http/attempt-chat.ts';
import type { Deadline } from './http/deadline.ts';
import { gatewayFallback } from './http/gateway-fallback.ts';
import { createAccountRedaction, type Redaction } from './http/redaction.ts';
import { readStream } from './http/stream-body.ts';
import { type HttpPost, openTransport, type Transport } from './http/transport.ts';
import { isAnswered, readWholeBody } from './http/whole-body.ts';
import { readCompletion, toWireMessage, toWireParameters } from './openai-protocol/openai-chat.ts';
import { createChatStream } from './openai-protocol/openai-chat-stream.ts';
import { readEmbeddings } from './openai-protocol/openai-embeddings.ts';
import { checkTexts } from './openai-protocol/vectors.ts';

export interface OpenAICompatibleOptions {
  /** With the version path, e.g. `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey?: string;
  headers?: Record<string, string>;
  /** The most texts of one embedding call; 2048 where left out. */
  maxTexts?: number;
  /** There where the server takes batches as OpenAI does. */
  batches?: BatchSettings | false;
  /** Which addresses may be connected to; any, where it is left out. */
  guard?: AddressRules;
}

/**
 * Chat completions and embeddings of every server that speaks OpenAI's protocol, without a package in
 * between: docs/decisions says why.
 */
export function createOpenAICompatible(options: OpenAICompatibleOptions): Adapter {
  const guarded = options.guard ? { guard: options.guard } : {};
  let opening: Promise<Transport> | undefined;
  const transport = () => {
    opening ??= openTransport(guarded);
    return opening;
  };
  const maxTexts = options.maxTexts ?? MAX_TEXTS_PER_CALL;
  const redact = createAccountRedaction(options);
  const chat = toPost(options, '/chat/completions');
  const { baseUrl } = options;
  const exchange = createBatchExchange({ baseUrl, headers: accountHeaders(options), redact, ...guarded });
  return {
    connect: (modelId, quirks) => connectChat(transport, chat, redact, modelId, quirks),
    ...(options.batches && {
      batches: {
        ...withBatchSettings(createOpenAIBatches(exchange), UNKNOWN_PRICE, options.batches),
        connectOver: (over, modelId, quirks) => connectChat(async () => over, chat, redact, modelId, quirks),
      },
    }),
    connectEmbedding: (modelId) =>
      connectEmbedding(transport, toPost(options, '/embeddings'), redact, modelId, maxTexts),
    maxTexts,
    async stop() {
      await Promise.all([(await opening)?.stop(), exchange.stop()]);
    },
  };
}

function connectChat(
  transport: () => Promise<Transport>,
  toRequest: (body: object) => HttpPost,
  redact: Redaction,
  modelId: string,
  { maxTokensParameter }: ModelQuirks,
): Call {
  return async (request, options) => {
    const http = await transport();
    return attemptChat(options, redact, async (deadline, calledAt, told) => {
      const sent = toWireParameters(request, options.stream === true, maxTokensParameter);
      const post = toRequest({ model: modelId, ...sent, messages: request.messages.map(toWireMessage) });
      const parsed = await (sent.stream
        ? stream(http, post, deadline, calledAt, told)
        : whole(http, post, deadline));
      if (!('text' in parsed)) return { ...parsed, sent };
      return { ok: true, ...parsed, sent, latencyMs: performance.now() - calledAt };
    });
  };
}

async function whole(
  http: Transport,
  post: HttpPost,
  { signal }: Deadline,
): Promise<ParsedAnswer | FailedChat> {
  const result = await readWholeBody(http, post, signal);
  if (!isAnswered(result)) return result;
  const parsed = readCompletion(parseJson(result.body));
  if (typeof parsed === 'string') return { ...result, unreadable: parsed };
  return 'error' in parsed
    ? { ...result, body: JSON.stringify(parsed) }
    : { ...gatewayFallback(result.headers), ...parsed };
}

async function stream(
  http: Transport,
  post: HttpPost,
  deadline: Deadline,
  calledAt: number,
  told: Pick<CallOptions, 'onText' | 'onFirstToken'>,
): Promise<ParsedAnswer | FailedChat> {
  const chat = createChatStream(told);
  const result = await readStream(http, post, deadline, chat.onEvent);
  if (!('doneAt' in result)) return { ...result, partial: chat.text() };
  if (chat.isFinished()) return { ...gatewayFallback(result.headers), ...chat.result(calledAt, result) };
  return { ...result, broken: new Error('the stream ended without a finish reason') };
}

function connectEmbedding(
  transport: () => Promise<Transport>,
  toRequest: (body: object) => HttpPost,
  redact: Redaction,
  modelId: string,
  maxTexts: number,
): Embed {
  return async (texts, options) => {
    checkTexts(texts, maxTexts);
    const http = await transport();
    return attemptCall(options, redact, async ({ signal }, startedAt) => {
      const body = { model: modelId, input: texts, encoding_format: 'float' };
      const result = await readWholeBody(http, toRequest(body), signal);
      if (!isAnswered(result)) return result;
      const parsed = readEmbeddings(parseJson(result.body), texts.length);
      if (typeof parsed === 'string') return { ...result, unreadable: parsed };
      return { ok: true, ...parsed, latencyMs: performance.now() - startedAt };
    });
  };
}

/** What does not change between the calls to one address is made once. */
function toPost(options: OpenAICompatibleOptions, path: string): (body: object) => HttpPost {
  const url = new URL(options.baseUrl);
  const headers = {
    'content-type': 'application/json',
    // Bodies are small and mostly local; undecoded bytes are the ones whose arrival can be timed.
    'accept-encoding': 'identity',
    ...accountHeaders(options),
  };
  const target = { origin: url.origin, path: url.pathname.replace(/\/$/, '') + path + url.search, headers };
  return (body) => ({ ...target, body: JSON.stringify(body) });
}

const accountHeaders = ({ apiKey, headers }: OpenAICompatibleOptions) => ({
  ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  ...headers,
});
