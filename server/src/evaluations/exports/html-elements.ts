import { type Cell, cellTexts, type Section, STATUS_WORDS } from '@touchstone/report';
import { escaped } from './markup.ts';

/** `body` is markup already. */
export const section = (title: string, body: string) =>
  `<section><h2>${escaped(title)}</h2>${body}</section>\n`;

export const list = (lines: readonly string[]) =>
  lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;

/** Cells are markup already; the first of a row is its heading. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const headings = head.map((cell) => `<th scope="col">${cell}</th>`).join('');
  const body = rows
    .map(
      ([first, ...rest]) =>
        `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    )
    .join('');
  return `<div class="scroll"><table><thead><tr>${headings}</tr></thead><tbody>${body}</tbody></table></div>`;
}

/** A table of the report as it is, the status of a requirement in its colour. */
export const sectionTable = ({ head, rows }: Section) =>
  table(
    head.map(escaped),
    rows.map((row) => row.map(markup)),
  );

function markup(cell: Cell): string {
  const texts = cellTexts(cell, '–').map(escaped).join('<br>');
  const status = typeof cell === 'object' && cell !== null && 'status' in cell ? cell.status : null;
  return status === null ? texts : `<strong class="status ${status}">${STATUS_WORDS[status]}</strong>`;
}

/** An amount in USD with two digits after the point; below 1 with two significant digits. */
export const usd = (value: number | null) =>
  value === null
    ? 'not known'
    : Math.abs(value) >= 1
      ? value.toFixed(2)
      : String(Number(value.toPrecision(2)));
