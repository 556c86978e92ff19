import { AppError } from '../../kernel/errors.ts';
import { hashJson } from '../../kernel/json.ts';
import { evaluationOf, marginsOf } from './series-fields.ts';
import { isObject, relabelled } from './series-labels.ts';
import type { SeriesPatch } from './series-schemas.ts';
import type { SeriesRow } from './series-store.ts';

/** Why what is asked, of which items and by which margins, stays as it is. */
const STAYS =
  'cannot be changed later: all looks ask what the reference was asked, and the chance of a false alarm is that of this one question. Make a new series with it';

/** What was read may be sent back. Throws `impossible` where it would change what is asked, or by which margins. */
export function requireFixed(row: SeriesRow, patch: SeriesPatch): void {
  const evaluation = evaluationOf(row);
  const fixed = { evaluation, items: row.items, margins: marginsOf(row) };
  const errors = Object.entries(fixed)
    .filter(([name, now]) => {
      const given = patch[name as keyof typeof fixed];
      const sent = name === 'evaluation' ? relabelled(given, evaluation) : given;
      return sent !== undefined && changes(now, sent);
    })
    .map(([name]) => ({ pointer: `/${name}`, detail: STAYS }));
  if (errors.length > 0)
    throw new AppError('impossible', 'What a series asks and by which margins stays as it is.', { errors });
}

/** Whether a JSON Merge Patch (RFC 7396) would: members that are absent stay, and null is absent. */
function changes(now: unknown, sent: unknown): boolean {
  if (!isObject(now) || !isObject(sent)) return hashJson(now ?? null) !== hashJson(sent);
  return Object.entries(sent).some(([name, member]) => changes(now[name], member));
}
