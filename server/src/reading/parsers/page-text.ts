/** A run of text on a page, as pdf.js gives it; `transform[5]` is its height above the page's lower edge. */
export interface PageItem {
  str: string;
  hasEOL: boolean;
  height: number;
  transform: number[];
}

/** A gap between two lines of more than this many line heights begins a paragraph. */
const PARAGRAPH_GAP = 1.6;

/** A page's runs as lines and paragraphs, words that were hyphenated at a line's end put together again. */
export function pageText(items: readonly PageItem[]): string {
  let text = '';
  let lastY: number | null = null;
  let lastHeight = 0;
  for (const item of items) {
    const y = item.transform[5] ?? 0;
    const isText = item.str.trim() !== '';
    if (isText && lastY !== null && text.endsWith('\n') && !text.endsWith('\n\n')) {
      const height = Math.max(item.height, lastHeight);
      if (height > 0 && Math.abs(lastY - y) > PARAGRAPH_GAP * height) text += '\n';
    }
    text += item.hasEOL ? `${item.str}\n` : item.str;
    if (isText) {
      lastY = y;
      lastHeight = item.height;
    }
  }
  return text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/(\p{Ll})-\n(\p{Ll})/gu, '$1$2')
    .trim();
}
