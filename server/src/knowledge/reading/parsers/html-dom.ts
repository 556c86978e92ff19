/** The part of the DOM used here, because the server's types include no DOM. */
export interface PageNode {
  firstChild: PageNode | null;
  nextSibling: PageNode | null;
  parentNode: PageNode | null;
}

export interface PageElement extends PageNode {
  localName: string;
  children: ArrayLike<PageElement> & Iterable<PageElement>;
  parentElement: PageElement | null;
  nextElementSibling: PageElement | null;
  ownerDocument: PageDocument;
  getAttribute(name: string): string | null;
  removeAttribute(name: string): void;
  querySelectorAll(selector: string): Iterable<PageElement>;
  before(node: PageElement): void;
  after(node: PageElement): void;
  append(node: PageElement): void;
  remove(): void;
}

export interface PageDocument {
  documentElement: PageElement | null;
  styleSheets?: unknown;
  defaultView?: { getComputedStyle?: unknown } | null;
  createElement(name: string): PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** Elements that are not text, or that Markdown cannot express. */
const WITHOUT_TEXT =
  'svg, video, audio, iframe, object, embed, canvas, template, input, select, textarea, button, noscript';

/** Inline styles that hide text; the extractor itself knows `display: none` and `visibility: hidden`. */
const HIDDEN_STYLE =
  /font-size:\s*0+(?:\.0+)?(?:px|em|rem|pt|%)?\s*(?:;|!|$)|opacity:\s*0*(?:\.0+)?\s*(?:;|!|$)|(?:left|top|right|text-indent):\s*-\d{4,}/i;
const UNSAFE_LINK = /^\s*(?:javascript|data|vbscript|file|blob):/i;
const MAX_SPAN = 50;

/** Elements whose end tag is optional or that have none: many open ones are not nested. */
const TAGS_WITHOUT_END = new Set(
  (
    'html head body p li dt dd option optgroup tr td th thead tbody tfoot colgroup caption rt rp ' +
    'area base br col embed hr img input link meta param source track wbr'
  ).split(' '),
);

/**
 * Whether more tags than this are open at the same time in the source text. Counts in linear time; an approximation is
 * enough.
 */
export function opensMoreThan(html: string, most: number): boolean {
  let open = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z\d]{0,20})/gi)) {
    if (TAGS_WITHOUT_END.has(name.toLowerCase())) continue;
    open = Math.max(0, open + (slash ? -1 : 1));
    if (open > most) return true;
  }
  return false;
}

/** Whether an element has more than `most` ancestors. Reads the tree once, without recursion. */
export function nestsDeeperThan(document: PageDocument, most: number): boolean {
  let depth = 0;
  let node: PageNode | null = document.documentElement;
  while (node) {
    if (node.firstChild) {
      node = node.firstChild;
      if (++depth > most) return true;
      continue;
    }
    while (node && !node.nextSibling) {
      node = node.parentNode;
      depth--;
    }
    node = node ? node.nextSibling : null;
  }
  return false;
}

/** Removes what readers do not see and what Markdown cannot express, before the content is extracted. */
export function prepareDom(document: PageDocument): void {
  for (const element of document.querySelectorAll(WITHOUT_TEXT)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (HIDDEN_STYLE.test(element.getAttribute('style') ?? '')) element.remove();
  }
  for (const link of document.querySelectorAll('a[href]')) {
    if (UNSAFE_LINK.test(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  }
  for (const table of document.querySelectorAll('table')) flattenTable(table);
}

/** Turns a cell that spans others into a cell and empty ones, because Markdown has no spans. */
function flattenTable(table: PageElement): void {
  const document = table.ownerDocument;
  for (const cell of table.querySelectorAll('td[colspan], th[colspan]')) {
    const span = Math.min(Number.parseInt(cell.getAttribute('colspan') ?? '', 10) || 1, MAX_SPAN);
    cell.removeAttribute('colspan');
    for (let n = 1; n < span; n++) cell.after(document.createElement(cell.localName));
  }
  for (const cell of table.querySelectorAll('td[rowspan], th[rowspan]')) {
    const span = Math.min(Number.parseInt(cell.getAttribute('rowspan') ?? '', 10) || 1, MAX_SPAN);
    cell.removeAttribute('rowspan');
    fillBelow(cell, span);
  }
}

function fillBelow(cell: PageElement, span: number): void {
  const column = [...(cell.parentElement?.children ?? [])].indexOf(cell);
  let row = cell.parentElement?.nextElementSibling ?? null;
  for (let n = 1; n < span && row; n++, row = row.nextElementSibling) {
    const filler = cell.ownerDocument.createElement(cell.localName);
    const at = row.children[column];
    if (at) at.before(filler);
    else row.append(filler);
  }
}
