import type { Evaluation } from '../schemas/evaluation-schemas.ts';

/** Warnings from planning, such as the end of a model, apply to the results too. */
export const mergeWarnings = ({ warnings = [], results }: Evaluation): string[] => [
  ...new Set([...warnings, ...(results?.warnings ?? [])]),
];
