import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams } from '@tanstack/react-router';
import { answer, TouchstoneError } from '@touchstone/client';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { api, baseUrl, type Session } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Problem } from '../ui/problem.tsx';
import { Keys, type Overlay } from './keys.tsx';
import { ServiceNotes } from './service-notes.tsx';
import { SignIn } from './sign-in.tsx';
import { useFocusAfterMove } from './use-focus-after-move.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The frame of every page: who asks, one line at the top, and the page. */
export function AppShell() {
  const session = useQuery(queries.session);
  const client = useQueryClient();
  const isSignedOut = session.error instanceof TouchstoneError && session.error.status === 401;
  const [overlay, setOverlay] = useState<Overlay>();
  useFocusAfterMove();
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header
        session={isSignedOut ? undefined : session.data}
        onSearch={() => setOverlay('palette')}
        onSignedOut={() => client.resetQueries()}
      />
      {isSignedOut && (
        <main id="main">
          <SignIn wasSignedIn={session.data !== undefined} onSignedIn={() => client.resetQueries()} />
        </main>
      )}
      {!isSignedOut && session.error !== null && session.data === undefined && (
        <main id="main">
          <Problem error={session.error} />
        </main>
      )}
      {!isSignedOut && session.data && (
        <>
          <ServiceNotes />
          <Outlet />
          <Keys open={overlay} onOpen={setOverlay} />
        </>
      )}
      <PrintedAddress />
    </>
  );
}

/** Where a printed page came from. */
function PrintedAddress() {
  useLocation();
  return (
    <p className="printed-address" aria-hidden>
      {window.location.href}
    </p>
  );
}

interface HeaderProps {
  session: Session | undefined;
  onSearch: () => void;
  onSignedOut: () => void;
}

function Header({ session, onSearch, onSignedOut }: HeaderProps) {
  const { workspaceId } = useParams({ strict: false });
  const signOut = async () => {
    await answer(api.DELETE('/session'));
    onSignedOut();
  };
  return (
    <header className={workspaceId === undefined ? 'bar' : 'bar workspace-open'}>
      <Link to="/" className="brand">
        Touchstone
      </Link>
      {session && workspaceId !== undefined && <WorkspaceSwitcher id={workspaceId} />}
      {session && (
        <button type="button" className="search-button" onClick={onSearch}>
          <Search size={16} aria-hidden />
          <span>Search and commands</span> <kbd aria-hidden>Ctrl K</kbd>
        </button>
      )}
      <nav aria-label="Service">
        <a href={`${baseUrl}/docs`}>API</a>
        {session?.open && <span className="quiet">no key needed on this machine</span>}
        {session && !session.open && (
          <>
            <span className="quiet">{session.role}</span>
            <button type="button" className="subtle" onClick={() => void signOut()}>
              Sign out
            </button>
          </>
        )}
      </nav>
    </header>
  );
}
