import Markdown, { type MarkdownToJSX } from 'markdown-to-jsx/react';
import { memo } from 'react';
import { LongText } from './long-text.tsx';

/** Parsing grows with the length and more; what is longer is shown as text. */
const MAX_PARSED = 20_000;

/** What a model wrote addresses nobody: pictures are named and not fetched, headings and ids are not the page's. */
const OPTIONS: MarkdownToJSX.Options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: {
    a: Anchor,
    img: ({ alt, src }: { alt?: string; src?: string }) => (
      <code>
        [picture: {alt || 'no description'}, {src}]
      </code>
    ),
    ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, Heading])),
    table: ({ children }: { children?: React.ReactNode }) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      <section className="scroll" tabIndex={0} aria-label="Table">
        <table>{children}</table>
      </section>
    ),
    input: ({ checked }: { checked?: boolean }) => <span>{checked ? '☑' : '☐'}</span>,
  },
};

function Anchor({ href, children }: { href?: string; children?: React.ReactNode }) {
  if (!href || !/^https?:\/\//i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer noopener nofollow" title={href}>
      {children}
    </a>
  );
}

function Heading({ children }: { children?: React.ReactNode }) {
  return (
    <p>
      <strong>{children}</strong>
    </p>
  );
}

/** An answer as Markdown. HTML in it is shown as it was written. */
export const MarkdownText = memo(function MarkdownText({ text }: { text: string }) {
  if (text.length > MAX_PARSED) return <LongText text={text} />;
  return (
    <div className="markdown">
      <Markdown options={OPTIONS}>{text}</Markdown>
    </div>
  );
});
