import type { PassageCondition } from '../../../../measure/retrieval/retrieval.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets are asked with passages: their own, those that are right, or none. */
export interface PlannedRetrieval extends PlannedOfKind<'retrieval'> {
  retrieval: {
    condition: PassageCondition;
    /** So many passages are measured, from the first. */
    k: number;
    /** Nothing answers these questions, and right is to say so. */
    isUnanswerable: boolean;
    /** The place in the plan of the benchmark with the targets' own passages. */
    of: number;
    /** Characters of the right passages of all items, for the estimate. */
    goldCharacters: number;
    /** How many of these passages there are. */
    goldPassages: number;
  };
}

/** One measure of retrieval or of citations as a benchmark of its own: its scores are among those of the answers. */
export interface PlannedRetrievalScore extends PlannedOfKind<'retrieval-score'> {
  /** Whose answers: a place in the plan, and one among the measures. */
  measure: { of: number; index: number };
}

export const retrievalDescription: KindDescription<PlannedRetrieval> = {
  kind: 'retrieval',
  asks: 'targets',
  scored: true,
  margins: () => ['score'],
  asksWithPassages: true,
  explains: ({ retrieval }) => retrieval.condition !== 'retrieved',
};

export const retrievalScoreDescription: KindDescription<PlannedRetrievalScore> = {
  kind: 'retrieval-score',
  asks: 'nobody',
  scored: true,
  restsOn: ({ measure }) => measure.of,
  scoreIndex: ({ measure }) => measure.index,
};
