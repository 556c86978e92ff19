import type { EvaluationPatch } from './schemas/evaluation-schemas.ts';
import type { EvaluationHead } from './stores/evaluation-store.ts';

const DEFINING = ['targets', 'benchmarks', 'custom_eval', 'methodology'] as const;

/** Defining fields that a PATCH sends back changed: they stay as they were. */
export function ignoredFields(row: EvaluationHead, patch: EvaluationPatch): string[] {
  const stored = JSON.parse(row.definition_json) as Record<string, unknown>;
  return DEFINING.filter((field) => patch[field] !== undefined && !sameJson(patch[field], stored[field]));
}

function sameJson(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return (
    left.length === right.length &&
    left.every(([key, value]) => sameJson(value, (b as Record<string, unknown>)[key]))
  );
}
