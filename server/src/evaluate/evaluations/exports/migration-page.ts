import { type Cell, cellTexts, type MigrationPage, migrationPage, type Section } from '@touchstone/report';
import type { ExportInput } from './export-input.ts';
import { listMarkup, sectionMarkup } from './html-elements.ts';
import { HTML_END, htmlOpening, sectionAsTable } from './html-report.ts';
import { escapeMarkup, showHiddenCharacters } from './markup.ts';

/** The migration advice as one HTML page with the report's styles and policy; opens offline and runs no scripts. */
export async function* createMigrationHtml({ migration }: ExportInput): AsyncGenerator<string> {
  const page = migrationPage(migration());
  yield htmlOpening(page.title);
  yield `<p class="answer">${escapeMarkup(page.answer)}</p>${listMarkup(page.then)}\n`;
  for (const one of page.sections) yield sectionMarkup(one.title, sectionAsTable(one));
  if (page.warnings.length > 0) yield sectionMarkup('Warnings', listMarkup(page.warnings));
  yield HTML_END;
}

/** The migration page as Markdown, for a pull request or a wiki. */
export async function* createMigrationMarkdown({ migration }: ExportInput): AsyncGenerator<string> {
  const page: MigrationPage = migrationPage(migration());
  yield `# ${inline(page.title)}\n\n**${inline(page.answer)}**\n\n${bullets(page.then)}`;
  for (const one of page.sections) yield `## ${inline(one.title)}\n\n${markdownTable(one)}${paragraphs(one)}`;
  if (page.warnings.length > 0) yield `## Warnings\n\n${bullets(page.warnings)}`;
}

/** Escapes text from users for one line of Markdown. */
const inline = (text: string) =>
  showHiddenCharacters(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#~&!]/g, '\\$&');

const bullets = (lines: readonly string[]) =>
  lines.length === 0 ? '' : `${lines.map((line) => `- ${inline(line)}`).join('\n')}\n\n`;
const paragraphs = ({ sentences }: Section) => sentences.map((one) => `${inline(one)}\n\n`).join('');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;

function markdownTable({ head, rows }: Section): string {
  if (rows.length === 0) return '';
  const cell = (one: Cell) => cellTexts(one, '–').map(inline).join('; ');
  return `${row(head.map(inline))}${row(head.map(() => '---'))}${rows.map((cells) => row(cells.map(cell))).join('')}\n`;
}
