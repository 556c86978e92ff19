import { findModel } from '../facts/find.ts';
import type { Facts } from '../facts/schemas.ts';

/** When a model ends at its provider, according to the catalogue. */
export interface ModelEnd {
  /** `openai/gpt-5-2025-08-07`. */
  readonly model: string;
  /** The first UTC day on which it is not served: `2026-12-11`. */
  readonly date: string;
  /** The model that the provider recommends instead; null if it names none. */
  readonly replacement: string | null;
  readonly source: string;
  /** The date of the source. */
  readonly as_of: string;
}

const DAY_MS = 86_400_000;

/** The end of a model by its exact id, however far away; null if unknown, which does not mean that it has none. */
export function endOfModel(facts: Facts, provider: string, modelId: string): ModelEnd | null {
  const found = findModel(facts, provider, modelId);
  if (!found.known || !found.value.shutdown_at) return null;
  const { shutdown_at, replacement = null } = found.value;
  return {
    model: `${provider}/${modelId}`,
    ...shutdown_at,
    replacement: replacement === null ? null : replacement.model_id,
  };
}

/**
 * A sentence that a model ends, or ended, if that is at most `days` away; otherwise null. @param now milliseconds since
 * 1970
 */
export function describeModelEnd(end: ModelEnd, { now, days }: { now: number; days: number }): string | null {
  if (Date.parse(end.date) - now > days * DAY_MS) return null;
  const { model, date, replacement, source, as_of } = end;
  const ends = Date.parse(date) <= now ? `ended on ${date}` : `ends on ${date}`;
  const instead = replacement === null ? '' : ` Its provider recommends ${replacement} in its place.`;
  return `The model ${model} ${ends} (${source}, as of ${as_of}).${instead}`;
}
