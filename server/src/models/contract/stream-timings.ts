/**
 * When the parts of a streamed answer came, in ms since the call, by the monotonic clock and in the turn
 * in which the bytes arrived. `t_send`, `t_1`, `t_n` and `t_done` are the names the metrics are defined by.
 */
export interface StreamTimings {
  /** `performance.now()` at the call: what the times below count from. */
  calledAt: number;
  /** t_send: the request was being written to its connection. */
  sentMs: number;
  /** t_1: the first token of any kind, reasoning included. An empty chunk that only names a role has none. */
  firstTokenMs: number | null;
  /** The first token of the visible answer; later than `firstTokenMs` where the model reasoned before it. */
  firstTextMs: number | null;
  /** t_n: the last token of any kind. */
  lastTokenMs: number | null;
  /** t_done: the stream was closed. */
  doneMs: number;
  /** Every chunk that carried tokens, in order; the gaps between them are the inter-chunk times. */
  chunks: readonly TokenChunk[];
}

export interface TokenChunk {
  atMs: number;
  kind: 'text' | 'reasoning' | 'tool';
  /** Characters (UTF-16 units), since a stream does not say how many tokens a chunk holds. */
  length: number;
}

/**
 * The timings of a stream. `content` is all its text chunks together: what of it is reasoning in tags can
 * only be told at the end, so the chunks are named then.
 */
export function toStreamTimings(
  times: Pick<StreamTimings, 'calledAt' | 'sentMs' | 'doneMs'>,
  chunks: readonly TokenChunk[],
  visible: readonly boolean[],
): StreamTimings {
  const named = chunks.map((chunk, i) =>
    chunk.kind === 'text' && visible[i] === false ? { ...chunk, kind: 'reasoning' as const } : chunk,
  );
  return {
    ...times,
    firstTokenMs: chunks[0]?.atMs ?? null,
    firstTextMs: named.find(({ kind }) => kind === 'text')?.atMs ?? null,
    lastTokenMs: chunks.at(-1)?.atMs ?? null,
    chunks: named,
  };
}
