/** What is measured of each answer to a question that can be answered, in the order of its scores. */
export const MEASURES = [
  'recall',
  'precision',
  'ndcg',
  'citation_precision',
  'citation_recall',
  'answered',
] as const;
export type Measure = (typeof MEASURES)[number];

/** The key of the benchmark that has one measure. */
export const keyOfMeasure = (base: string, measure: Measure) => `${base}/${measure}`;
