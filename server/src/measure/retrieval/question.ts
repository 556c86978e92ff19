import type { GraderSpec } from '../graders/graders.ts';

/** The passages shown to a target: those it retrieved, the right ones, or none. */
export const PASSAGE_CONDITIONS = ['retrieved', 'gold', 'none'] as const;
export type PassageCondition = (typeof PASSAGE_CONDITIONS)[number];

/** A passage in a prompt, or one that an application says it answered from. */
export interface ShownPassage {
  id: string | null;
  text: string;
}

/** A passage that answers a question, or helps to. */
export interface RelevantPassage {
  /** A quote: a passage that contains it is this one. */
  quote?: string;
  /** The id of a passage of the workspace, or an application's name for it. */
  id?: string;
  /** The text that is shown for it in the condition with the right passages. */
  text: string;
  /** Its gain for nDCG, 1 or more. */
  gain: number;
}

/** A question as written in a file: its passages are looked up before it is sent. */
export interface WrittenRelevant extends Omit<RelevantPassage, 'text'> {
  text?: string;
  /** The source with the quote, by id or title. */
  source?: string;
}

export interface WrittenQuestion {
  question: string;
  /** Null if nothing answers it. */
  answer: { expected: string | string[]; grader: GraderSpec } | null;
  relevant: readonly WrittenRelevant[];
  /** Further phrases that count as a refusal. */
  refusal: readonly string[];
  cluster?: string;
  metadata?: Record<string, unknown>;
}

/** The fields of a retrieval item besides its question and expected answer. */
export interface RetrievalItem {
  condition: PassageCondition;
  isAnswerable: boolean;
  relevant: readonly RelevantPassage[];
  refusal: readonly string[];
}
