import type {
  EmbeddingModelV4,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import type { AddressRules } from '../../../kernel/address-guard.ts';
import { isObject, parseJson } from '../../../kernel/json.ts';
import type { BatchSettings } from '../../../platform/config-providers.ts';
import type { Batches, BatchPrice } from '../../contract/batches.ts';
import type { Call, CallOptions, ChatMessage, ChatRequest, ToolSpec } from '../../contract/chat.ts';
import type { Embed } from '../../contract/embedding.ts';
import type { ModelQuirks } from '../../contract/quirks.ts';
import type { Serving } from '../../contract/serving.ts';
import type { Adapter } from '../adapter.ts';
import { withBatchSettings } from '../batches/batch-settings.ts';
import { createBatchExchange, type Exchange } from '../batches/exchange.ts';
import { attemptCall } from '../http/attempt.ts';
import { attemptChat, type FailedChat, type ParsedAnswer } from '../http/attempt-chat.ts';
import { type Authorization, openAccountTransport } from '../http/authorization.ts';
import type { Deadline } from '../http/deadline.ts';
import { hasOnlyComments } from '../http/event-stream.ts';
import type { WireFailure } from '../http/failures.ts';
import { gatewayFallback } from '../http/gateway-fallback.ts';
import { createAccountRedaction, type Redaction } from '../http/redaction.ts';
import { STREAM_EXPECTED_MESSAGE } from '../http/stream-body.ts';
import type { Transport } from '../http/transport.ts';
import { decodeChunks } from '../http/whole-body.ts';
import { checkTexts, checkVectors } from '../openai-protocol/vectors.ts';
import { type CapturedExchange, createCapturedFetch, isEventStream } from './captured-fetch.ts';
import { type ReadUsage, readGeneratedAnswer, readStreamParts } from './sdk-answer.ts';

export interface SdkOptions {
  baseUrl: string;
  apiKey?: string;
  headers?: Record<string, string>;
  /** Maximum number of texts in one embedding call, if lower than that of the kind. */
  maxTexts?: number;
  /** The operator's batch settings; false disables batches. */
  batches?: BatchSettings | false;
  /** The addresses it may connect to; default: any. */
  guard?: AddressRules;
  /** How requests are authorized if not by a key in a header. */
  authorization?: Authorization | undefined;
  /** Further secrets of the account. */
  secrets?: readonly string[];
}

/** The arguments of a package's factory; each call creates its own provider, so that `fetch` belongs to the call. */
export interface SdkSettings {
  baseURL: string;
  apiKey: string;
  headers: Record<string, string>;
  fetch: typeof globalThis.fetch;
}

/** One provider package: what distinguishes its adapter. */
export interface SdkPackage {
  chat(settings: SdkSettings, modelId: string): LanguageModelV4;
  /** Null if the provider has no embeddings. */
  embedding: ((settings: SdkSettings, modelId: string) => EmbeddingModelV4) | null;
  readUsage: ReadUsage;
  /** The option that sends a token limit as `max_completion_tokens`; only if the protocol has that name. */
  maxCompletionTokens?(limit: number): SharedV4ProviderOptions;
}

export interface SdkKind {
  /** Imports the package; called once, at the first call. */
  load(): Promise<SdkPackage>;
  /** Maximum number of texts in one embedding call; 0 without embeddings. */
  maxTexts: number;
  /**
   * Serving parameters as fields of the body. A package drops parameters that it believes a model does not accept, and
   * only mentions it in the response; these are always sent, so that the server decides.
   */
  toWireServing(serving: Serving): Readonly<Record<string, unknown>>;
  /** Batches of an account; absent if the provider has none. */
  batches?: {
    headers(options: SdkOptions): Record<string, string>;
    create(exchange: Exchange): Batches;
    price: BatchPrice;
  };
}

interface OpenedModel {
  transport: Transport;
  sdk: SdkPackage;
  toWireServing: SdkKind['toWireServing'];
}

/** An adapter for one of the AI SDK's provider packages, with our own transport and clock. */
export function createSdkAdapter(options: SdkOptions, kind: SdkKind): Adapter {
  let opening: Promise<OpenedModel> | undefined;
  const open = () => {
    opening ??= Promise.all([openAccountTransport(account), kind.load()]).then(([transport, sdk]) => ({
      transport,
      sdk,
      toWireServing: kind.toWireServing,
    }));
    return opening;
  };
  const { guard, authorization } = options;
  const account = { authorization, ...(guard && { guard }) };
  const maxTexts = Math.min(options.maxTexts ?? kind.maxTexts, kind.maxTexts);
  const redact = createAccountRedaction(options);
  const batches = options.batches === false ? undefined : kind.batches;
  const headers = { ...batches?.headers(options), ...options.headers };
  const exchange = batches && createBatchExchange({ baseUrl: options.baseUrl, headers, redact, ...account });
  return {
    connect: (modelId, quirks) => connectChat(open, options, redact, modelId, quirks),
    ...(exchange && {
      batches: {
        ...withBatchSettings(batches.create(exchange), batches.price, options.batches || {}),
        connectOver: (transport, modelId, quirks) =>
          connectChat(async () => ({ ...(await open()), transport }), options, redact, modelId, quirks),
      },
    }),
    connectEmbedding: (modelId) =>
      maxTexts === 0 ? null : { embed: connectEmbedding(open, options, redact, modelId, maxTexts), maxTexts },
    async stop() {
      await Promise.all([(await opening)?.transport.stop(), exchange?.stop()]);
    },
  };
}

function connectChat(
  open: () => Promise<OpenedModel>,
  options: SdkOptions,
  redact: Redaction,
  modelId: string,
  { maxTokensParameter }: ModelQuirks,
): Call {
  return async (request, call) => {
    const { transport, sdk, toWireServing } = await open();
    const extra = request.serving && toWireServing(request.serving);
    return attemptChat(
      call,
      redact,
      async (deadline, calledAt, told) => {
        const captured = { ...capture(calledAt), ...(extra && { extra }) };
        const model = sdk.chat(toSettings(options, transport, captured, deadline), modelId);
        const rename = maxTokensParameter === 'max_completion_tokens' ? sdk.maxCompletionTokens : undefined;
        const asked = toCallOptions(request, deadline.signal, rename);
        const parsed = await orWireFailure(captured, async () =>
          call.stream === true
            ? stream(model, asked, captured, calledAt, { ...told, readUsage: sdk.readUsage })
            : whole(model, asked, captured, sdk.readUsage),
        );
        if (!('text' in parsed)) return { ...parsed, sent: sentOf(captured) };
        return {
          ok: true,
          ...gatewayFallback(captured.headers),
          ...parsed,
          sent: sentOf(captured),
          latencyMs: performance.now() - calledAt,
        };
      },
      { ready: transport.ready },
    );
  };
}

async function whole(
  model: LanguageModelV4,
  asked: LanguageModelV4CallOptions,
  captured: CapturedExchange,
  readUsage: ReadUsage,
): Promise<ParsedAnswer | FailedChat> {
  const parsed = readGeneratedAnswer(await model.doGenerate(asked), readUsage, captured);
  if (typeof parsed !== 'string') return parsed;
  const { status, headers, pieces } = captured;
  return { status, headers, body: decodeChunks(pieces), unreadable: parsed };
}

async function stream(
  model: LanguageModelV4,
  asked: LanguageModelV4CallOptions,
  captured: CapturedExchange,
  calledAt: number,
  reading: Pick<CallOptions, 'onText' | 'onFirstToken'> & { readUsage: ReadUsage },
): Promise<ParsedAnswer | FailedChat> {
  const { stream: parts } = await model.doStream({ ...asked, includeRawChunks: true });
  const parsed = await readStreamParts(parts, captured, calledAt, reading);
  const isStream = isEventStream(captured) && captured.eventsAt.length > 0;
  if ('text' in parsed || captured.broken !== undefined || isStream) return parsed;
  const body = decodeChunks(captured.pieces);
  if (isEventStream(captured) && hasOnlyComments(body)) return parsed;
  return { ...parsed, broken: undefined, body, isEvent: undefined, unreadable: STREAM_EXPECTED_MESSAGE };
}

function connectEmbedding(
  open: () => Promise<OpenedModel>,
  options: SdkOptions,
  redact: Redaction,
  modelId: string,
  maxTexts: number,
): Embed {
  return async (texts, call) => {
    checkTexts(texts, maxTexts);
    const { transport, sdk } = await open();
    return attemptCall(call, redact, async (deadline, calledAt) => {
      const captured = capture(calledAt);
      const model = sdk.embedding?.(toSettings(options, transport, captured, deadline), modelId);
      const result = await orWireFailure(captured, async () =>
        model?.doEmbed({ values: [...texts], abortSignal: deadline.signal }),
      );
      if (result === undefined || !('embeddings' in result)) return result ?? {};
      const vectors = checkVectors(result.embeddings, texts.length);
      if (typeof vectors === 'string') return { status: captured.status, unreadable: vectors };
      const body = result.response?.body;
      return {
        ok: true,
        vectors,
        dimensions: vectors[0]?.length ?? 0,
        usage: { input_tokens: result.usage?.tokens ?? null },
        returnedModel: isObject(body) && typeof body.model === 'string' ? body.model : null,
        latencyMs: performance.now() - calledAt,
      };
    });
  };
}

const capture = (calledAt: number): CapturedExchange => ({
  sentBody: '',
  sentAt: calledAt,
  eventsAt: [],
  isDone: false,
  pieces: [],
});

/** The exchange on the wire says more than the error of a package. */
async function orWireFailure<T>(captured: CapturedExchange, run: () => Promise<T>): Promise<T | WireFailure> {
  try {
    return await run();
  } catch (error) {
    const { address, status, headers, broken, errorEvent } = captured;
    if (broken !== undefined) return { address, status, headers, broken };
    if (status === undefined) throw error; // nothing was sent: a defect, not a failure of the server
    const unreadable = error instanceof Error ? error.message : String(error);
    const seen =
      errorEvent === undefined
        ? { body: decodeChunks(captured.pieces) }
        : { body: errorEvent, isEvent: true };
    return { status, headers, ...seen, unreadable };
  }
}

function toSettings(
  { baseUrl, apiKey = '', headers = {} }: SdkOptions,
  transport: Transport,
  captured: CapturedExchange,
  { touch }: Deadline,
): SdkSettings {
  return { baseURL: baseUrl, apiKey, headers, fetch: createCapturedFetch(transport, captured, touch) };
}

function toCallOptions(
  { messages, temperature, maxTokens, seed, tools, toolChoice }: ChatRequest,
  abortSignal: AbortSignal,
  rename: SdkPackage['maxCompletionTokens'],
): LanguageModelV4CallOptions {
  const limit = (most: number) =>
    rename === undefined ? { maxOutputTokens: most } : { providerOptions: rename(most) };
  return {
    prompt: messages.map(toPromptMessage),
    abortSignal,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : limit(maxTokens)),
    ...(seed === undefined ? {} : { seed }),
    ...(tools && tools.length > 0
      ? { tools: tools.map(toFunctionTool), ...(toolChoice && { toolChoice: { type: toolChoice } }) }
      : {}),
  };
}

