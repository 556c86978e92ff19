import type { TableSurvey } from '../../../knowledge/reading/tables/tables.ts';
import { shortName } from './first-names.ts';

const BRACKETED = /^\s*(?:\(.*\)|\[.*\]|<.*>)\s*$/s;
const MOST_SHOWN = 3;

/** A note that the first row may explain the header instead of being an item: all its texts are in brackets. */
export function secondHeaderNotes({ firstRows: [first] }: Pick<TableSurvey, 'firstRows'>): string[] {
  const texts = Object.values(first ?? {}).filter(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  if (texts.length < 2 || !texts.every((text) => BRACKETED.test(text))) return [];
  const shown = texts.slice(0, MOST_SHOWN).map((text) => `"${shortName(text)}"`);
  return [
    `The first row below the header (${shown.join(', ')}${texts.length > MOST_SHOWN ? ', …' : ''}) may be a second header. It is used as an item; remove it from the file if it is none.`,
  ];
}
