import { cellTexts } from '@touchstone/report';
import type { Drawing } from '@touchstone/report/plots';

/** PNG is drawn at this many pixels for a CSS pixel, so that it is sharp in a document. */
const PNG_SCALE = 2;

export function saveSvg(svg: SVGSVGElement, name: string): void {
  save(new Blob([withPageColours(svg)], { type: 'image/svg+xml' }), `${fileName(name)}.svg`);
}

export async function savePng(svg: SVGSVGElement, name: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(withPageColours(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = svg.width.baseVal.value * PNG_SCALE;
  canvas.height = svg.height.baseVal.value * PNG_SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, `${fileName(name)}.png`));
}

/** The figures of a plot as CSV; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function saveData({ title, table }: Drawing): void {
  const lines = [table.head, ...table.rows.map((row) => row.map((cell) => cellTexts(cell, '').join(', ')))];
  const csv = lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  save(new Blob([csv], { type: 'text/csv' }), `${fileName(title)}.csv`);
}

function csvCell(text: string): string {
  const isFormula = /^[=@\t\r]|^[+-](?![\d.])/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** The picture with the colours of the page written into it, because the page's variables stay behind. */
function withPageColours(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const page = getComputedStyle(document.body);
  copy.setAttribute('color', page.color);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', page.backgroundColor);
  copy.prepend(ground);
  const probe = document.createElement('i');
  document.body.append(probe);
  const text = new XMLSerializer().serializeToString(copy).replace(/var\(--[\w-]+\)/g, (variable) => {
    probe.style.color = variable;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return text;
}

function fileName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
