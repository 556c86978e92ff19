import type { GraderSpec } from '../graders/graders.ts';

/** What a target is shown: its own passages, those that are right, or none. */
export const PASSAGE_CONDITIONS = ['retrieved', 'gold', 'none'] as const;
export type PassageCondition = (typeof PASSAGE_CONDITIONS)[number];

/** A passage that was put into a prompt, or that an application says it answered from. */
export interface ShownPassage {
  id: string | null;
  text: string;
}

/** A passage that answers a question, or helps to. */
export interface RelevantPassage {
  /** Its words: a passage that has them is this one. */
  quote?: string;
  /** Id of a passage of the workspace, or the name an application gives it. */
  id?: string;
  /** What is shown in its place where right passages are given. */
  text: string;
  /** How much it is worth, 1 or more. */
  gain: number;
}

/** A question as written in a file: its passages are looked up before it is asked. */
export interface WrittenRelevant extends Omit<RelevantPassage, 'text'> {
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
  condition: PassageCondition;
  isAnswerable: boolean;
  relevant: readonly RelevantPassage[];
  refusal: readonly string[];
}
