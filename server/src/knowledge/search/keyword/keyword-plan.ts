import type { Phrase } from '../index/index-schema.ts';

/** What a query asks of the keyword index. */
export interface KeywordPlan {
  /** A result holds at least one phrase of each. */
  required: RequiredPhrases[];
  /**
   * Phrases that give a chunk its score, each as often as the query says it: a word said twice counts twice. Without
   * `required`, a result holds at least one of them.
   */
  scored: Phrase[];
  /** A chunk that holds one of them is not a result. */
  without: Phrase[];
}

export interface RequiredPhrases {
  anyOf: Phrase[];
  /** The words of these phrases, looked for instead where no chunk holds any of them. */
  words: Phrase[];
}

/** The phrases of each requirement, without their words. */
export function requiredAlternatives(required: readonly RequiredPhrases[]): Phrase[][] {
  return required.map(({ anyOf }) => anyOf);
}

/**
 * The plan without the required phrases that nothing holds; their words count instead. A question with one quotation
 * would otherwise have an empty answer (4 of the 52 queries of CACM). A query of nothing but phrases stays as it is.
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
