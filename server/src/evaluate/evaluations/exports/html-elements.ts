import {
  type Cell,
  cellTexts,
  type OpenQuestion,
  type Report,
  type Section,
  STATUS_WORDS,
} from '@touchstone/report';
import { escapeMarkup } from './markup.ts';

/** A section with a heading. `body` is already markup. */
export const sectionMarkup = (title: string, body: string) =>
  `<section><h2>${escapeMarkup(title)}</h2>${body}</section>\n`;

/** Reference material: collapsed on the screen, expanded in print. */
export const foldedMarkup = (title: string, body: string) =>
  `<section><details><summary><h2>${escapeMarkup(title)}</h2></summary>${body}</details></section>\n`;

export const listMarkup = (lines: readonly string[]) =>
  lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`;

/** Cells are already markup; the first cell of a row is its heading. */
type Rows = readonly (readonly string[])[];

export function tableMarkup(head: readonly string[], rows: Rows): string {
  return tableFrame(head, `<tbody>${tableRows(rows)}</tbody>`);
}

interface RowGroup {
  /** Already markup. */
  readonly title: string;
  readonly rows: Rows;
  /** Rows that are not printed. The caller prints a sentence that says so. */
  readonly onScreen: Rows;
}

/** A table with groups of rows, each under a heading. */
export function groupedTableMarkup(head: readonly string[], groups: readonly RowGroup[]): string {
  const bodies = groups.map(
    ({ title, rows, onScreen }) =>
      `<tbody><tr class="group"><th scope="rowgroup" colspan="${head.length}">${title}</th></tr>${tableRows(rows)}${tableRows(onScreen, ' class="screen"')}</tbody>`,
  );
  return tableFrame(head, bodies.join(''));
}

function tableFrame(head: readonly string[], bodies: string): string {
  const headings = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  return `<div class="scroll"><table><thead><tr>${headings}</tr></thead>${bodies}</table></div>`;
}

const tableRows = (rows: Rows, more = '') =>
  rows
    .map(
      ([first, ...rest]) =>
        `<tr${more}><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('');

/** A table of the report, with the status of each requirement in its colour. */
export const sectionTableMarkup = ({ head, rows }: Section) =>
  tableMarkup(
    head.map(escapeMarkup),
    rows.map((row) => row.map(markup)),
  );

function markup(cell: Cell): string {
  const texts = cellTexts(cell, '–').map(escapeMarkup).join('<br>');
  const status = typeof cell === 'object' && cell !== null && 'status' in cell ? cell.status : null;
  return status === null ? texts : statusMarkup(status);
}

export const statusMarkup = (status: keyof typeof STATUS_WORDS) =>
  `<strong class="status ${status}">${STATUS_WORDS[status]}</strong>`;

/** Undecided questions and what deciding them would take. */
export function openQuestionsMarkup(open: readonly OpenQuestion[], targets: Report['targets']): string {
  if (open.length === 0) return '';
  const letterOf = (name: string) => targets.find(({ label }) => label === name)?.letter ?? name;
  const lines = open.map(({ kind, labels, about, decide, cost }) => {
    const who = labels.map(letterOf).join(kind === 'items' ? ' or ' : ', ');
    return `${who}: ${about}. ${decide}${cost === null ? '' : `, ${cost}`}.`;
  });
  return `<h3>Undecided</h3>${listMarkup(lines)}`;
}
