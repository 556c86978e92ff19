import type { KeywordPlan } from './keyword/keyword-plan.ts';
import type { Fallback, SearchMode } from './query/run-query.ts';
import type { Backlog } from './sync/embedding-sync.ts';
import type { NoQueryVector } from './sync/query-embedder.ts';

// The warnings of a search. The word before a colon is a stable code.

export const INDEX_BEHIND_WARNING =
  'index_behind: the index does not hold the latest changes yet; search again in a moment.';

export const DEADLINE_WARNING =
  'deadline_reached: the search reached its deadline of 1 s; these are the results found until then.';

export const PHRASE_ABSENT_WARNING =
  'phrase_absent: no chunk holds a phrase in quotation marks as it is written, so its words were searched for instead.';

/** Up to this share of new chunks, a model hardly differs from one trained on all of them. */
const MAY_BE_UNSEEN = 0.1;

/** Chunks that the model was not trained on have a vector made from the known words. */
export function modelWarnings(unseen: number): string[] {
  if (unseen <= MAY_BE_UNSEEN) return [];
  const share = Math.round(100 * unseen);
  return [
    `model_behind: the search model was not trained on ${share} % of the chunks, so they may rank lower until it is trained again; search again in a moment.`,
  ];
}

export function queryWarnings(plan: KeywordPlan): string[] {
  if (plan.scored.length > 0) return [];
  return [
    plan.without.length > 0
      ? 'The query only excludes words; add a word to search for.'
      : 'The query has no letter or digit to search for.',
  ];
}

/**
 * Why keyword search was used. A request without a mode gets no warning that there is no model yet.
 *
 * @param failure why the embedding model returned no vector for the query
 */
export function fallbackWarnings(
  fallback: Fallback | null,
  requested: SearchMode | null,
  failure: NoQueryVector | null,
): string[] {
  if (fallback === null || (requested === null && fallback === 'no_model')) return [];
  const warnings = {
    no_model:
      'semantic_not_ready: the workspace has no trained model yet, so keyword search was used; search again in a moment.',
    too_large:
      'semantic_unavailable: the vectors of the workspace need more memory than this node allows (SEARCH_MEMORY_BYTES), so keyword search was used.',
    unknown_words:
      'semantic_unknown_words: the model of the workspace does not know these words, so keyword search was used.',
    not_embedded: notEmbedded(failure),
  };
  return [warnings[fallback]];
}

function notEmbedded(failure: NoQueryVector | null): string {
  if (failure === null)
    return 'embedding_unavailable: the index has vectors of another embedding model, so keyword search was used.';
  const { why, message } = failure;
  return why === 'late'
    ? `embedding_late: the embedding model ${message}, so keyword search was used; the vector is kept when it comes, so search again in a moment.`
    : `embedding_unavailable: the embedding model ${message}; so keyword search was used.`;
}

/** Chunks without a vector of the embedding model are found by keyword only. */
export function backlogWarnings(backlog: Backlog | null | undefined): string[] {
  if (!backlog) return [];
  const { left, failure } = backlog;
  return [
    failure === null
      ? `embedding_behind: ${left} chunks wait for the embedding model; until then they are found by keyword only.`
      : `embedding_unavailable: the embedding model fails (${failure}) and is tried again; until it answers, ${left} chunks are found by keyword only.`,
  ];
}
