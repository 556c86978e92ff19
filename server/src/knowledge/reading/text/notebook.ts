import { parseJson } from '../../../kernel/json.ts';

/** A cell of a notebook: nbformat 4 has `source`, code of nbformat 3 `input`; both are a text or a list of lines. */
interface Cell {
  cell_type?: unknown;
  source?: unknown;
  input?: unknown;
  /** Level of a `heading` cell in nbformat 3. */
  level?: unknown;
}

export const NOTEBOOK_NAME = /\.ipynb$/i;

/** Whether a text is a notebook, whatever its name: JSON with a format version and cells. */
export function isNotebook(text: string): boolean {
  if (!/^\s*\{/.test(text) || !/"nbformat"\s*:\s*\d/.test(text)) return false;
  const notebook = parsed(text);
  return Number.isInteger(notebook?.nbformat) && (isFilled(notebook.cells) || isFilled(notebook.worksheets));
}

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0;

/** Base64 pictures inside of a text. */
const EMBEDDED = /data:[\w/+.-]+;base64,[\w+/=]{40,}/g;

/**
 * The Markdown and code cells of a Jupyter notebook (nbformat 3 and 4) as Markdown. Outputs, raw cells, attachments and
 * embedded pictures are omitted. Null for a text that is not a notebook.
 */
export function notebookMarkdown(json: string): string | null {
  const notebook = parsed(json);
  const sheets = Array.isArray(notebook?.worksheets) ? notebook.worksheets : [notebook];
  const cells: unknown[] = sheets.flatMap((sheet: { cells?: unknown } | null) => sheet?.cells ?? null);
  if (notebook === null || cells.includes(null)) return null;
  const language = languageOf(notebook);
  const texts = cells.map((cell) => cellMarkdown(cell as Cell, language));
  return texts
    .filter((text) => text.trim() !== '')
    .join('\n\n')
    .replace(EMBEDDED, 'data:');
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function parsed(json: string): any {
  const value = parseJson(json);
  return typeof value === 'object' ? value : null;
}

function languageOf({
  metadata,
}: {
  metadata?: { language_info?: { name?: unknown }; kernelspec?: { language?: unknown } };
}): string {
  const name = metadata?.language_info?.name ?? metadata?.kernelspec?.language;
  return typeof name === 'string' && /^[\w+#-]{1,30}$/.test(name) ? name : '';
}

function cellMarkdown({ cell_type: type, source, input, level }: Cell, language: string): string {
  const text = textOf(source ?? input);
  if (type === 'markdown') return text;
  if (type === 'heading') return `${'#'.repeat(Math.min(6, Math.max(1, Number(level) || 1)))} ${text}`;
  if (type !== 'code' || text.trim() === '') return '';
  // One backtick more than any run of them in the code.
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((row) => row.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

function textOf(source: unknown): string {
  const lines = Array.isArray(source) ? source : [source];
  return lines.filter((line) => typeof line === 'string').join('');
}
