import { answer, TouchstoneError } from '@touchstone/client';
import { api, baseUrl, type Session } from './api.ts';
import { Link, useRoute } from './route.tsx';
import { SignIn } from './sign-in.tsx';
import { Problem } from './ui/problem.tsx';
import { useAction } from './use-action.ts';
import { useLoaded } from './use-loaded.ts';
import { WorkspaceList } from './workspaces/workspace-list.tsx';
import { WorkspacePage } from './workspaces/workspace-page.tsx';

/** The console: who asks, then where they are. */
export function App() {
  const session = useLoaded('session', () => answer(api.GET('/session')));
  const isSignedOut = session.error instanceof TouchstoneError && session.error.status === 401;
  return (
    <>
      <Header session={isSignedOut ? undefined : session.data} onSignOut={session.reload} />
      <main id="main">
        {isSignedOut && <SignIn onSignedIn={session.reload} />}
        {!isSignedOut && <Problem error={session.error} />}
        {!isSignedOut && session.data && <Page />}
      </main>
    </>
  );
}

function Header({ session, onSignOut }: { session: Session | undefined; onSignOut: () => void }) {
  const signOut = useAction(async () => {
    await answer(api.DELETE('/session'));
    onSignOut();
  });
  return (
    <header className="bar">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Link to="" className="brand">
        Touchstone
      </Link>
      <nav aria-label="Service">
        <a href={`${baseUrl}/docs`}>API</a>
        {session?.open && <span className="quiet">open to this machine</span>}
        {session && !session.open && (
          <>
            <span className="quiet">{session.role}</span>
            <button type="button" className="subtle" onClick={() => void signOut.run()}>
              Sign out
            </button>
          </>
        )}
      </nav>
    </header>
  );
}

function Page() {
  const [noun, id, ...rest] = useRoute();
  if (noun === undefined) return <WorkspaceList />;
  if (noun === 'workspaces' && id !== undefined) return <WorkspacePage key={id} id={id} route={rest} />;
  return (
    <p className="empty">
      There is nothing at this address. <Link to="">All workspaces</Link>
    </p>
  );
}
