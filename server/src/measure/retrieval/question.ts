import type { GraderSpec } from '../graders/graders.ts';

/** What a target is shown: its own passages, those that are right, or none. */
export const CONDITIONS = ['retrieved', 'gold', 'none'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A passage that was put into a prompt, or that an application says it answered from. */
export interface ShownPassage {
  id: string | null;
  text: string;
}

/** A passage that answers a question, or helps to. */
export interface Relevant {
  /** Its words: a passage that has them is this one. */
  quote?: string;
  /** Of a passage of the workspace, or as an application names it. */
  id?: string;
  /** What is shown in its place where right passages are given. */
  text: string;
  /** How much it is worth, 1 or more. */
  gain: number;
}

/** How a question stands in a file: what its passages say is looked up before it is asked. */
export interface WrittenRelevant extends Omit<Relevant, 'text'> {
  text?: string;
  /** The source that has the quote, by id or title. */
  source?: string;
}

export interface WrittenQuestion {
  question: string;
  /** Null where nothing answers it. */
  answer: { expected: string | string[]; grader: GraderSpec } | null;
  relevant: readonly WrittenRelevant[];
  /** What else counts as saying that there is no answer. */
  refusal: readonly string[];
  cluster?: string;
  metadata?: Record<string, unknown>;
}

/** What an item of retrieval has beside its question and what is expected. */
export interface RetrievalItem {
  condition: Condition;
  isAnswerable: boolean;
  relevant: readonly Relevant[];
  refusal: readonly string[];
}
