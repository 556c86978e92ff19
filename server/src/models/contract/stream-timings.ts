/**
 * Arrival times of a streamed response's parts, in ms since the call, by the monotonic clock and in the turn in which
 * the bytes arrived. The definitions of the metrics use the names `t_send`, `t_1`, `t_n` and `t_done`.
 */
export interface StreamTimings {
  /** `performance.now()` at the call: the origin of the times below. */
  calledAt: number;
  /** t_send: the request was being written to its connection. */
  sentMs: number;
  /** t_1: the first token of any kind, including reasoning. An empty chunk that only names a role has none. */
  firstTokenMs: number | null;
  /** The first token of the visible response; later than `firstTokenMs` if the model reasoned before it. */
  firstTextMs: number | null;
  /** t_n: the last token of any kind. */
  lastTokenMs: number | null;
  /** t_done: the stream was closed. */
  doneMs: number;
  /** Every chunk with tokens, in order; the gaps between them are the inter-chunk times. */
  chunks: readonly TokenChunk[];
}

export interface TokenChunk {
  atMs: number;
  kind: 'text' | 'reasoning' | 'tool';
  /** Characters (UTF-16 units), because a stream does not report the number of tokens in a chunk. */
  length: number;
}

/**
 * The timings of a stream. `content` is the text of all chunks: only at the end is it known which part is reasoning in
 * tags, so chunks are classified then.
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
