import { getRouteApi, Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Source } from '../api/api.ts';
import { Markdown } from '../ui/markdown.tsx';
import { lineRangeText, placeText } from '../ui/place.ts';
import { Problem } from '../ui/problem.tsx';
import { markdownBlocks, plainBlocks } from './blocks.ts';
import { markWords, type Range } from './marked.tsx';
import { OutsideLink, originalAddress } from './source-actions.tsx';
import { type Passage, useContent, usePassage } from './use-content.ts';

/** So many blocks are all laid out, so that the browser finds words in them and prints them. */
const MAX_BLOCKS_LAID_OUT = 300;
/** How many characters of a line of text and how high it is, before it is measured. */
const LINE_CHARACTERS = 80;
const LINE_PX = 25;

interface ReaderProps {
  workspaceId: string;
  source: Source;
}

const route = getRouteApi('/workspaces/$workspaceId/sources/$sourceId');

/** The extracted text of a source, at the passage that the address names. */
export function Reader({ workspaceId, source }: ReaderProps) {
  const { chunk, view } = route.useSearch();
  const { passage, error } = usePassage(workspaceId, source, chunk);
  const content = useContent(workspaceId, source, passage?.location.end ?? 0);
  const canBeLaidOut = isMarkdown(source);
  const isLaidOut = canBeLaidOut && view !== 'text' && (chunk === undefined || view === 'markdown');
  if (source.indexed_at === undefined) {
    return source.status === 'failed' ? null : (
      <p className="empty">This source is being read. Its text appears here when ready.</p>
    );
  }
  const text = content.data?.text;
  return (
    <section aria-label="Text" aria-busy={content.isPending}>
      <Problem error={content.error ?? error} />
      {passage === null && (
        <p className="warning" role="status">
          This source was read again and no longer contains the chunk.
        </p>
      )}
      {passage && text !== undefined && (
        <Place workspaceId={workspaceId} source={source} passage={passage} text={text} />
      )}
      {canBeLaidOut && (
        <p>
          <Link
            to="."
            search={(before) => ({ ...before, view: isLaidOut ? 'text' : 'markdown' })}
            replace
            resetScroll={false}
          >
            {isLaidOut ? 'Show source text' : 'Show formatted text'}
          </Link>
        </p>
      )}
      {text === '' && <p className="empty">The text is empty.</p>}
      {text !== undefined && <Text text={text} passage={passage ?? undefined} isLaidOut={isLaidOut} />}
      {content.data?.isWhole === false && (
        <p>
          <button type="button" disabled={content.isFetching} onClick={content.readOn}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}

/** Pages of the web and notebooks are kept as Markdown. */
const MARKDOWN_TYPES = ['text/markdown', 'text/html', 'application/x-ipynb+json'];

function isMarkdown({ type, media_type: media }: Source): boolean {
  return (type === 'url' || type === 'text') && MARKDOWN_TYPES.includes(media);
}

interface PlaceProps extends ReaderProps {
  passage: Passage;
  text: string;
}

/** Says where the passage is, and leads to the same place of the original: an address, or a page of a file. */
function Place({ workspaceId, source, passage: { location, url }, text }: PlaceProps) {
  const where = placeText(location) ?? linesOf(text, location);
  const { page } = location;
  const isFile = url === undefined && source.url === null && source.media_type === 'application/pdf';
  return (
    <p className="place" role="status">
      <span>Chunk: {[where, ...location.heading].join(' › ')}</span>
      {url !== undefined && <OutsideLink href={url}>Open the original at this place</OutsideLink>}
      {isFile && page !== undefined && (
        <OutsideLink href={`${originalAddress(workspaceId, source)}?inline=true#page=${page}`}>
          {`Open page ${page} of the file`}
        </OutsideLink>
      )}
    </p>
  );
}

function linesOf(text: string, { start, end }: Range): string {
  const count = (from: number, to: number) => text.slice(from, to).split('\n').length - 1;
  const first = count(0, start) + 1;
  return lineRangeText(first, first + count(start, end - 1));
}

interface TextProps {
  text: string;
  passage: Passage | undefined;
  isLaidOut: boolean;
}

/** Only what is near the view is in the page; a short text all of it. */
function Text({ text, passage, isLaidOut }: TextProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const blocks = useMemo(() => (isLaidOut ? markdownBlocks(text) : plainBlocks(text)), [text, isLaidOut]);
  const virtualizer = useWindowVirtualizer({
    count: blocks.length,
    estimateSize: (i) => estimate(blocks[i]),
    overscan: blocks.length <= MAX_BLOCKS_LAID_OUT ? blocks.length : 6,
    scrollMargin: top,
  });
  useLayoutEffect(() => {
    const at = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (Math.abs(at - top) > 1) setTop(at);
  });

  const range = passage?.location;
  const words = useMemo(
    () =>
      (passage?.highlights ?? []).map(({ start, end }) => ({
        start: start + (range?.start ?? 0),
        end: end + (range?.start ?? 0),
      })),
    [passage, range],
  );
  // The sentence of the passage at which to begin to read, as the search says it.
  const excerpt = passage?.excerpt;
  const sentence = useMemo(
    () => range && excerpt && { start: excerpt.start + range.start, end: excerpt.end + range.start },
    [range, excerpt],
  );
  useEffect(() => {
    if (!range) return;
    const block = blocks.findIndex(({ end }) => end > (sentence ?? range).start);
    if (block < 0) return;
    return bringIntoView(
      () => list.current?.querySelector('.found-sentence') ?? list.current?.querySelector('.cited'),
      () => virtualizer.scrollToIndex(block, { align: 'start' }),
    );
  }, [range, sentence, blocks, virtualizer]);

  const around = [
    ...(range ? [[range, 'cited'] as const] : []),
    ...(sentence ? [[sentence, 'found-sentence'] as const] : []),
  ];
  return (
    <div ref={list} className="reader" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const block = blocks[index] ?? { start: 0, end: 0 };
        const piece = text.slice(block.start, block.end);
        const isCited = range && block.start < range.end && range.start < block.end;
        return (
          <div
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            {isLaidOut ? (
              <div className={isCited ? 'cited' : undefined}>
                <Markdown text={piece} />
              </div>
            ) : (
              <div className="reader-text">{markWords(piece, block.start, words, isCited ? around : [])}</div>
            )}
          </div>
        );
      })}
    </div>
  );
}

