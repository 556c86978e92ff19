import type { SearchMode } from '../../knowledge/search/search.ts';
import type { ShownPassage } from '../retrieval/retrieval.ts';

/** A chunk of a source, as it is copied into items. */
export interface Passage {
  chunkId: string;
  sourceId: string;
  /** Whether its source is evaluation data rather than text to read. */
  isDataset: boolean;
  /** The title of its source. */
  title: string;
  /** The headings above the passage, outermost first. */
  heading: readonly string[];
  text: string;
}

/**
 * The passages of a workspace's sources, for benchmarks about them. Searches throw `not_ready` while this process
 * builds the index.
 */
export interface Passages {
  /** All passages of the sources that are ready, page by page, in the same order while no source changes. */
  all(): AsyncIterable<readonly Passage[]>;
  /** The best passages of the workspace's keyword search for the words of `query`. */
  find(query: string, limit: number): Promise<Passage[]>;
  /**
   * The best passages of a search with the settings of a stack; never evaluation data, which would contain the answers.
   */
  retrieve(query: string, how: Retrieval): Promise<ShownPassage[]>;
}

/** How a stack retrieves from the sources of its workspace. */
export interface Retrieval {
  /** Default: hybrid if the workspace has a search model, otherwise keyword. */
  mode?: SearchMode;
  /** Maximum number of passages. */
  k: number;
  /** Only from these sources. */
  source_ids?: readonly string[];
}

/** A passage as it is shown to models: its place and its text. */
export function shownPassage({ chunkId, title, heading, text }: Passage): ShownPassage {
  return { id: chunkId, text: `${[title, ...heading].join(' > ')}\n${text}` };
}
