import { useQueryClient } from '@tanstack/react-query';
import { type EventType, readEvents, type WorkspaceEvent } from '@touchstone/client';
import { useEffect } from 'react';
import { baseUrl } from './api.ts';

/** When no event stream can be opened, what is shown is fetched again at this interval. */
const POLL_MS = 3000;
/** Events that come in a burst cause one fetch. */
const SETTLE_MS = 200;

/** What an event about a noun makes stale. The workspace counts what it holds, so it changes with all of them. */
const STALE: Readonly<Record<string, readonly string[]>> = {
  workspace: ['itself'],
  source: ['sources', 'itself'],
  scenario: ['scenarios'],
  stack: ['stacks', 'itself'],
  evaluation: ['evaluations', 'itself'],
  approval: ['approvals'],
  message: ['messages'],
  conversation: ['messages'],
};

/** Reads the events of a workspace while it is shown, and makes stale what they are about. */
export function useLiveWorkspace(workspaceId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const stopped = new AbortController();
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling: ReturnType<typeof setInterval> | undefined;

    const refresh = () => {
      timer = undefined;
      for (const part of waiting) {
        void client.invalidateQueries({
          queryKey: part === '' ? ['workspace', workspaceId] : ['workspace', workspaceId, part],
        });
      }
      waiting.clear();
    };
    const tell = (type: EventType) => {
      const noun = type.slice(0, type.indexOf('.'));
      // After a connection anything may have changed.
      for (const part of type === 'resync' ? [''] : (STALE[noun] ?? [])) waiting.add(part);
      timer ??= setTimeout(refresh, SETTLE_MS);
    };
    const url = `${baseUrl}/workspaces/${encodeURIComponent(workspaceId)}/events`;
    follow(url, stopped.signal, ({ type }) => tell(type)).catch(() => {
      if (!stopped.signal.aborted) polling = setInterval(() => tell('resync'), POLL_MS);
    });
    return () => {
      stopped.abort();
      clearTimeout(timer);
      clearInterval(polling);
    };
  }, [client, workspaceId]);
}

async function follow(
  url: string,
  signal: AbortSignal,
  onEvent: (event: WorkspaceEvent) => void,
): Promise<void> {
  for await (const event of readEvents(url, { signal })) onEvent(event);
}