function estimate(block: Range | undefined): number {
  return block ? Math.ceil((block.end - block.start) / LINE_CHARACTERS) * LINE_PX : LINE_PX;
}

/** Frames in which nothing may move any more, and the most that are waited for. */
const STILL_FRAMES = 10;
const MAX_FRAMES = 180;

/**
 * Scrolls until an element stands still in the middle of the window: blocks above it are measured as they come near the
 * view, which moves what is below them. Ends at once when the reader scrolls or types.
 *
 * @param jump goes near the place while the element is not there yet
 */
function bringIntoView(find: () => Element | null | undefined, jump: () => void): () => void {
  const stopped = new AbortController();
  let still = 0;
  let frames = 0;
  const settle = () => {
    if (stopped.signal.aborted || still > STILL_FRAMES || ++frames > MAX_FRAMES) return stopped.abort();
    const element = find();
    if (!element) jump();
    else {
      const before = element.getBoundingClientRect().top;
      const isHigh = element.clientHeight > window.innerHeight / 2;
      element.scrollIntoView({ block: isHigh ? 'start' : 'center' });
      still = Math.abs(element.getBoundingClientRect().top - before) < 1 ? still + 1 : 0;
    }
    requestAnimationFrame(settle);
  };
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    window.addEventListener(act, () => stopped.abort(), { signal: stopped.signal, passive: true });
  }
  jump();
  requestAnimationFrame(settle);
  return () => stopped.abort();
}
