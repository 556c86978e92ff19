import { useQueryClient } from '@tanstack/react-query';
import { type AnswerEvent, readAnswer } from '@touchstone/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { baseUrl, type Message } from '../api/api.ts';

/**
 * The message as far as it is written. The answer that is `followed` grows as it comes while the tab is shown, by a
 * stream of its own; a browser has six connections to a host, so any other grows as the list is read again.
 */
export function useAnswer(workspaceId: string, message: Message, followed: boolean): Message {
  const client = useQueryClient();
  const [live, setLive] = useState<Message | null>(null);
  const isShown = useIsShown();
  const { id, status, content } = message;
  const follows = followed && isShown && status === 'streaming';
  useEffect(() => {
    if (!follows) return;
    const left = new AbortController();
    const { signal } = left;
    const url = `${baseUrl}/workspaces/${encodeURIComponent(workspaceId)}/messages/${id}`;
    void (async () => {
      for await (const event of readAnswer(url, { signal })) {
        setLive((before) => growAnswer(before, event));
      }
      if (!signal.aborted)
        await client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] });
      // What is refused is shown by the list, which is read again with each event.
    })().catch(() => {});
    return () => left.abort();
  }, [client, workspaceId, id, follows]);
  const isAhead = live !== null && live.content.length >= content.length;
  return status === 'streaming' && isAhead ? live : message;
}

function useIsShown(): boolean {
  return useSyncExternalStore(
    (turned) => {
      document.addEventListener('visibilitychange', turned);
      return () => document.removeEventListener('visibilitychange', turned);
    },
    () => document.visibilityState !== 'hidden',
  );
}

function growAnswer(before: Message | null, event: AnswerEvent): Message | null {
  if (event.event === 'message' || event.event === 'done') return event.data;
  if (before === null) return null;
  switch (event.event) {
    case 'delta':
      return { ...before, content: before.content + event.data.text };
    case 'citation':
      return { ...before, citations: [...before.citations, event.data] };
    case 'made':
      return { ...before, made: [...(before.made ?? []), event.data] };
    default:
      return before;
  }
}
