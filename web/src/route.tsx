import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

const base = new URL(document.baseURI).pathname.replace(/[^/]*$/, '');
const moved = new EventTarget();

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  moved.addEventListener('moved', listener);
  return () => {
    window.removeEventListener('popstate', listener);
    moved.removeEventListener('moved', listener);
  };
}

/** Where the console is: `['workspaces', id, 'search']`. */
export function useRoute(): string[] {
  const path = useSyncExternalStore(subscribe, () => window.location.pathname);
  return path
    .slice(base.length)
    .split('/')
    .filter((segment) => segment !== '')
    .map(decodeURIComponent);
}

/** Goes to a path inside the console: `workspaces/…`. */
export function go(path: string): void {
  window.history.pushState(null, '', base + path);
  moved.dispatchEvent(new Event('moved'));
  window.scrollTo(0, 0);
}

/** A link inside the console; opening it in a new tab works as everywhere. */
export function Link({ to, ...rest }: { to: string } & AnchorHTMLAttributes<HTMLAnchorElement>) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return <a href={base + to} onClick={follow} {...rest} />;
}
