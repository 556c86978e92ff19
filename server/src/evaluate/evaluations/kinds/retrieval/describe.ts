import type { PassageCondition } from '../../../../measure/retrieval/retrieval.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** Targets answer questions from chunks: those they retrieve, the right ones, or none. */
export interface PlannedRetrieval extends PlannedOfKind<'retrieval'> {
  retrieval: {
    condition: PassageCondition;
    /** Number of top-ranked chunks that are measured. */
    k: number;
    /** The sources do not answer these questions, so the right response is a refusal. */
    isUnanswerable: boolean;
    /** The index in the plan of the benchmark with the condition `retrieved`. */
    of: number;
    /** Characters of the right chunks of all items, for the estimate. */
    goldCharacters: number;
    /** Number of these chunks. */
    goldPassages: number;
  };
}

/**
 * One measure of retrieval or citations as a benchmark; its scores are stored with the responses of another
 * benchmark.
 */
export interface PlannedRetrievalScore extends PlannedOfKind<'retrieval-score'> {
  /** The index in the plan of the benchmark with the responses, and the index of the measure. */
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
