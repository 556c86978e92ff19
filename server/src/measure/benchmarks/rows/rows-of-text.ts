import { readCsv } from './csv-rows.ts';
import { readJsonLines } from './json-line-rows.ts';
import type { Row } from './row.ts';

/** `- input: …`, `---`, or a key of its own: no header of CSV begins so. */
const YAML = /^\s*(?:---\s|- |[\w-]+:(?:\s|$))/;

/**
 * The lines of a source that holds JSON lines, or CSV with at least the `required` columns. CSV never begins with a
 * bracket or a brace here: its header names the columns.
 */
export function datasetRows(text: string, required: readonly string[]): AsyncIterable<Row> | Iterable<Row> {
  const first = /[^\s\uFEFF]/.exec(text)?.[0];
  if (first === '[') {
    return [{ line: 1, problem: 'this is one JSON list; write one object per line (JSON lines) instead' }];
  }
  if (YAML.test(text)) {
    return [
      {
        line: 1,
        problem:
          'this looks like YAML, which is not read; write JSON lines (one object per line) or CSV with a header line',
      },
    ];
  }
  return first === '{' ? readJsonLines(text) : readCsv(text, required);
}
