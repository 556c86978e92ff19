import { type Static, Type } from 'typebox';
import { Nullable } from '../platform/http/schemas.ts';
import type { ProviderInfo } from './models.ts';

const Price = Type.Object({
  input_usd_per_million: Type.Number(),
  output_usd_per_million: Type.Number(),
  cached_input_usd_per_million: Type.Optional(
    Type.Number({ description: 'Of input that the server read from its cache; absent = as other input.' }),
  ),
});

export const Provider = Type.Object(
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
    batches: Type.Optional(
      Type.Object(
        {
          price_factor: Type.Number({ description: 'Of the price of a single call: 0.5 is half.' }),
          source: Nullable(
            Type.String({ description: 'Where that is said; null where the operator says it.' }),
          ),
          as_of: Nullable(Type.String({ description: 'The day it was read there.' })),
        },
        { description: 'There where the provider takes evaluations with methodology.delivery batch.' },
      ),
    ),
  },
  { title: 'Provider' },
);

export const Providers = Type.Object({ data: Type.Array(Provider) });

/** A provider as it is shown; its prices are numbers. */
export function toProvider(provider: ProviderInfo): Static<typeof Provider> {
  return {
    ...provider,
    models: provider.models.map(({ price, ...model }) => ({
      ...model,
      price: price && {
        input_usd_per_million: Number(price.input_usd_per_million),
        output_usd_per_million: Number(price.output_usd_per_million),
        ...(price.cached_input_usd_per_million !== undefined && {
          cached_input_usd_per_million: Number(price.cached_input_usd_per_million),
        }),
      },
    })),
  };
}
