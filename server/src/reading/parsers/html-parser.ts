import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText, countShownWords } from '../text/clean-text.ts';
import { collect } from '../text/collect.ts';
import { decodeHtml } from '../text/decode-text.ts';
import { nestsDeeperThan, opensMoreThan, type PageDocument, prepareDom } from './html-dom.ts';
import { withoutHtml } from './markdown-without-html.ts';
import type { Parser } from './parser.ts';

/** Browsers stop nesting at 512; 600 nested `div`s already cost the extractor two seconds, 2,000 minutes. */
const MAX_DEPTH = 512;
/** Tags opened and never closed: old pages have hundreds, a bomb has more. */
const MAX_OPEN = 5_000;
/** A page with scripts and fewer words than this is a shell that scripts would fill. */
const SHELL_WORDS = 50;

/** The main content of a page as Markdown; navigation, banners, scripts and what is hidden are left out. */
export function htmlParser({ url, charset }: Extract<ParseTask, { do: 'html' }>): Parser {
  return async (bytes, output) => {
    const { text: html, charset: found } = decodeHtml(await collect(bytes), charset);
    const document = domOf(html);
    const hasScripts = document.querySelector('script[src], script[type="module"]') !== null;
    prepareDom(document);
    const { content, title, language } = await extract(document, url);
    const markdown = withoutHtml(cleanText(content)).trim();
    const words = countShownWords(markdown);
    if (words === 0 || (hasScripts && words < SHELL_WORDS)) throw new ReadingFailure('empty_content');
    output.document({ kind: 'markdown', path: null, content: markdown, marks: [] });
    return {
      title: cleanText(title).replace(/\s+/g, ' ').trim(),
      mediaType: 'text/html',
      declaredLanguage: language,
      charset: found,
      name: url,
    };
  };
}

function domOf(html: string): PageDocument {
  // Before anything is built: building a tree takes its depth squared.
  if (opensMoreThan(html, MAX_OPEN)) throw new ReadingFailure('too_complex');
  let document: PageDocument;
  try {
    // Without an <html> element linkedom makes a document that has no root.
    const whole = /<html[\s>]/i.test(html) ? html : `<html><head></head><body>${html}</body></html>`;
    document = parseHTML(whole).document as unknown as PageDocument;
    if (!document.documentElement) throw new TypeError('There is no root element.');
  } catch (error) {
    throw new ReadingFailure('unreadable_html', '', error);
  }
  if (nestsDeeperThan(document, MAX_DEPTH)) throw new ReadingFailure('too_complex');
  return document;
}

async function extract(document: PageDocument, url: string) {
  // What the extractor wants of a browser and linkedom lacks.
  const { defaultView } = document;
  document.styleSheets ??= [];
  if (defaultView && !defaultView.getComputedStyle) defaultView.getComputedStyle = () => ({ display: '' });
  try {
    return await Defuddle(document as never, url, {
      markdown: true,
      removeImages: true,
      // It would ask third parties for what the page does not hold; this process could not, and must not.
      useAsync: false,
    });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new ReadingFailure('unreadable_html', '', error);
  }
}
