import { openZip } from '../../archives/zip.ts';
import { rowsUnderHeader } from '../header-rows.ts';
import type { Row } from '../row.ts';
import { nothingLeftOut, type Table, UnreadableTable } from '../table.ts';
import { sheetRows } from './sheet-rows.ts';
import { readWorkbook, type Sheet } from './workbook.ts';

const MOST_SHEET_BYTES = 1024 ** 3;

/**
 * A sheet of a workbook as a table: the values that its cells show, below the first row that is not empty.
 *
 * @throws UnreadableTable
 */
export async function xlsxTable(bytes: Uint8Array, wanted: string | undefined): Promise<Table> {
  const zip = openZip(bytes, { called: 'The workbook', Unreadable: UnreadableTable });
  const workbook = await readWorkbook(zip);
  const sheet = chooseSheet(workbook.sheets, wanted);
  let counts = nothingLeftOut();

  async function* rows(): AsyncGenerator<Row> {
    counts = nothingLeftOut();
    const pieces = zip.read(sheet.part, MOST_SHEET_BYTES);
    if (pieces === null) throw new UnreadableTable(`The workbook has no part ${sheet.part}.`);
    const raw = sheetRows(pieces, workbook);
    yield* rowsUnderHeader(raw, { counts, form: 'sheet' });
  }

  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: sheet.name,
    sheets: workbook.sheets.map(({ name }) => name),
    rows,
    leftOut: () => counts,
  };
}

function chooseSheet(sheets: readonly Sheet[], wanted: string | undefined): Sheet {
  const sheet =
    wanted === undefined
      ? (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])
      : sheets.find(({ name }) => name === wanted);
  if (sheet !== undefined) return sheet;
  const names = sheets.map(({ name }) => `"${name}"`).join(', ');
  throw new UnreadableTable(`The workbook has no sheet "${wanted}"; it has: ${names}.`);
}
