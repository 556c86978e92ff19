import type { Phrase } from '../index/index-schema.ts';

/** What a query asks of the keyword index. */
export interface KeywordPlan {
  /** Each list is a set of alternatives; a result holds at least one of each list. */
  required: Phrase[][];
  /** Phrases that give a chunk its score; without `required`, a result holds at least one of them. */
  scored: Phrase[];
  /** A chunk that holds one of them is not a result. */
  without: Phrase[];
}
