/** Of a page; error pages say what they say in the first lines. */
const MOST_CHARACTERS = 64 * 1024;
const MOST_WORDS = 16 * 1024;
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'svg']);
const HEADINGS = new Set(['h1', 'h2', 'h3']);

/** Whether a text is markup rather than words or JSON. */
export function isMarkup(text: string): boolean {
  return /^\s*<(?:!doctype|!--|\?xml|[a-z][\w:-]*[\s/>])/i.test(text);
}

/**
 * The words of a page of HTML or XML on one line: its headings first, then the rest of its text, and the title where
 * there is nothing else. What stands in scripts and styles is left out.
 */
export async function textOfMarkup(markup: string): Promise<string> {
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
  parser.write(markup.slice(0, MOST_CHARACTERS));
  parser.end();
  const { title, headings, text } = found;
  const words = `${headings} ${text}`.trim();
  return (words === '' ? title : words).replace(/\s+/g, ' ').trim().slice(0, MOST_WORDS);
}
