import { Type } from 'typebox';
import type { App } from '../http/app-type.ts';
import { Nullable } from '../http/schemas.ts';
import type { Models } from './models.ts';

const Price = Type.Object({
  input_usd_per_million: Type.Number(),
  output_usd_per_million: Type.Number(),
});

const Providers = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        name: Type.String({ description: 'What model.provider of a stack says.' }),
        kind: Type.String(),
        description: Type.String(),
        base_url: Nullable(Type.String()),
        models: Type.Array(
          Type.Object({ id: Type.String(), description: Nullable(Type.String()), price: Nullable(Price) }),
        ),
        accepts_other_models: Type.Boolean({
          description: 'Whether a model id that is not listed is passed on.',
        }),
        max_concurrency: Nullable(Type.Integer()),
        requests_per_minute: Nullable(Type.Integer()),
      },
      { title: 'Provider' },
    ),
  ),
});

export function modelRoutes(app: App, { models }: { models: Models }): void {
  app.get(
    '/providers',
    {
      config: { role: 'viewer' },
      schema: {
        tags: ['discovery'],
        summary: 'List the configured model providers; never a secret',
        response: { 200: Providers },
      },
    },
    async () => ({
      data: models.list().map((provider) => ({
        ...provider,
        models: provider.models.map(({ price, ...model }) => ({
          ...model,
          price: price && {
            input_usd_per_million: Number(price.input_usd_per_million),
            output_usd_per_million: Number(price.output_usd_per_million),
          },
        })),
      })),
    }),
  );
}
