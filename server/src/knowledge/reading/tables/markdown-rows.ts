import type { RawRow } from './row.ts';

const DELIMITER_ROW = /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?\s*$/;

/** The line of the first Markdown table's header, from 0; null if there is none. */
export function findMarkdownTable(lines: readonly string[]): number | null {
  const at = lines.findIndex((line, i) => line.includes('|') && DELIMITER_ROW.test(lines[i + 1] ?? ''));
  return at === -1 ? null : at;
}

/** The rows of that table, up to the first line without a column. */
export async function* readMarkdownTable(lines: readonly string[], from: number): AsyncGenerator<RawRow> {
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as string;
    if (at === from + 1) continue;
    if (!line.includes('|')) return;
    yield { line: at + 1, values: cellsOf(line) };
  }
}

/** `\|` is an escaped character in a cell; `<br>` separates the lines of a cell. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll('\\|', '|')
      .replace(/<br\s*\/?>/gi, '\n'),
  );
}
