import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import {
  MOST_TABLE_BYTES,
  openTable,
  type Table,
  UnreadableTable,
} from '../../../knowledge/reading/tables/tables.ts';
import { decodeText } from '../../../knowledge/reading/text/decode-text.ts';
import { UsageError } from './arguments.ts';

/** The text of a local file in any encoding. Throws `UsageError` if it cannot be read. */
export async function readText(file: string): Promise<string> {
  return decodeText(await fromDisk(file, () => readFile(file)), '').text;
}

/**
 * Passes a local file as a table in any format to `use`. Throws `UsageError` if the file is no table, cannot be read,
 * or is too large.
 */
export async function readTable<T>(
  file: string,
  sheet: string | undefined,
  use: (table: Table) => Promise<T>,
): Promise<T> {
  const { size } = await fromDisk(file, () => stat(file));
  if (size > MOST_TABLE_BYTES)
    throw new UsageError(
      `${file} has ${Math.round(size / 1024 ** 2)} MB, and a table may have at most ${MOST_TABLE_BYTES / 1024 ** 2} MB. Split it into several files.`,
    );
  const bytes = await fromDisk(file, () => readFile(file));
  try {
    return await use(await openTable(bytes, { sheet }));
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    throw new UsageError(`${file} cannot be read. ${error.message}`);
  }
}

async function fromDisk<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(unreadableFile(file, (error as NodeJS.ErrnoException).code));
  }
}

/** Why a local file cannot be read, as a sentence, from the code of the system's error. */
export function unreadableFile(file: string, code = 'unknown error'): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There is no file ${resolve(file)}.`;
    case 'EISDIR':
      return `${file} is a folder, and a file is needed.`;
    case 'EACCES':
    case 'EPERM':
      return `This user may not read ${file}.`;
    default:
      return `${file} cannot be read: ${code}.`;
  }
}

/** Parses YAML or JSON, which is also YAML. Throws `UsageError` with the line. */
export function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UsageError(`${file} is not YAML: ${error.message}`);
  }
}
