import type { RawRow } from '../row.ts';
import { MOST_COLUMNS, UnreadableTable } from '../table.ts';
import { unescaped, type Workbook } from './workbook.ts';
import { readXml } from './xml.ts';

interface Cell {
  at: number;
  type: string;
  style: number;
  text: string;
  hasFormula: boolean;
  hasValue: boolean;
}

/** The maximum number of rows of a sheet in spreadsheet programs, including empty ones. */
const MOST_ROWS = 1_048_576;

type References = Pick<Workbook, 'sharedTexts' | 'isDateStyle' | 'from1904'>;

/** The rows of a sheet with the values that its cells show, read piece by piece. Rows without cells are skipped. */
export async function* sheetRows(
  pieces: AsyncIterable<Buffer>,
  references: References,
): AsyncGenerator<RawRow> {
  let ready: RawRow[] = [];
  let line = 0;
  let count = 0;
  let values: unknown[] = [];
  let broken: { at: number; problem: string }[] = [];
  let cell: Cell | null = null;
  let next = 0;
  let isText = false;
  let phonetic = 0;

  const finish = (done: Cell) => {
    next = done.at + 1;
    if (done.at >= MOST_COLUMNS && (done.hasValue || done.text !== ''))
      throw new UnreadableTable(
        `Row ${line} has a value in column ${done.at + 1}, and a table may have at most ${MOST_COLUMNS} columns.`,
      );
    if (done.at >= MOST_COLUMNS) return;
    const problem = problemOf(done);
    if (problem !== null) broken.push({ at: done.at, problem });
    while (values.length < done.at) values.push('');
    values[done.at] = problem === null ? cellValue(done, references) : '';
  };

  const reading = readXml(pieces, {
    open(name, attributes) {
      if (name === 'row') {
        count += 1;
        if (count > MOST_ROWS)
          throw new UnreadableTable(
            `The sheet has more than the ${MOST_ROWS} rows that a sheet may have. Split it into several files.`,
          );
        line = attributes.r === undefined ? line + 1 : Number(attributes.r);
        values = [];
        broken = [];
        next = 0;
      } else if (name === 'c') {
        const at = attributes.r === undefined ? next : columnOf(attributes.r);
        const style = Number(attributes.s ?? 0);
        cell = { at, type: attributes.t ?? 'n', style, text: '', hasFormula: false, hasValue: false };
      } else if (cell === null) return;
      else if (name === 'f') cell.hasFormula = true;
      else if (name === 'rPh') phonetic += 1;
      else if (name === 'v' || (name === 't' && phonetic === 0)) {
        isText = true;
        cell.hasValue = true;
      }
    },
    text(data) {
      if (isText && cell !== null) cell.text += data;
    },
    close(name) {
      if (name === 'v' || name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'c' && cell !== null) {
        finish(cell);
        cell = null;
      } else if (name === 'row' && (values.length > 0 || broken.length > 0))
        ready.push({ line, values, ...(broken.length > 0 && { broken }) });
    },
  });
  for await (const _ of reading) {
    yield* ready;
    ready = [];
  }
}

/** `BC12` → 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const code = character.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

function problemOf({ type, text, hasFormula, hasValue }: Cell): string | null {
  if (type === 'e') return `the cell shows the error ${text}`;
  if (hasFormula && !hasValue)
    return 'the cell has a formula whose value was never computed; open and save the file';
  return null;
}

function cellValue({ type, style, text, hasValue }: Cell, references: References): unknown {
  if (!hasValue) return '';
  switch (type) {
    case 's':
      return references.sharedTexts[Number(text)] ?? '';
    case 'b':
      return text === '1';
    case 'n':
      return text.trim() === ''
        ? ''
        : numberOf(Number(text), references.isDateStyle[style] === true, references);
    default:
      return unescaped(text);
  }
}

/** Rounds to 15 digits as a sheet displays them, because it stores 0.1 + 0.2 as 0.30000000000000004. */
function numberOf(value: number, isDate: boolean, references: References): unknown {
  if (!Number.isFinite(value)) return '';
  return isDate ? dateText(value, references.from1904) : Number(value.toPrecision(15));
}

const DAY_MS = 86_400_000;
/** Day 60 is 29 February 1900, which did not exist. */
const FALSE_DAY = 60;

/** A date, a time of day or both, in ISO 8601. */
function dateText(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial < FALSE_DAY ? serial + 1 : serial;
  const time = new Date(Math.round((days - 25_569) * DAY_MS));
  if (Number.isNaN(time.getTime())) return String(serial);
  const text = time.toISOString();
  if (serial >= 0 && serial < 1 && !from1904) return text.slice(11, 19);
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19);
}
