import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { isTyping } from '../ui/is-typing.ts';
import { ROOMS } from './rooms.ts';

// Both are fetched when they are first asked for.
const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

/** After `g`, the letter of a room counts for this long. */
const SECOND_KEY_MS = 1200;

/** What lies over a page: search and commands, or the keys. */
export type Overlay = 'palette' | 'help' | undefined;

/** The keys that work on every page: Ctrl or ⌘ K, `/`, `?`, and `g` with the letter of a room. */
export function Keys({ open, onOpen: setOpen }: { open: Overlay; onOpen: (open: Overlay) => void }) {
  const { workspaceId } = useParams({ strict: false });
  const navigate = useNavigate();
  const [goAt, setGoAt] = useState(Number.NEGATIVE_INFINITY);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      setOpen('palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || open) return;
    const room = ROOMS.find(({ key }) => key === event.key);
    if (room && workspaceId !== undefined && event.timeStamp - goAt < SECOND_KEY_MS) {
      setGoAt(Number.NEGATIVE_INFINITY);
      void navigate({ to: room.to, params: { workspaceId } });
    } else if (event.key === 'g') {
      setGoAt(event.timeStamp);
    } else if (event.key === '?') {
      setOpen('help');
    } else if (event.key === '/') {
      const fields = document.querySelectorAll<HTMLInputElement>('main input[type=search]');
      const field = [...fields].find((input) => input.checkVisibility());
      if (field) {
        event.preventDefault();
        field.focus();
      } else if (workspaceId !== undefined) {
        event.preventDefault();
        void navigate({ to: '/workspaces/$workspaceId/sources', params: { workspaceId } });
      }
    }
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const close = () => setOpen(undefined);
  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={close} onHelp={() => setOpen('help')} />}
      {open === 'help' && <KeyHelp onClose={close} />}
    </Suspense>
  );
}
