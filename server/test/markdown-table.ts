import { readFileSync } from 'node:fs';

/** The rows of all tables of a Markdown file of the repository: cells without backticks, header lines left out. */
export function tableRows(path: string): string[][] {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| `'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}
