import { LOCK_IN_TOLERANCES } from './lock-in-tolerances.ts';
import { TRAFFIC_PROFILES } from './traffic-profiles.ts';
import { WORKLOAD_PROFILES } from './workload-profiles.ts';

/**
 * The known words of an open string field. Any other word is also accepted; it then has the meaning of the fallback,
 * and a warning says so. Case, spaces and hyphens do not matter.
 */
interface Vocabulary<F, U = F> {
  /** The known words, in the order in which they are shown. */
  readonly words: readonly string[];
  /** The facts behind a word; those of the fallback for an unknown word and for null. */
  meaning(word: string | null): F | U;
  /** The warning for an unknown word; null for a known one and for null. */
  warning(word: string | null): string | null;
}

/**
 * @param field the name of the field, for the warning
 * @param fallback the meaning of an unknown word, also as a sentence
 */
function createVocabulary<F extends { readonly word: string }, U>(
  field: string,
  entries: readonly F[],
  fallback: { meaning: U; said: string },
): Vocabulary<F, U> {
  const known = new Map(entries.map((entry) => [entry.word, entry]));
  const words = [...known.keys()];
  const find = (word: string) => known.get(word) ?? known.get(normalise(word));
  return {
    words,
    meaning: (word) => (word === null ? undefined : find(word)) ?? fallback.meaning,
    warning(word) {
      if (word === null || find(word)) return null;
      return `${field} "${word}" is not a known word: ${fallback.said}. Known are ${words.join(', ')}.`;
    },
  };
}

function normalise(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/**
 * The words of a scenario's open fields, with the facts behind each (docs/reference/settings.md#words-of-a-scenario).
 */
export const vocabulary = {
  workload_type: createVocabulary('workload_type', WORKLOAD_PROFILES, {
    meaning: entry(WORKLOAD_PROFILES, 'general'),
    said: 'it is treated as general',
  }),
  traffic_profile: createVocabulary('traffic_profile', TRAFFIC_PROFILES, {
    meaning: entry(TRAFFIC_PROFILES, 'steady'),
    said: 'it is treated as steady',
  }),
  vendor_lock_in_tolerance: createVocabulary('vendor_lock_in_tolerance', LOCK_IN_TOLERANCES, {
    meaning: null,
    said: 'no limit is taken from it',
  }),
} as const;

function entry<F extends { readonly word: string }>(entries: readonly F[], word: string): F {
  const found = entries.find((each) => each.word === word);
  if (!found) throw new Error(`The vocabulary has no ${word}.`);
  return found;
}
