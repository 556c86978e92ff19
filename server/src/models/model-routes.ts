import type { App } from '../platform/http/app-type.ts';
import type { Models } from './models.ts';
import { Providers, toProvider } from './provider-schemas.ts';

export function modelRoutes(app: App, { models }: { models: Models }): void {
  app.get(
    '/providers',
    {
      schema: {
        tags: ['discovery'],
        summary: 'List the configured model providers; never a secret',
        response: { 200: Providers },
      },
    },
    async () => ({ data: models.list().map(toProvider) }),
  );
}
