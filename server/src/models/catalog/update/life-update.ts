import { checkModelDates } from '../facts/check.ts';
import type { ModelFact } from '../facts/schemas.ts';
import type { OfferedModel, OfferedPrices } from './price-list.ts';

/** The updated dates of a model, a line for each change, and the dates that were not used with the reason. */
export interface ModelDatesUpdate {
  readonly row: ModelFact;
  readonly lines: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Applies a list's dates of a model. A provider's own list replaces known dates; any other list adds unknown ones, and
 * replaces only its own earlier ones.
 */
export function updateModelDates(
  before: ModelFact,
  offered: OfferedModel,
  { format, source }: Pick<OfferedPrices, 'format' | 'source'>,
): ModelDatesUpdate {
  const ofProvider = format === 'provider’s own';
  const lines: string[] = [];
  const kept: string[] = [];
  let row = before;
  const takeDate = (next: ModelFact, ...said: string[]) => {
    const [problem] = checkModelDates(next, '');
    if (problem) kept.push(`${problem.pointer.split('/')[1]} ${problem.detail}: not taken`);
    else {
      row = next;
      lines.push(...said);
    }
  };
  const { released_at, shutdown_at, replacement } = offered;
  if (released_at && before.released_at === undefined)
    takeDate({ ...row, released_at }, `+ released on ${released_at.date}`);
  const known = before.shutdown_at;
  if (shutdown_at && shutdown_at.date !== known?.date) {
    if (known && !ofProvider && known.source !== source)
      kept.push(`the list has the end date ${shutdown_at.date}; ${known.date} from ${known.source} is kept`);
    else
      takeDate(
        { ...row, shutdown_at },
        ...(known ? [`- ends on ${known.date}`] : []),
        `+ ends on ${shutdown_at.date}`,
      );
  }
  if (shutdown_at === null && known && known.source !== source)
    kept.push(`the list has no end date; ${known.date} from ${known.source} is kept`);
  else if (shutdown_at === null && known) {
    const { shutdown_at: _end, replacement: _instead, ...withoutEnd } = row;
    takeDate(withoutEnd, `- ends on ${known.date}`);
  }
  if (replacement && row.replacement?.model_id !== replacement.model_id && (ofProvider || !row.replacement))
    takeDate({ ...row, replacement }, `+ its provider recommends ${replacement.model_id}`);
  return { row, lines, kept };
}
