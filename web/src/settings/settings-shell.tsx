import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

const BASE = '/workspaces/$workspaceId/settings';

const PAGES = [
  { to: BASE, name: 'Workspace' },
  { to: `${BASE}/providers`, name: 'Providers' },
  { to: `${BASE}/catalogue`, name: 'Catalogue' },
  { to: `${BASE}/prices`, name: 'Prices' },
  { to: `${BASE}/webhooks`, name: 'Webhooks' },
  { to: `${BASE}/keys`, name: 'Keys' },
] as const;

/** What is set for this workspace and this service. */
export function SettingsShell() {
  const { workspaceId } = route.useParams();
  return (
    <Page title="Settings">
      <nav className="tabs" aria-label="Settings">
        {PAGES.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            params={{ workspaceId }}
            activeOptions={{ exact: name === 'Workspace' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Page>
  );
}
