import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useEffect, useRef } from 'react';
import { api, type Source } from '../api/api.ts';
import type { RoomSearch } from './room-search.ts';
import { isUnread } from './source-words.ts';

/** The most hits of an answer, and the most sources that a search can be limited to. */
export const MAX_HITS = 50;
const MAX_SOURCES = 1000;

/** What a search is limited to, as the service wants it: ids, or nothing for all sources. */
function scopeOf(search: RoomSearch, shown: Source[]): string[] | undefined {
  if (search.in !== undefined) return search.in.split(',').slice(0, MAX_SOURCES);
  const isFiltered = search.type !== undefined || search.status !== undefined || search.kind !== undefined;
  return isFiltered ? shown.slice(0, MAX_SOURCES).map(({ id }) => id) : undefined;
}

/** Asks the index what the address says, again whenever what was being read has been. Undefined: nothing is asked. */
export function useFound(
  workspaceId: string,
  search: RoomSearch,
  all: Source[] | undefined,
  shown: Source[],
) {
  const { q, mode } = search;
  const ids = scopeOf(search, shown);
  const found = useQuery(
    queryOptions({
      queryKey: ['workspace', workspaceId, 'search', q, mode, ids],
      queryFn: () => {
        const params = { path: { workspace_id: workspaceId } };
        const body = {
          query: q ?? '',
          limit: MAX_HITS,
          ...(mode && { mode }),
          ...(ids && { source_ids: ids }),
        };
        return answer(api.POST('/workspaces/{workspace_id}/search', { params, body }));
      },
      enabled: q !== undefined && (ids === undefined || all !== undefined),
      placeholderData: keepPreviousData,
    }),
  );
  const unread = all?.filter((source) => isUnread(source) && (ids?.includes(source.id) ?? true)).length ?? 0;
  const { refetch } = found;
  const before = useRef(unread);
  const isEmpty = found.data?.results.length === 0;
  useEffect(() => {
    const isLess = unread < before.current;
    before.current = unread;
    // Hits that somebody reads stay where they are until everything is read.
    if (isLess && q !== undefined && (unread === 0 || isEmpty)) void refetch();
  }, [unread, isEmpty, q, refetch]);
  return { ...found, unread, limitedTo: ids?.length };
}
