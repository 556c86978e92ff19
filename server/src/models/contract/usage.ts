/** Tokens counted by the server; null if it did not report them. Output includes reasoning. */
export interface ChatUsage {
  input_tokens: number | null;
  output_tokens: number | null;
  reasoning_tokens: number | null;
  cached_tokens: number | null;
  /** Input tokens written to the cache, usually for 5 minutes; absent if the server does not count them. */
  cache_write_tokens?: number;
  /** Input tokens written to the cache for an hour. */
  cache_write_1h_tokens?: number;
  /** The server's name of the service tier that served the request; absent if it names none. */
  service_tier?: string;
}

export const NO_USAGE: ChatUsage = {
  input_tokens: null,
  output_tokens: null,
  reasoning_tokens: null,
  cached_tokens: null,
};
