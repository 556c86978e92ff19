import type { Zip } from '../../archives/zip.ts';
import { UnreadableTable } from '../table.ts';
import { readXml, type XmlHandler } from './xml.ts';

export interface Sheet {
  name: string;
  /** The part of the archive that contains it. */
  part: string;
  isHidden: boolean;
}

/** Data that the cells of every sheet refer to. */
export interface Workbook {
  sheets: Sheet[];
  /** Whether days are counted from 1904. */
  from1904: boolean;
  sharedTexts: string[];
  /** Whether a cell style shows a number as a date or time, by the number of the style. */
  isDateStyle: boolean[];
}

const MOST_PART_BYTES = 16 * 1024 ** 2;
const MOST_TEXT_BYTES = 128 * 1024 ** 2;

/** @throws UnreadableTable */
export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const parts = await relations(zip);
  const { sheets, from1904 } = await sheetsOf(zip, parts);
  return { sheets, from1904, sharedTexts: await sharedTexts(zip), isDateStyle: await dateStyles(zip) };
}

async function readPart(zip: Zip, name: string, limit: number, handler: XmlHandler): Promise<boolean> {
  const pieces = zip.read(name, limit);
  if (pieces === null) return false;
  for await (const _ of readXml(pieces, handler));
  return true;
}

/** The parts named by the workbook's relationships, by id. */
async function relations(zip: Zip): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  await readPart(zip, 'xl/_rels/workbook.xml.rels', MOST_PART_BYTES, {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        parts.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return parts;
}

async function sheetsOf(
  zip: Zip,
  parts: ReadonlyMap<string, string>,
): Promise<Pick<Workbook, 'sheets' | 'from1904'>> {
  const sheets: Sheet[] = [];
  let from1904 = false;
  const found = await readPart(zip, 'xl/workbook.xml', MOST_PART_BYTES, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const part = parts.get(attributes['r:id'] ?? attributes['ns0:id'] ?? '');
      if (part === undefined) return;
      sheets.push({
        name: attributes.name ?? '',
        part,
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      });
    },
  });
  if (!found)
    throw new UnreadableTable(
      'It is a ZIP archive and no workbook (.xlsx). Save a sheet of another program as .xlsx or CSV; unpack an archive first.',
    );
  if (sheets.length === 0) throw new UnreadableTable('The workbook has no sheets.');
  return { sheets, from1904 };
}

/** Texts that cells refer to by number, without their phonetic readings. */
async function sharedTexts(zip: Zip): Promise<string[]> {
  const texts: string[] = [];
  let current = '';
  let isText = false;
  let phonetic = 0;
  await readPart(zip, 'xl/sharedStrings.xml', MOST_TEXT_BYTES, {
    open(name) {
      if (name === 'si') current = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isText = phonetic === 0;
    },
    text(data) {
      if (isText) current += data;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') texts.push(unescaped(current));
    },
  });
  return texts;
}

/** Decodes characters that XML cannot contain, written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The numbers of the built-in date and time formats (ECMA-376, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

async function dateStyles(zip: Zip): Promise<boolean[]> {
  const custom = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  await readPart(zip, 'xl/styles.xml', MOST_PART_BYTES, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') custom.set(Number(numFmtId), isDateFormat(formatCode));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells)
        styles.push(custom.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

/** A date format contains one of its letters outside of quoted texts, escaped characters and colours. */
function isDateFormat(code: string): boolean {
  const [positive = ''] = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|[_*]./gi, '').split(';');
  return /[dmyhs]/i.test(positive) && !/general/i.test(positive);
}
