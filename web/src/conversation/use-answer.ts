import { useQueryClient } from '@tanstack/react-query';
import { type AnswerEvent, readAnswer } from '@touchstone/client';
import { useEffect, useState } from 'react';
import { baseUrl, type Message } from '../api/api.ts';

/** The message as far as it is written: an answer that is still being written grows as it comes. */
export function useAnswer(workspaceId: string, message: Message): Message {
  const client = useQueryClient();
  const [live, setLive] = useState<Message | null>(null);
  const { id, status } = message;
  useEffect(() => {
    if (status !== 'streaming') return;
    const left = new AbortController();
    const { signal } = left;
    const url = `${baseUrl}/workspaces/${encodeURIComponent(workspaceId)}/messages/${id}`;
    void (async () => {
      for await (const event of readAnswer(url, { signal })) {
        setLive((before) => grown(before, event));
      }
      if (!signal.aborted)
        await client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] });
      // What is refused is shown by the list, which is read again with each event.
    })().catch(() => {});
    return () => left.abort();
  }, [client, workspaceId, id, status]);
  return status === 'streaming' && live ? live : message;
}

function grown(before: Message | null, event: AnswerEvent): Message | null {
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
