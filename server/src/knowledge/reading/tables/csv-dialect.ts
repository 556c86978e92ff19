import type { CsvDialect } from './csv-rows.ts';
import { MOST_TITLE_ROWS } from './title-rows.ts';

const CANDIDATES = [',', ';', '\t', '|'] as const;
const LOOKED_AT_UNITS = 64 * 1024;
const LOOKED_AT_ROWS = 100;

/**
 * Detects the CSV dialect of a text: by its line `sep=…` if it has one, otherwise the delimiter with which its header
 * has at least two columns and most rows have as many. The default is the comma.
 */
export function csvDialect(text: string): CsvDialect & { body: string } {
  const bare = text.replace(/^\uFEFF/, '');
  const named = /^"?sep=([^\r\n"])"?[ \t,;]*(?:\r\n|\n|\r)/i.exec(bare);
  if (named) return { delimiter: named[1] as string, skippedLines: 1, body: bare.slice(named[0].length) };
  const beginning = bare.slice(0, LOOKED_AT_UNITS);
  const isWhole = beginning.length === bare.length;
  if (hasOwnNames(text)) return { delimiter: ',', skippedLines: 0, body: text };
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of CANDIDATES) {
    const score = agreement(recordWidths(beginning, delimiter, isWhole));
    if (score > best.score) best = { delimiter, score };
  }
  return { delimiter: best.delimiter, skippedLines: 0, body: text };
}

/** Whether the text is CSV with commas whose header has the column names of a dataset. */
export function hasOwnNames(text: string): boolean {
  const bare = text.replace(/^\uFEFF/, '');
  const beginning = bare.slice(0, LOOKED_AT_UNITS);
  const [first] = recordWidths(beginning, ',', beginning.length === bare.length);
  const names = first?.names ?? [];
  return names.includes('input') && names.includes('expected');
}

interface Width {
  columns: number;
  /** The values of the first records; empty for later ones. */
  names: string[];
}

/** The share of rows that must match a header below a title, because a delimiter is then less certain. */
const FITTING_BELOW_TITLE = 0.9;

/** How well rows match their header, from 0 to 1, plus a little for further columns. */
function agreement(widths: Width[]): number {
  const at = widths.findIndex(({ names }) => countNamed(names) > 1);
  const [header, ...rows] = widths.slice(at);
  if (at === -1 || header === undefined) return 0;
  const fitting = rows.filter(({ columns }) => columns === header.columns).length;
  const share = rows.length === 0 ? 1 : fitting / rows.length;
  if (at > 0 && (rows.length === 0 || share < FITTING_BELOW_TITLE || !mayBeTitle(widths[0] as Width)))
    return 0;
  return share + Math.min(countNamed(header.names), 50) / 1000;
}

const countNamed = (names: readonly string[]) => names.filter((name) => name !== '').length;

/** A single word without a delimiter is the header of a single column. */
const mayBeTitle = ({ columns, names: [name = ''] }: Width) => columns > 1 || /\s/.test(name);

/** The columns of the first records. The last record is dropped if the text continues after it. */
function recordWidths(text: string, delimiter: string, isWhole: boolean): Width[] {
  const widths: Width[] = [];
  let columns = 1;
  let isQuoted = false;
  let from = 0;
  const end = (at: number) => {
    const record = text.slice(from, at);
    if (record.trim() !== '')
      widths.push({
        columns,
        names:
          widths.length <= MOST_TITLE_ROWS
            ? record.split(delimiter).map((name) => name.trim().replace(/^"|"$/g, ''))
            : [],
      });
    columns = 1;
    from = at + 1;
  };
  for (let at = 0; at < text.length && widths.length < LOOKED_AT_ROWS; at++) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) columns += 1;
    else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) end(at);
  }
  if ((isWhole || widths.length === 0) && widths.length < LOOKED_AT_ROWS) end(text.length);
  return widths;
}
