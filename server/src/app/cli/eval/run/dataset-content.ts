import type { ColumnMapping } from '../../../../knowledge/reading/tables/column-mapping.ts';
import { datasetText } from '../../../../measure/benchmarks/benchmarks.ts';
import { UsageError } from '../../terminal/arguments.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { readTable, readText } from '../../terminal/read-file.ts';

/** How a file is read, if the service does not decide it. */
export interface DatasetReading {
  sheet?: string | undefined;
  columns?: ColumnMapping | undefined;
  /** The grader of rows that name none. */
  grader?: unknown;
  /** Whether each row needs an input and an expected answer, as in a benchmark. */
  isGraded?: boolean;
}

/**
 * The stored text of a dataset's file: the file itself if the service can read it, or JSON lines for a workbook, for
 * Parquet, and if columns or a grader are given. Inferred columns are printed on stderr. Throws `UsageError` with
 * every row that cannot be read.
 */
export async function datasetContent(
  path: string,
  { sheet, columns, grader, isGraded = false }: DatasetReading = {},
): Promise<string> {
  const isPlain = sheet === undefined && columns === undefined && grader === undefined;
  if (isPlain && !/\.(?:xlsx|xlsm|parquet|gz)$/i.test(path)) return readText(path);
  const read = await readTable(path, sheet, (table) =>
    datasetText(table, { columns: columns ?? null, grader, isGraded }),
  );
  if ('text' in read) {
    for (const warning of read.warnings) process.stderr.write(`${plainText(`${path}: ${warning}`)}\n`);
    return read.text;
  }
  throw new UsageError(
    `${path} cannot be used as a dataset:\n${read.problems.map((one) => `  ${one}`).join('\n')}`,
  );
}
