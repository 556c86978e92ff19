/** Measures of each answerable question, in the order of its scores. */
export const RETRIEVAL_MEASURES = [
  'recall',
  'precision',
  'ndcg',
  'citation_precision',
  'citation_recall',
  'answered',
] as const;
export type Measure = (typeof RETRIEVAL_MEASURES)[number];

/** The key of the benchmark for one measure. */
export const measureKey = (base: string, measure: Measure) => `${base}/${measure}`;
