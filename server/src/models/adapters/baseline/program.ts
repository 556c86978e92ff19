/** What a baseline program is given: the question as it would go to a model. */
export interface ProgramInput {
  /** The last user message. */
  prompt: string;
  seed: number;
}

/** A small program that answers from the prompt alone: no network, no state, the same answer every time. */
export interface Program {
  id: string;
  /** One honest sentence for `GET /providers`. */
  description: string;
  answer(input: ProgramInput): string;
}
