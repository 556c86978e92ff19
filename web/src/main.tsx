import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { TouchstoneError } from '@touchstone/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { router } from './app/router.tsx';
import { applyTheme } from './ui/theme.ts';
import './style/tokens.css';
import './style/base.css';
import './style/conversation.css';
import './style/dialog.css';
import './style/layout.css';
import './style/making.css';
import './style/overview.css';
import './style/parts.css';
import './style/plots.css';
import './style/sources.css';
import './style/print.css';

/**
 * What the service refused is refused again; what did not reach it is tried three times. A browser that is offline is
 * asked all the same: the service may be on this very machine, and where it is not, the failure says so.
 */
const client = new QueryClient({
  queryCache: new QueryCache({
    // While the first key is made, nobody is signed in for a moment; it signs in by itself.
    onError: (error, { queryKey: [asked] }) => {
      if (asked !== queries.session.queryKey[0] && client.isMutating() === 0) askWhoAsks(error);
    },
  }),
  mutationCache: new MutationCache({ onError: (error) => askWhoAsks(error) }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => !(error instanceof TouchstoneError) && failures < 3,
      staleTime: 10_000,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** A key can be revoked under an open page: what is refused for that asks once more who is signed in, and for a key. */
function askWhoAsks(error: Error): void {
  // Asked again while the form for a key is open, the form would close and open again without what it says.
  const isAskedForKey = client.getQueryState(queries.session.queryKey)?.status === 'error';
  if (error instanceof TouchstoneError && error.status === 401 && !isAskedForKey)
    void client.invalidateQueries({ queryKey: queries.session.queryKey });
}

applyTheme();
const place = document.getElementById('console');
if (place) {
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
