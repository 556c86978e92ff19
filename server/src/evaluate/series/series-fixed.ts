import { AppError } from '../../kernel/errors.ts';
import { hashJson, isObject } from '../../kernel/json.ts';
import { storedEvaluation, storedMargins } from './series-fields.ts';
import { restoreGivenLabels } from './series-labels.ts';
import type { SeriesPatch } from './series-schemas.ts';
import type { SeriesRow } from './series-store.ts';

/** Why the question, its items and its margins cannot change. */
const FIXED_REASON =
  'cannot be changed: all runs are compared with the reference run, and the false-alarm probability holds only for the same test. Create a new series with it';

/** Accepts unchanged fields. Throws `impossible` if a change would affect the question or its margins. */
export function requireFixedFields(row: SeriesRow, patch: SeriesPatch): void {
  const evaluation = storedEvaluation(row);
  const fixed = { evaluation, items: row.items, margins: storedMargins(row) };
  const errors = Object.entries(fixed)
    .filter(([name, now]) => {
      const given = patch[name as keyof typeof fixed];
      const sent = name === 'evaluation' ? restoreGivenLabels(given, evaluation) : given;
      return sent !== undefined && wouldChange(now, sent);
    })
    .map(([name]) => ({ pointer: `/${name}`, detail: FIXED_REASON }));
  if (errors.length > 0)
    throw new AppError('impossible', 'The evaluation, items and margins of a series cannot be changed.', {
      errors,
    });
}

/** Whether a JSON Merge Patch (RFC 7396) changes the value: absent members are kept, and null removes one. */
function wouldChange(now: unknown, sent: unknown): boolean {
  if (!isObject(now) || !isObject(sent)) return hashJson(now ?? null) !== hashJson(sent);
  return Object.entries(sent).some(([name, member]) => wouldChange(now[name], member));
}
