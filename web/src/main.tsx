import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { TouchstoneError } from '@touchstone/client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './app/router.tsx';
import { applyTheme } from './ui/theme.ts';
import './style/base.css';
import './style/conversation.css';
import './style/dialog.css';
import './style/layout.css';
import './style/making.css';
import './style/overview.css';
import './style/parts.css';
import './style/plots.css';
import './style/sources.css';

/** What the service refused is refused again; what did not reach it is tried three times. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => !(error instanceof TouchstoneError) && failures < 3,
      staleTime: 10_000,
    },
  },
});

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
