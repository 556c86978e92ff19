import { Defuddle } from 'defuddle/node';
import { parseHTML } from 'linkedom';
import { ReadingFailure } from '../failures.ts';
import type { ParseTask } from '../parse-task.ts';
import { cleanText, countShownWords } from '../text/clean-text.ts';
import { decodeHtml } from '../text/decode-text.ts';
import { nestsDeeperThan, opensMoreThan, type PageDocument, prepareDom } from './html-dom.ts';
import { createLeftOut } from './left-out.ts';
import type { Parser } from './parser.ts';

/** Browsers stop nesting at 512. The extractor takes two seconds for 600 nested `div`s, and minutes for 2,000. */
const MAX_DEPTH = 512;
/** The limit for tags that are never closed: old pages have hundreds, an attack has more. */
const MAX_OPEN = 5_000;
/** A page with scripts and fewer words is an empty page that its scripts would fill. */
const SHELL_WORDS = 50;

/** The main content of a page as Markdown, without navigation, banners, scripts and hidden text. */
export function htmlParser({ url, charset }: Extract<ParseTask, { do: 'html' }>): Parser {
  return async (bytes, output) => {
    const { text: html, charset: found } = decodeHtml(Buffer.concat(await Array.fromAsync(bytes)), charset);
    const document = domOf(html);
    const hasScripts = document.querySelector('script[src], script[type="module"]') !== null;
    prepareDom(document);
    const { content, title, language } = await extract(document, url);
    const markdown = withoutHtml(cleanText(content)).trim();
    const words = countShownWords(markdown);
    if (words === 0 || (hasScripts && words < SHELL_WORDS)) throw new ReadingFailure('empty_content');
    output.document({ kind: 'markdown', path: null, content: markdown, marks: [] });
    const leftOut = createLeftOut();
    leftOut.addInvisible(content);
    return {
      title: cleanText(title).replace(/\s+/g, ' ').trim(),
      mediaType: 'text/html',
      declaredLanguage: language,
      charset: found,
      name: url,
      leftOut: leftOut.list(),
    };
  };
}

function domOf(html: string): PageDocument {
  // Checked before the tree is built, because building takes time with the square of its depth.
  if (opensMoreThan(html, MAX_OPEN)) throw new ReadingFailure('too_complex');
  let document: PageDocument;
  try {
    // Without an <html> element linkedom makes a document without a root.
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
  // The extractor needs these properties of a browser, which linkedom lacks.
  const { defaultView } = document;
  document.styleSheets ??= [];
  if (defaultView && !defaultView.getComputedStyle) defaultView.getComputedStyle = () => ({ display: '' });
  try {
    return await Defuddle(document as never, url, {
      markdown: true,
      removeImages: true,
      // Otherwise the extractor would request missing parts of the page from third parties; this process has no
      // network.
      useAsync: false,
    });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new ReadingFailure('unreadable_html', '', error);
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const TAG = /(?<!\\)<(?:\/?[a-z][\w:-]*(?:"[^"]*"|'[^']*'|[^'">])*|!--[\s\S]*?--|![a-z][^>]*|\?[^>]*)>/gi;
/** Inline code, or a `<` that a Markdown renderer would read as the start of a tag. */
const CODE_OR_TAG_START = /(?<!\\)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|(?<!\\)<(?=[a-z/!?])/gi;
/** Longer paragraphs are not searched for inline code, because that takes time with the square of the length. */
const MAX_SEARCHED = 20_000;

/**
 * Removes HTML from Markdown outside of code: tags that the converter kept are removed, their text stays, and a `<` of
 * the text is escaped. Fences and inline code are unchanged.
 */
function withoutHtml(markdown: string): string {
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
