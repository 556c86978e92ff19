import type { LanguageModelV4, LanguageModelV4GenerateResult, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Agent } from 'undici';
import type {
  CallOptions,
  ChatAnswer,
  ChatMessage,
  ChatOutcome,
  ChatRequest,
  ChatUsage,
  FinishReason,
} from '../chat.ts';
import { splitReasoning } from '../reasoning.ts';
import type { Adapter } from './adapter.ts';

export interface OpenAICompatibleOptions {
  name: string;
  /** With the version path, e.g. `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey?: string;
  headers?: Record<string, string>;
}

// An answer of a chat model is kilobytes; a server that sends more than this is broken or hostile.
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Chat completions of OpenAI and every server that speaks its protocol, through the AI SDK's package. */
export function createOpenAICompatible(options: OpenAICompatibleOptions): Adapter {
  let loading: Promise<Loaded> | undefined;
  const loaded = () => {
    loading ??= load(options);
    return loading;
  };
  return {
    connect(modelId) {
      let model: LanguageModelV4 | undefined;
      return async (request, call) => {
        const { languageModel, toFailure } = await loaded();
        model ??= languageModel(modelId);
        return attempt(model, request, call, (error) => toFailure(error, secretsOf(options)));
      };
    },
    async stop() {
      if (loading !== undefined) await (await loading).agent.destroy();
    },
  };
}

interface Loaded {
  languageModel(modelId: string): LanguageModelV4;
  toFailure: typeof import('./failures.ts').toFailure;
  agent: Agent;
}

/**
 * Loaded on the first call: undici and the SDK take 130 ms to import, which a start need not pay.
 * The number of sockets is not capped here, since the limiter decides how many calls are in flight;
 * undici's own time-outs are off, since every call has a deadline of ours.
 */
async function load(options: OpenAICompatibleOptions): Promise<Loaded> {
  const [sdk, undici, failures] = await Promise.all([
    import('@ai-sdk/openai-compatible'),
    import('undici'),
    import('./failures.ts'),
  ]);
  const agent = new undici.Agent({
    keepAliveTimeout: 30_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  // A redirect is never followed: it would carry the configured headers to another server.
  const send = (url: unknown, init: object | undefined) =>
    undici.fetch(String(url), { ...init, dispatcher: agent, redirect: 'manual' });
  const provider = sdk.createOpenAICompatible({
    name: options.name,
    baseURL: options.baseUrl,
    fetch: send as unknown as typeof globalThis.fetch, // the same interface, declared twice
    ...(options.apiKey === undefined ? {} : { apiKey: options.apiKey }),
    ...(options.headers === undefined ? {} : { headers: options.headers }),
  });
  return { languageModel: (id) => provider.chatModel(id), toFailure: failures.toFailure, agent };
}

async function attempt(
  model: LanguageModelV4,
  request: ChatRequest,
  { signal, timeoutMs }: CallOptions,
  mapError: (error: unknown) => ReturnType<Loaded['toFailure']>,
): Promise<ChatOutcome> {
  signal?.throwIfAborted();
  const startedAt = performance.now();
  const deadline = withDeadline(timeoutMs, signal);
  try {
    const result = await model.doGenerate(toCallOptions(request, deadline.signal));
    return toAnswer(result, performance.now() - startedAt);
  } catch (error) {
    const latencyMs = performance.now() - startedAt;
    signal?.throwIfAborted();
    if (deadline.passed()) {
      return { ok: false, class: 'timeout', message: `No whole answer within ${timeoutMs} ms.`, latencyMs };
    }
    return { ok: false, latencyMs, ...mapError(error) };
  } finally {
    deadline.clear();
  }
}

/** One abort controller for both reasons to give up; nothing stays attached to the caller's signal. */
function withDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  const onAbort = () => controller.abort();
  outer?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    passed: () => late,
    clear() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', onAbort);
    },
  };
}

function toCallOptions(request: ChatRequest, abortSignal: AbortSignal) {
  return {
    prompt: request.messages.map(toPromptMessage),
    abortSignal,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.maxTokens === undefined ? {} : { maxOutputTokens: request.maxTokens }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
  };
}

function toPromptMessage({ role, content }: ChatMessage): LanguageModelV4Prompt[number] {
  if (role === 'system') return { role, content };
  return { role, content: [{ type: 'text', text: content }] };
}

function toAnswer(result: LanguageModelV4GenerateResult, latencyMs: number): ChatAnswer {
  const written = (type: 'text' | 'reasoning') =>
    result.content.flatMap((part) => (part.type === type && 'text' in part ? [part.text] : [])).join('');
  const { text, reasoning } = splitReasoning(written('text'));
  return {
    ok: true,
    text,
    reasoning: [written('reasoning'), reasoning ?? ''].filter(Boolean).join('\n\n') || null,
    finishReason: FINISH[result.finishReason.unified] ?? 'other',
    usage: toUsage(result.usage.raw),
    returnedModel: result.response?.modelId ?? null,
    latencyMs,
  };
}

const FINISH: Partial<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
};

/** From the server's own object: the SDK's normalised one turns what was not said into 0. */
function toUsage(raw: unknown): ChatUsage {
  return {
    input_tokens: tokens(raw, 'prompt_tokens'),
    output_tokens: tokens(raw, 'completion_tokens'),
    reasoning_tokens: tokens(field(raw, 'completion_tokens_details'), 'reasoning_tokens'),
    cached_tokens: tokens(field(raw, 'prompt_tokens_details'), 'cached_tokens'),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function tokens(value: unknown, name: string): number | null {
  const count = field(value, name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function secretsOf(options: OpenAICompatibleOptions): string[] {
  return [options.apiKey ?? '', ...Object.values(options.headers ?? {})];
}
