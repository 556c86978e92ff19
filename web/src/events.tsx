import { type EventType, readEvents, type WorkspaceEvent } from '@touchstone/client';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef } from 'react';
import { baseUrl } from './api.ts';

type Listener = (event: WorkspaceEvent) => void;

/** When no event stream can be opened, listeners fetch again at this interval. */
const POLL_MS = 3000;
/** Hints that come in a burst cause one fetch. */
const SETTLE_MS = 200;

const Listeners = createContext(new Set<Listener>());

/** Reads the events of a workspace once for all that listen below. */
export function WorkspaceEvents({ workspaceId, children }: { workspaceId: string; children: ReactNode }) {
  const listeners = useRef(new Set<Listener>()).current;
  useEffect(() => {
    const stopped = new AbortController();
    const tell = (event: WorkspaceEvent) => {
      for (const listener of listeners) listener(event);
    };
    let polling: ReturnType<typeof setInterval> | undefined;
    follow(`${baseUrl}/workspaces/${workspaceId}/events`, stopped.signal, tell).catch(() => {
      if (stopped.signal.aborted) return;
      polling = setInterval(() => tell({ type: 'resync', data: {} }), POLL_MS);
    });
    return () => {
      stopped.abort();
      clearInterval(polling);
    };
  }, [workspaceId, listeners]);
  return <Listeners.Provider value={listeners}>{children}</Listeners.Provider>;
}

async function follow(url: string, signal: AbortSignal, tell: Listener): Promise<void> {
  for await (const event of readEvents(url, { signal })) tell(event);
}

/** Calls `onHint` after an event of these types, and after a reconnection, when anything may have changed. */
export function useHints(types: readonly EventType[], onHint: () => void): void {
  const listeners = useContext(Listeners);
  const hint = useEffectEvent(onHint);
  const names = types.join();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listener: Listener = ({ type }) => {
      if (type !== 'resync' && !names.split(',').includes(type)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        hint();
      }, SETTLE_MS);
    };
    listeners.add(listener);
    return () => {
      clearTimeout(timer);
      listeners.delete(listener);
    };
  }, [listeners, names]);
}
