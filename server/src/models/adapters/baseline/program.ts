/** The input of a baseline program: the question as a model would receive it. */
export interface ProgramInput {
  /** The last user message. */
  prompt: string;
  seed: number;
}

/** A small program that answers from the prompt alone: no network, no state, always the same answer. */
export interface Program {
  id: string;
  /** A description for `GET /providers`, in one sentence. */
  description: string;
  answer(input: ProgramInput): string;
}
