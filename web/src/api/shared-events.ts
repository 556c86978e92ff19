import { type EventType, readEvents } from '@touchstone/client';
import { baseUrl } from './api.ts';

/** While no event stream is granted, what is shown is fetched again at this interval. */
const POLL_MS = 3000;

/** What happened, or that the service cannot be reached at the moment. */
export type Hint = EventType | 'lost';

/**
 * Tells what happens in a workspace while this tab is shown, until the answered function is called; `shared` where
 * another tab reads the stream already.
 *
 * HTTP/1.1 allows a browser six connections to a host, and a stream holds one for as long as it is read: so all tabs
 * of a browser share one. The tab that holds a Web Lock reads it and passes on what it reads; when that tab is closed,
 * hidden or left, the lock goes to the next, whose new connection begins with `resync`. A tab that is not shown holds
 * nothing: one in the back/forward cache would keep its connection for as long as it stays there.
 */
export function followWorkspace(workspaceId: string, tell: (hint: Hint | 'shared') => void): () => void {
  const url = `${baseUrl}/workspaces/${encodeURIComponent(workspaceId)}/events`;
  let shown: AbortController | undefined;
  const stop = () => {
    shown?.abort();
    shown = undefined;
  };
  const start = () => {
    if (shown) return;
    shown = new AbortController();
    void share(url, shown.signal, tell);
  };
  const showAgain = () => {
    if (shown || document.visibilityState === 'hidden') return;
    start();
    // Whatever happened meanwhile was told to others.
    tell('resync');
  };
  const turn = () => (document.visibilityState === 'hidden' ? stop() : showAgain());
  document.addEventListener('visibilitychange', turn);
  window.addEventListener('pagehide', stop);
  window.addEventListener('pageshow', showAgain);
  if (document.visibilityState !== 'hidden') start();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    window.removeEventListener('pagehide', stop);
    window.removeEventListener('pageshow', showAgain);
    stop();
  };
}

async function share(url: string, signal: AbortSignal, tell: (hint: Hint | 'shared') => void): Promise<void> {
  const channel = new BroadcastChannel(`touchstone ${url}`);
  channel.onmessage = ({ data }: MessageEvent<Hint>) => tell(data);
  const tellAll = (hint: Hint) => {
    if (signal.aborted) return;
    tell(hint);
    channel.postMessage(hint);
  };
  const lead = () => read(url, signal, tellAll);
  try {
    // Browsers have locks where the page is served over TLS or from this machine; elsewhere each shown tab reads itself.
    if (navigator.locks === undefined) return await lead();
    const { held = [] } = await navigator.locks.query();
    if (held.some(({ name }) => name === channel.name)) tell('shared');
    await navigator.locks.request(channel.name, { signal }, lead);
  } catch (error) {
    // A tab that waited for the lock was hidden or closed.
    if (!signal.aborted) throw error;
  } finally {
    channel.close();
  }
}

async function read(url: string, signal: AbortSignal, tell: (hint: Hint) => void): Promise<void> {
  const connect = async (input: string, init: RequestInit) => {
    try {
      const response = await fetch(input, init);
      if (response.status >= 500) tell('lost');
      return response;
    } catch (error) {
      tell('lost');
      throw error;
    }
  };
  try {
    for await (const { type } of readEvents(url, { signal, fetch: connect })) tell(type);
  } catch {
    await poll(signal, () => tell('resync'));
  }
}

function poll(signal: AbortSignal, ask: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(ask, POLL_MS);
    const end = () => {
      clearInterval(timer);
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
  });
}
