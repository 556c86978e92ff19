const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TAG = /(?<!\\)<(?:\/?[a-z][\w:-]*(?:"[^"]*"|'[^']*'|[^'">])*|!--[\s\S]*?--|![a-z][^>]*|\?[^>]*)>/gi;
/** Inline code, or a `<` that a Markdown renderer would take for the beginning of a tag. */
const CODE_OR_TAG_START = /(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<!\\)<(?=[a-z/!?])/gi;
/** A paragraph longer than this is not searched for inline code: that costs its length squared. */
const MAX_SEARCHED = 20_000;

/**
 * Markdown in which no HTML is left outside code: tags that a converter kept are taken out, their text stays, and
 * a `<` of the text itself is escaped. Inside fences and inline code everything stays as it is.
 */
export function withoutHtml(markdown: string): string {
  const parts: string[] = [];
  let text: string[] = [];
  let fence: string | null = null;
  const flush = () => {
    if (text.length > 0) parts.push(text.join('\n').split('\n\n').map(cleanParagraph).join('\n\n'));
    text = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark) {
      flush();
      fence = mark;
      parts.push(line);
    } else if (fence !== null) {
      parts.push(line);
      if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    } else text.push(line);
  }
  flush();
  return parts.join('\n').replace(/\n{3,}/g, '\n\n');
}

function cleanParagraph(paragraph: string): string {
  if (!paragraph.includes('<')) return paragraph;
  if (paragraph.length > MAX_SEARCHED) return escaped(paragraph.replace(TAG, ''));
  const kept: string[] = [];
  const marked = paragraph.replace(CODE_OR_TAG_START, (found, ticks: string | undefined) => {
    if (ticks === undefined) return found;
    kept.push(found);
    return `\ufdd0${kept.length - 1}\ufdd1`;
  });
  return escaped(marked.replace(TAG, '')).replace(/\ufdd0(\d+)\ufdd1/g, (_, at) => kept[Number(at)] ?? '');
}

function escaped(text: string): string {
  return text.replace(/(?<!\\)<(?=[a-z/!?])/gi, '\\<');
}
