import { escaped } from './markup.ts';

/** `body` is markup already. */
export const section = (title: string, body: string) =>
  `<section><h2>${escaped(title)}</h2>${body}</section>\n`;

export const list = (lines: readonly string[]) =>
  `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;

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

/** A share as percent with one digit after the point. */
export const percent = (share: number | null) => (share === null ? 'none' : `${(100 * share).toFixed(1)} %`);

/** An amount in USD with two digits after the point; below 1 with two significant digits. */
export const usd = (value: number | null) =>
  value === null
    ? 'not known'
    : Math.abs(value) >= 1
      ? value.toFixed(2)
      : String(Number(value.toPrecision(2)));
