import { Link } from '@tanstack/react-router';
import { count, plural, score } from '@touchstone/report/figures';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Found } from '../api/api.ts';
import { isTyping } from '../ui/is-typing.ts';
import { placeText } from '../ui/place.ts';
import { Problem } from '../ui/problem.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { markWords } from './marked.tsx';
import { SEARCH_MODE_NAMES, validateRoomSearch } from './room-search.ts';
import { MAX_HITS, type useFound } from './use-found.ts';

interface HitsProps {
  workspaceId: string;
  found: ReturnType<typeof useFound>;
  openChunk: string | undefined;
}

/** What a search found, and what it could not look into yet. */
export function Hits({ workspaceId, found, openChunk }: HitsProps) {
  const { data, error, isFetching, unread } = found;
  const list = useRef<HTMLOListElement>(null);
  useSteps(list);
  return (
    <section aria-label="Search results" aria-busy={isFetching}>
      <div role="status">
        {unread > 0 && (
          <p className="warning">
            {unread === 1
              ? '1 source is still being read and not searchable yet.'
              : `${count(unread)} sources are still being read and not searchable yet.`}
          </p>
        )}
        {data && (
          <p className="quiet">
            {data.results.length === MAX_HITS
              ? `Top ${MAX_HITS} results`
              : plural(data.results.length, 'result')}{' '}
            by {SEARCH_MODE_NAMES[data.mode].toLowerCase()}, in {data.took_ms} ms
          </p>
        )}
        {data?.results.length === 0 && unread === 0 && (
          <p className="empty">No results. Try other words, another search mode or all sources.</p>
        )}
      </div>
      <Problem error={error} />
      <Warnings warnings={data?.warnings?.map(sentence)} />
      <ol ref={list} className="source-hits">
        {data?.results.map((hit) => (
          <Hit key={hit.chunk_id} workspaceId={workspaceId} hit={hit} isOpen={hit.chunk_id === openChunk} />
        ))}
      </ol>
    </section>
  );
}

interface HitProps {
  workspaceId: string;
  hit: Found['results'][number];
  isOpen: boolean;
}

function Hit({ workspaceId, hit, isOpen }: HitProps) {
  const where = [placeText(hit.location), ...hit.location.heading].filter(Boolean).join(' › ');
  return (
    <li>
      <Link
        to="/workspaces/$workspaceId/sources/$sourceId"
        params={{ workspaceId, sourceId: hit.source_id }}
        search={(before) => ({ ...validateRoomSearch(before), chunk: hit.chunk_id })}
        resetScroll={false}
        aria-current={isOpen ? 'true' : undefined}
        className="source-title"
      >
        {hit.source_title}
      </Link>
      <p className="quiet">
        {where !== '' && <>{where} · </>}
        <span title="Relevance from 0 to 1, comparable within one search">{score(hit.score)}</span>
      </p>
      <p className="hit-text">{excerpt(hit)}</p>
    </li>
  );
}

/** So much stands before the first word that was found, so that it is among the lines that are shown. */
const CHARACTERS_BEFORE_HIT = 120;

function excerpt({ text, highlights }: Found['results'][number]) {
  const first = highlights[0]?.start ?? 0;
  if (first <= CHARACTERS_BEFORE_HIT) return markWords(text, 0, highlights);
  // It begins with a word, and not within a character.
  const start = Math.max(0, text.lastIndexOf(' ', first - CHARACTERS_BEFORE_HIT) + 1);
  return <>… {markWords(text.slice(start), start, highlights)}</>;
}

/** A warning begins with its code, for programs. */
function sentence(warning: string): string {
  const said = warning.replace(/^[a-z_]+: /, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** `j` and `k` go to the next and the previous hit, from the one that has the focus or is open; Enter opens it. */
function useSteps(list: React.RefObject<HTMLOListElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = { j: 1, k: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
      return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const focused = links.indexOf(document.activeElement as HTMLAnchorElement);
    const at = focused >= 0 ? focused : links.findIndex((link) => link.ariaCurrent === 'true');
    const next = links[at < 0 ? 0 : at + step];
    next?.focus();
    next?.closest('li')?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
