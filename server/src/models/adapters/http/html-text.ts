/** Maximum characters of a page that are read; error pages state their message in the first lines. */
const MAX_CHARACTERS = 64 * 1024;
const MAX_WORDS = 16 * 1024;
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'svg']);
const HEADINGS = new Set(['h1', 'h2', 'h3']);

/** Whether a text is markup rather than words or JSON. */
export function isMarkup(text: string): boolean {
  return /^\s*<(?:!doctype|!--|\?xml|[a-z][\w:-]*[\s/>])/i.test(text);
}

/**
 * The text of an HTML or XML page on one line: headings first, then the rest, or the title if there is nothing else.
 * Scripts and styles are omitted.
 */
export async function markupText(markup: string): Promise<string> {
  const { Parser } = await import('htmlparser2');
  const found = { title: '', headings: '', text: '' };
  const open: string[] = [];
  const parser = new Parser({
    onopentag: (name) => void open.push(name),
    onclosetag: () => void open.pop(),
    ontext(text) {
      if (open.some((name) => UNSEEN.has(name))) return;
      const where = open.includes('title')
        ? 'title'
        : open.some((name) => HEADINGS.has(name))
          ? 'headings'
          : 'text';
      found[where] += `${text} `;
    },
  });
  parser.write(markup.slice(0, MAX_CHARACTERS));
  parser.end();
  const { title, headings, text } = found;
  const words = `${headings} ${text}`.trim();
  return (words === '' ? title : words).replace(/\s+/g, ' ').trim().slice(0, MAX_WORDS);
}
