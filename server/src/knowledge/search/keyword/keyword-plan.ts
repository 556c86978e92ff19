import type { Phrase } from '../index/index-schema.ts';

/** A query for the keyword index. */
export interface KeywordPlan {
  /** A result must contain at least one phrase of each. */
  required: RequiredPhrases[];
  /**
   * Phrases that score a chunk, repeated as in the query: a word that occurs twice counts twice. Without `required`, a
   * result must contain at least one of them.
   */
  scored: Phrase[];
  /** A chunk with one of them is not a result. */
  without: Phrase[];
}

export interface RequiredPhrases {
  anyOf: Phrase[];
  /** The words of these phrases, which are searched instead if no chunk contains any of the phrases. */
  words: Phrase[];
}

/** The phrases of each requirement, without their words. */
export function requiredAlternatives(required: readonly RequiredPhrases[]): Phrase[][] {
  return required.map(({ anyOf }) => anyOf);
}

/**
 * Replaces required phrases that occur nowhere by their words. A question with one quotation would otherwise have no
 * results (4 of the 52 queries of CACM). A query that consists only of phrases is unchanged.
 */
export function withoutAbsentPhrases(plan: KeywordPlan, isHeld: (phrase: Phrase) => boolean): KeywordPlan {
  const required = plan.required.filter(({ anyOf }) => anyOf.some(isHeld));
  const asked = new Set(requiredAlternatives(plan.required).flat());
  const beside = plan.scored.filter((phrase) => !asked.has(phrase));
  if (required.length === plan.required.length || beside.length === 0) return plan;
  const absent = plan.required.filter((one) => !required.includes(one));
  const held = new Set(requiredAlternatives(required).flat());
  const words = absent.flatMap((one) => one.words);
  return { ...plan, required, scored: [...held, ...beside, ...words] };
}
