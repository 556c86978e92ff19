import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLiveWorkspace } from '../api/live.tsx';
import { queries } from '../api/queries.ts';
import { Page, WorkspaceName } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { ROOMS } from './rooms.ts';

const route = getRouteApi('/workspaces/$workspaceId');

/** A workspace: the rail of its rooms and the page that is open. A workspace that is not there has no rooms. */
export function WorkspaceShell() {
  const { workspaceId } = route.useParams();
  const workspace = useQuery(queries.workspace(workspaceId));
  const { isLost, isFollowed } = useLiveWorkspace(workspaceId);
  const rail = useRef<HTMLElement>(null);
  const isThere = workspace.data !== undefined;
  const { pathname } = useLocation();
  // On a narrow screen the rooms are wider than the rail: the one that is open is scrolled into it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room that is open follows from the address
  useEffect(() => {
    rail.current
      ?.querySelector('[aria-current=page]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, isThere]);
  if (workspace.error && workspace.data === undefined) {
    return (
      <main id="main">
        <Page title="This workspace cannot be shown">
          <Problem error={workspace.error} />
          <p>
            <Link to="/">All workspaces</Link>
          </p>
        </Page>
      </main>
    );
  }
  return (
    <div className="workspace">
      <p role="status" className="connection">
        {isLost && 'Connection lost. Reconnecting…'}
      </p>
      <nav ref={rail} className="rail" aria-label={workspace.data?.name ?? 'Workspace'}>
        {ROOMS.map(({ to, name, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            params={{ workspaceId }}
            activeOptions={{ exact: name === 'Decision' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <Icon aria-hidden size={20} strokeWidth={1.6} />
            <span>{name}</span>
          </Link>
        ))}
      </nav>
      <main id="main">
        {workspace.data && isFollowed && (
          <WorkspaceName value={workspace.data.name}>
            <Outlet />
          </WorkspaceName>
        )}
      </main>
    </div>
  );
}
