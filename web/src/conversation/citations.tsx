import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Message } from '../api/api.ts';
import { Markdown } from '../ui/markdown.tsx';
import { placeText } from '../ui/place.ts';

type Citation = Message['citations'][number];

interface Cited {
  workspaceId: string;
  message: Pick<Message, 'content' | 'citations'>;
}

/** A fenced block, whose characters are shown literally. */
const FENCED = /^(`{3,})\w*\n([\s\S]*?)\n\1$/gm;

/** An answer whose marks lead to the words they quote. */
export function CitedText({ workspaceId, message: { content, citations } }: Cited) {
  if (citations.length === 0) return <Markdown text={content} />;
  const fenced = [...content.matchAll(FENCED)];
  const starts = [0, ...fenced.map(({ index, 0: block }) => index + block.length)];
  return starts.map((start, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
    <Fragment key={at}>
      <Marked
        workspaceId={workspaceId}
        message={{ content: content.slice(start, fenced[at]?.index), citations }}
      />
      {fenced[at] && <blockquote className="passage">{fenced[at][2]}</blockquote>}
    </Fragment>
  ));
}

function Marked({ workspaceId, message: { content, citations } }: Cited) {
  const byMark = new Map(citations.map((citation) => [String(citation.mark), citation]));
  // A mark as a link to a place in the text; what it leads to is decided here and not by the text.
  const text = content.replace(/\[(\d{1,4})\](?!\()/g, (mark, number: string) =>
    byMark.has(number) ? `[\\[${number}\\]](#${number})` : mark,
  );
  const within = (mark: string, children: ReactNode) => {
    const citation = byMark.get(mark);
    return (
      citation && (
        <Passage workspaceId={workspaceId} citation={citation}>
          {children}
        </Passage>
      )
    );
  };
  return <Markdown text={text} within={within} />;
}

/** What an answer quotes, with the place of each: it was found there, which does not prove it. */
export function Quotes({ workspaceId, citations }: { workspaceId: string; citations: readonly Citation[] }) {
  if (citations.length === 0) return null;
  return (
    <details className="fold quotes">
      <summary>{citations.length === 1 ? '1 citation' : `${citations.length} citations`}</summary>
      <p className="quiet">
        Each quote was found word for word in its source. The source itself may be wrong.
      </p>
      <ol>
        {citations.map((citation) => (
          <li key={citation.mark} value={citation.mark}>
            <blockquote>{citation.quote}</blockquote>
            <p>
              <Passage workspaceId={workspaceId} citation={citation}>
                {citationPlace(citation)}
              </Passage>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Leads to the passage in the reader. */
function Passage({
  workspaceId,
  citation,
  children,
}: {
  workspaceId: string;
  citation: Citation;
  children: ReactNode;
}) {
  const { source_id: sourceId, chunk_id: chunk } = citation;
  return (
    <Link
      to="/workspaces/$workspaceId/sources/$sourceId"
      params={{ workspaceId, sourceId }}
      search={{ chunk }}
      title={citationPlace(citation)}
    >
      {children}
    </Link>
  );
}

function citationPlace({ source_title: title, location }: Citation): string {
  return [title, placeText(location), ...location.heading.slice(-1)].filter(Boolean).join(', ');
}
