import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Answer, api, type Message } from '../api/api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { MessageView } from './message-view.tsx';
import { NewMessage } from './new-message.tsx';

/** Messages that are fetched at once, newest first. */
const PAGE = 50;

type MessagePage = Answer<'/workspaces/{workspace_id}/messages', 'get'>;

const route = getRouteApi('/workspaces/$workspaceId');
const begun = getRouteApi('/workspaces/$workspaceId/conversation');

/** The conversation of a workspace, oldest message first: what is asked is answered from its sources. */
export function ConversationPage() {
  const { workspaceId } = route.useParams();
  const { ask } = begun.useSearch();
  const loaded = useMessages(workspaceId);
  const { data, error } = loaded;
  const earlier = useEarlier(loaded);
  const messages = oldestFirst(data);
  const total = data?.pages[0]?.total ?? 0;
  const end = useEnd(messages.at(-1)?.id);
  const newestAnswer = messages.findLast(({ status }) => status === 'streaming')?.id;
  return (
    <Page title="Conversation" actions={total > 0 && <DeleteAll workspaceId={workspaceId} total={total} />}>
      <section className="conversation" aria-label="Messages" aria-busy={loaded.isPending}>
        <Problem error={error} />
        {data && total === 0 && (
          <p className="empty">
            No messages yet. Ask a question about your sources or results. Answers quote their sources and
            link to each quote.
          </p>
        )}
        {loaded.hasNextPage && (
          <p>
            <button type="button" disabled={earlier.isAsked} onClick={earlier.ask}>
              {earlier.isAsked ? 'Loading…' : `Show earlier messages (${total - messages.length})`}
            </button>
          </p>
        )}
        <ol className="messages">
          {messages.map((message) => (
            <MessageView
              key={message.id}
              workspaceId={workspaceId}
              message={message}
              followed={message.id === newestAnswer}
            />
          ))}
        </ol>
      </section>
      <NewMessage key={ask ?? ''} workspaceId={workspaceId} begun={ask} />
      <div ref={end} className="conversation-end" />
    </Page>
  );
}

function useMessages(workspaceId: string) {
  return useInfiniteQuery({
    queryKey: ['workspace', workspaceId, 'messages'],
    queryFn: ({ pageParam: offset }) => {
      const params = {
        path: { workspace_id: workspaceId },
        query: { limit: PAGE, offset, order: 'desc' as const },
      };
      return answer(api.GET('/workspaces/{workspace_id}/messages', { params }));
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const seen = pages.length * PAGE;
      return seen < total ? seen : undefined;
    },
  });
}

/**
 * Asks for one page more, again until it is there: an event has the list read anew, and that gives up what was being
 * fetched.
 */
function useEarlier(loaded: ReturnType<typeof useMessages>) {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = loaded;
  const [wanted, setWanted] = useState(0);
  const pages = data?.pages.length ?? 0;
  const isAsked = hasNextPage && pages < wanted && !isFetchNextPageError;
  useEffect(() => {
    if (isAsked && !isFetching) void fetchNextPage();
  }, [isAsked, isFetching, fetchNextPage]);
  const ask = () => {
    setWanted(pages + 1);
    if (isFetchNextPageError) void fetchNextPage();
  };
  return { isAsked, ask };
}

/** A message said between two fetches moves the pages on by one and is in both. */
function oldestFirst(data: InfiniteData<MessagePage> | undefined): Message[] {
  const newestFirst = new Map(data?.pages.flatMap((page) => page.data).map((said) => [said.id, said]));
  return [...newestFirst.values()].reverse();
}

/** Brings the end of the conversation into view when it opens and when something new is said. */
function useEnd(newest: string | undefined) {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  return end;
}

function DeleteAll({ workspaceId, total }: { workspaceId: string; total: number }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { workspace_id: workspaceId } };
      return answer(api.DELETE('/workspaces/{workspace_id}/messages', { params }));
    },
    onSuccess: () => {
      setAsking(false);
      return client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] });
    },
  });
  return (
    <>
      <button type="button" className="subtle" onClick={() => setAsking(true)}>
        Delete all messages
      </button>
      <ConfirmDialog
        title="Delete all messages?"
        says={`This deletes ${plural(total, 'message')}. You cannot undo this.`}
        confirm="Delete all"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
