import type { Picodollars } from '../../kernel/money.ts';
import type { Passage } from './endpoint.ts';
import type { CallFailure } from './failure.ts';
import type { Serving } from './serving.ts';
import type { StreamTimings } from './stream-timings.ts';
import type { ChatUsage } from './usage.ts';

/** Types that every adapter uses: requests to a model and their outcomes. */

/** A message of words alone. */
export interface TextMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** A message of a conversation in which tools may be called. */
export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; toolCalls?: readonly ToolCall[] }
  /** What a tool returned to the call with this id. */
  | { role: 'tool'; content: string; toolCallId: string; toolName: string };

/** A tool that a model may ask for. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64 of them: what every protocol takes. */
  name: string;
  description: string;
  /** A JSON Schema of type object. */
  parameters: Readonly<Record<string, unknown>>;
}

/** A call that a model asks for. Nothing has checked that the tool exists or that the arguments fit it. */
export interface ToolCall {
  id: string;
  name: string;
  /** As the model wrote them; they should be a JSON object. */
  arguments: string;
}

export interface ChatRequest {
  messages: readonly ChatMessage[];
  temperature?: number;
  /** The most tokens the model may write, reasoning included. */
  maxTokens?: number;
  /** Passed to the provider, which may or may not honour it. */
  seed?: number;
  serving?: Serving;
  /** Fields of the item that is asked, for what has templates; models are sent messages alone. */
  fields?: Readonly<Record<string, string>>;
  /** What is to be answered from, for applications whose template takes it; models are sent messages alone. */
  passages?: readonly Passage[];
  /** The conversation that goes on, where who is asked keeps it: `session` of an earlier answer. */
  session?: string;
  tools?: readonly ToolSpec[];
  /** `none`: the tools are what was called before, and none may be called now. */
  toolChoice?: 'none';
}

export { type ChatUsage, NO_USAGE } from './usage.ts';

/** `length` = the token limit was hit, so the text is truncated. `other` without a `finishDetail`: no reason came. */
export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'other';

export interface ChatAnswer {
  ok: true;
  /** The response without reasoning. */
  text: string;
  /** Reasoning the model showed (`reasoning_content`, `<think>…</think>`); null when there was none. */
  reasoning: string | null;
  finishReason: FinishReason;
  /**
   * The server’s own words for why it ended, where `finishReason` does not say it: the filters that cut it (`SAFETY`,
   * `violence (medium)`), or a reason that is none of ours. At most 400 characters; there only where it says any.
   */
  finishDetail?: string;
  /** The tools that the model asks for; there only where it asks for any. */
  toolCalls?: readonly ToolCall[];
  usage: ChatUsage;
  /** What who answered says that it cost, in 10⁻¹² USD; absent where it says nothing. */
  cost?: Picodollars;
  /** What it says it answered from; there only where it says any. */
  passages?: readonly Passage[];
  /** The conversation by which it goes on, where who answered keeps it. */
  session?: string;
  /** The model name the server returned; null when it did not say. */
  returnedModel: string | null;
  /** What the server calls the configuration that answered; there only where it says. */
  fingerprint?: string;
  /** The route of a response behind a router, if reported. */
  route?: string;
  /** The parameters the request really carried, under the names of the provider's protocol. */
  sent: Readonly<Record<string, unknown>>;
  /** When the parts of the answer came; there when it was streamed. */
  timings?: StreamTimings;
  /** From the call to the whole answer read, by the monotonic clock. */
  latencyMs: number;
}

export type ChatOutcome = ChatAnswer | CallFailure;

export interface CallOptions {
  /** Aborting it gives the call up: the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** The deadline of this one attempt; passing it is the outcome `timeout`. */
  timeoutMs: number;
  /** Have the answer streamed, so that `timings` says when its parts came. */
  stream?: boolean;
  /** Same for each attempt of one request, so that the server can recognise a repeat. */
  requestId?: string;
  /** Called with each piece of text of a streamed response, without reasoning. */
  onText?: (text: string) => void;
  /** Called once with the first token of a streamed response, reasoning included, and the model name in it. */
  onFirstToken?: (returnedModel: string | null) => void;
  /** How long a stream may stand still once it began; default 60 s. Passing it is the outcome `timeout`. */
  idleTimeoutMs?: number;
}

/** One question to one model. Failures are outcomes; it rejects only when the caller aborts. */
export type Call = (request: ChatRequest, options: CallOptions) => Promise<ChatOutcome>;
