/** Tokens counted by the server; null if it did not report them. Output includes reasoning. */
export interface ChatUsage {
  input_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
  cached_tokens: number | null;
}

export const NO_USAGE: ChatUsage = {
  input_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  cached_tokens: null,
};
