import { createHash } from 'node:crypto';
import { AppError } from '../../../kernel/errors.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { type Row, rowPlace, textTable } from '../../reading/tables/tables.ts';

/** The rows of an upload with this title. Throws `impossible` at the first row that cannot be read. */
export async function* readUploadRows(title: string, text: string): AsyncGenerator<Record<string, unknown>> {
  for await (const row of eachRow(text)) {
    if ('problem' in row)
      throw new AppError(
        'impossible',
        `"${title}" is no table whose rows can be shown: ${rowPlace(row)}: ${row.problem}. Correct the file and add it again.`,
      );
    yield row.fields;
  }
}

/** The number of rows that can be read. */
export async function countUploadRows(text: string): Promise<number> {
  let count = 0;
  for await (const row of eachRow(text)) if ('fields' in row) count += 1;
  return count;
}

/** The SHA-256 of a text in pieces, in hexadecimal; other work continues between the pieces. */
export async function hashPieces(pieces: Iterable<string>): Promise<string> {
  const yieldToEventLoop = createYieldToEventLoop();
  const hash = createHash('sha256');
  for (const piece of pieces) {
    hash.update(piece);
    await yieldToEventLoop();
  }
  return hash.digest('hex');
}

async function* eachRow(text: string): AsyncGenerator<Row> {
  const yieldToEventLoop = createYieldToEventLoop();
  for await (const row of (await textTable(text)).rows()) {
    await yieldToEventLoop();
    yield row;
  }
}
