import Renderer from 'markdown-to-jsx';
import { createElement, type JSX, type ReactNode } from 'react';

/** Longer texts are shown as they are written: laying them out would hold the page up. */
const MAX_CHARACTERS = 20_000;

/** Headings of a text stand below those of the page that shows it. */
const LOWER: Readonly<Record<string, string>> = { h1: 'h2', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6' };

/** What a link to a place (`#…`) in the text leads to; undefined where the text alone is shown. */
type Within = (place: string, children: ReactNode) => ReactNode | undefined;

/** What others wrote, laid out: HTML in it is shown as text, pictures are links, and links open beside the console unless they lead to its own pages. */
export function Markdown({ text, within }: { text: string; within?: Within }) {
  if (text.length > MAX_CHARACTERS) return <div className="passage">{text}</div>;
  const createElement = within ? elementWithin(within) : element;
  return (
    <div className="markdown">
      <Renderer options={{ disableParsingRawHTML: true, forceBlock: true, createElement }}>{text}</Renderer>
    </div>
  );
}

/** What of an element's properties is looked at. */
interface Props extends JSX.IntrinsicAttributes {
  id?: string;
  href?: string;
  src?: string;
  alt?: string;
  checked?: boolean;
}

const elementWithin =
  (within: Within): typeof element =>
  (tag, given, ...children) => {
    const { href }: Props = given;
    const link = tag === 'a' && href?.startsWith('#') ? within(href.slice(1), children) : undefined;
    return link ?? element(tag, given, ...children);
  };

function element(tag: unknown, given: JSX.IntrinsicAttributes, ...children: ReactNode[]): ReactNode {
  const { id: _, ...props }: Props = given;
  if (tag === 'img') return <Outside href={props.src}>{props.alt || 'picture'}</Outside>;
  // A link to a place in the text leads nowhere here: ids in it could be those of the page, and are left out.
  if (tag === 'a') return <Outside href={props.href}>{children}</Outside>;
  if (tag === 'input') return props.checked ? '☑ ' : '☐ ';
  if (tag === 'table') {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a text can hold many tables, and none of them is a landmark or a form's part
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      <div className="scroll" role="group" tabIndex={0} aria-label="Table">
        <table>{children}</table>
      </div>
    );
  }
  const name = typeof tag === 'string' ? (LOWER[tag] ?? tag) : (tag as 'div');
  return createElement(name, props, ...children);
}

function Outside({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href?.startsWith('/') && isPage(href)) return <a href={href}>{children}</a>;
  if (href === undefined || !/^(https?|mailto):/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Whether an address is a page of this console: opening one changes nothing. */
function isPage(href: string): boolean {
  const address = URL.parse(href, document.baseURI);
  const pages = new URL('workspaces/', document.baseURI);
  return address?.origin === pages.origin && address.pathname.startsWith(pages.pathname);
}
