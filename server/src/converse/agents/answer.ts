import type { Actor } from '../../kernel/actor.ts';
import type { SearchResults } from '../../knowledge/search/search.ts';

/** A question to an agent. */
export interface Question {
  /** The actor that asked; agents act with its permissions. */
  actor: Actor;
  workspaceId: string;
  /** The message that contains the answer. */
  messageId: string;
  /** The question, without a leading `@name`. */
  text: string;
  /** Earlier messages, oldest first; the oldest are omitted if there are too many, but pinned ones never. */
  before: readonly Turn[];
  /** Cost accounting of model calls; null if costs are not limited. */
  spending: Spending | null;
}

/** The shared spending limit of an actor's answers. */
export interface Spending {
  /**
   * Reserves the maximum cost of a model call in USD. Returns a function that takes the actual cost; null = unknown,
   * which counts as the maximum. Throws `limit_exceeded` if no more may be spent.
   */
  begin(mostUsd: number): Promise<(usd: number | null) => Promise<void>>;
}

export interface Turn {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
}

/** A quotation that was found in its source, which does not prove what is said about it. */
export interface Citation {
  /** The number from 1 that refers to it in the content, such as `[1]`. */
  mark: number;
  /** The text of the chunk from `start` to `end`. */
  quote: string;
  chunk_id: string;
  source_id: string;
  source_title: string;
  /** Offsets in the text of the chunk, in UTF-16 code units. */
  start: number;
  end: number;
  /** The position of the chunk, as in search results. */
  location: SearchResults['results'][number]['location'];
  /** A deep link; null if there is none. */
  url: string | null;
}

/** A tool that was called. */
export interface Step {
  tool: string;
  input: unknown;
  output: unknown;
  failed: boolean;
  took_ms: number;
}

/** What an answer created: a draft, which can be undone, or a requested approval. */
export interface CreatedResource {
  kind: 'scenario' | 'stack' | 'approval';
  id: string;
  name: string;
}

/** Tokens as counted by the provider; null if it reports none. */
export interface Usage {
  input_tokens: number | null;
  output_tokens: number | null;
  /** A decimal; null if no price is known. */
  cost_usd: string | null;
}

/** A piece of an answer, in the order in which a reader should see it. */
export type Part =
  /** Appended to the content. */
  | { type: 'text'; text: string }
  /** Precedes the text that contains its mark. */
  | { type: 'citation'; citation: Citation }
  | { type: 'step'; step: Step }
  | { type: 'made'; made: CreatedResource }
  /** Total usage so far. */
  | { type: 'usage'; usage: Usage };

export type AgentName = 'researcher' | 'scenario-drafter' | 'stack-proposer' | 'evaluator' | 'explainer';

/** One agent of the assistant. */
export interface Agent {
  name: AgentName;
  /** Throws `AppError` if the agent cannot continue, and the signal's reason if it is aborted. */
  answer(question: Question, signal: AbortSignal): AsyncIterable<Part>;
}
