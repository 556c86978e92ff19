import type { Evaluation } from '../schemas/evaluation-schemas.ts';

/** What was said when it was planned, such as the end of a model, is true of its results too. */
export const mergeWarnings = ({ warnings = [], results }: Evaluation): string[] => [
  ...new Set([...warnings, ...(results?.warnings ?? [])]),
];
