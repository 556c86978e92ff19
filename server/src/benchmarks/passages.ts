/** A chunk of a source, as it is copied into items. */
export interface Passage {
  chunkId: string;
  /** The title of its source. */
  title: string;
  /** The headings it stands under, outermost first. */
  heading: readonly string[];
  text: string;
}

/** What the sources of a workspace say, for benchmarks that ask about it. */
export interface Passages {
  /** All passages of the sources that are ready, a page at a time, in the same order while no source changes. */
  all(): AsyncIterable<readonly Passage[]>;
  /** Those that the workspace's search finds by the words of `query`, the best first. */
  find(query: string, limit: number): Promise<Passage[]>;
}
