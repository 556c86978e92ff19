import { isUuid } from '../../../kernel/ids.ts';

/**
 * The id of a sample: that of its evaluation as a UUID of version 8, with the number of the unit in the last 48 bits.
 * It needs no column and no index, and a repeated unit keeps its id.
 */
export function sampleId(evaluationId: string, unit: number): string {
  return `${evaluationId.slice(0, 14)}8${evaluationId.slice(15, 24)}${unit.toString(16).padStart(12, '0')}`;
}

/** The unit of a sample of this evaluation; null for any other id. */
export function unitOfSample(evaluationId: string, id: string): number | null {
  const lower = id.toLowerCase();
  if (!isUuid(lower)) return null;
  const unit = Number.parseInt(lower.slice(24), 16);
  return sampleId(evaluationId, unit) === lower ? unit : null;
}
