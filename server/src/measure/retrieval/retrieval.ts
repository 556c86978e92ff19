/*
 * The door of retrieval: what a question with its passages is, how it is asked, and what an answer from passages is worth.
 * Pure functions; definitions in docs/reference/kinds.md#retrieval.
 */
export { type Culprit, culpritOf, type Loss, lossOf } from './blame.ts';
export { citationsOf, withoutCitations } from './citations.ts';
export { PROMPT_VERSION, retrievalPrompt } from './prompt.ts';
export {
  CONDITIONS,
  type Condition,
  type Relevant,
  type RetrievalItem,
  type ShownPassage,
  type WrittenQuestion,
  type WrittenRelevant,
} from './question.ts';
export { comparableText, holds } from './quotes.ts';
export { rankingOf } from './ranking.ts';
export { readQuestion } from './read-question.ts';
export { isRefusal } from './refusal.ts';