function toFunctionTool({ name, description, parameters }: ToolSpec): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: parameters };
}

function toPromptMessage(message: ChatMessage): LanguageModelV4Prompt[number] {
  const text = { type: 'text' as const, text: message.content };
  if (message.role === 'tool') {
    const { role, content, toolCallId, toolName } = message;
    const output = { type: 'text' as const, value: content };
    return { role, content: [{ type: 'tool-result', toolCallId, toolName, output }] };
  }
  if (message.role === 'assistant') {
    const calls = (message.toolCalls ?? []).map((call) => ({
      type: 'tool-call' as const,
      toolCallId: call.id,
      toolName: call.name,
      input: parseJson(call.arguments) ?? {},
    }));
    return { role: message.role, content: message.content === '' ? calls : [text, ...calls] };
  }
  return message.role === 'system'
    ? { role: message.role, content: message.content }
    : { role: message.role, content: [text] };
}

// Fields that are not parameters: messages under each protocol's name, and the model's name.
const NOT_PARAMETERS = new Set(['model', 'messages', 'system', 'contents', 'systemInstruction']);

function sentOf({ sentBody }: CapturedExchange): Readonly<Record<string, unknown>> {
  const body = parseJson(sentBody);
  return Object.fromEntries(
    Object.entries(isObject(body) ? body : {}).filter(([name]) => !NOT_PARAMETERS.has(name)),
  );
}
