import type { Picodollars } from '../../kernel/money.ts';
import type { Passage } from './endpoint.ts';
import type { CallFailure } from './failure.ts';
import type { Serving } from './serving.ts';
import type { StreamTimings } from './stream-timings.ts';
import type { ChatUsage } from './usage.ts';

/** Types that every adapter uses: requests to a model and their outcomes. */

/** A message with text only. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A message of a conversation with tools. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] }
  /** The result of the tool call with this id. */
  | { role: 'tool'; content: string; toolCallId: string; toolName: string };

/** A tool that a model may call. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64 of them, as every protocol accepts. */
  name: string;
  description: string;
  /** A JSON Schema of type object. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A tool call by a model. Not checked: the tool may not exist, and the arguments may not match it. */
export interface ToolCall {
  id: string;
  name: string;
  /** The arguments as the model wrote them; they should be a JSON object. */
  arguments: string;
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  temperature?: number;
  /** Maximum number of tokens that the model may write, including reasoning. */
  maxTokens?: number;
  /** Sent to the provider, which may ignore it. */
  seed?: number;
  serving?: Serving;
  /** Fields of the item, for endpoint templates; models receive only messages. */
  fields?: Readonly<Record<string, string>>;
  /** Passages to answer from, for applications whose template uses them; models receive only messages. */
  passages?: readonly Passage[];
  /** The conversation to continue, if the application keeps it: `session` of an earlier response. */
  session?: string;
  tools?: readonly ToolSpec[];
  /** `none`: the tools were called before, and none may be called now. */
  toolChoice?: 'none';
}

export { type ChatUsage, NO_USAGE } from './usage.ts';

/**
 * `length`: the token limit was reached, so the text is truncated. `other` without `finishDetail`: no reason was given.
 */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'other';

export interface ChatAnswer {
  ok: true;
  /** The response without reasoning. */
  text: string;
  /** Reasoning that the model returned (`reasoning_content`, `<think>…</think>`); null if there was none. */
  reasoning: string | null;
  finishReason: FinishReason;
  /**
   * The server’s own words for the end of the response if `finishReason` does not express them: filters (`SAFETY`,
   * `violence (medium)`), or another reason. At most 400 characters; absent if there are none.
   */
  finishDetail?: string;
  /** Tool calls by the model; absent if there are none. */
  toolCalls?: readonly ToolCall[];
  usage: ChatUsage;
  /** The cost that the application reports, in 10⁻¹² USD; absent if it reports none. */
  cost?: Picodollars;
  /** The passages that the application says it answered from; absent if it reports none. */
  passages?: readonly Passage[];
  /** The id of the conversation, if the application keeps it. */
  session?: string;
  /** The model name that the server returned; null if it returned none. */
  returnedModel: string | null;
  /** The server's name for its configuration; absent if it returned none. */
  fingerprint?: string;
  /** The route of a response behind a router, if reported. */
  route?: string;
  /** The parameters that the request contained, under the provider's names. */
  sent: Readonly<Record<string, unknown>>;
  /** The arrival times of the response's parts; present if it was streamed. */
  timings?: StreamTimings;
  /** From the call to the end of the response, by the monotonic clock. */
  latencyMs: number;
}

export type ChatOutcome = ChatAnswer | CallFailure;

export interface CallOptions {
  /** Aborts the call: the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The time limit of this attempt; exceeding it gives the outcome `timeout`. */
  timeoutMs: number;
  /** Requests a stream, so that `timings` contains the arrival times. */
  stream?: boolean;
  /** The same for each attempt of a request, so that the server can recognise a retry. */
  requestId?: string;
  /** Called with each piece of text of a streamed response, without reasoning. */
  onText?: (text: string) => void;
  /** Called once with the first token of a streamed response, including reasoning, and the model name in it. */
  onFirstToken?: (returnedModel: string | null) => void;
  /** Maximum pause of a stream once it began; default 60 s. Exceeding it gives the outcome `timeout`. */
  idleTimeoutMs?: number;
}

/** One call to one model. Failures are outcomes; it rejects only if the caller aborts it. */
export type Call = (request: ChatRequest, options: CallOptions) => Promise<ChatOutcome>;
