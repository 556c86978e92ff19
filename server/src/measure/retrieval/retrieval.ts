/*
 * The public functions of retrieval: what a question with its passages is, how it is sent, and how an answer from
 * passages is scored. Pure functions; definitions in docs/reference/kinds.md#retrieval.
 */
export { attributeLoss, type Culprit, decideCulprit, type Loss } from './blame.ts';
export { readCitations, withoutCitations } from './citations.ts';
export { RETRIEVAL_PROMPT_VERSION, retrievalPrompt } from './prompt.ts';
export {
  PASSAGE_CONDITIONS,
  type PassageCondition,
  type RelevantPassage,
  type RetrievalItem,
  type ShownPassage,
  type WrittenQuestion,
  type WrittenRelevant,
} from './question.ts';
export { comparableText, containsQuote } from './quotes.ts';
export { measureRanking } from './ranking.ts';
export { readQuestion } from './read-question.ts';
export { isRefusal } from './refusal.ts';
