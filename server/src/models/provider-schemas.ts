import { type Static, Type } from 'typebox';
import { Nullable, OneOf } from '../platform/http/schemas.ts';
import { ACCOUNT_NEEDS } from '../platform/provider-presets.ts';
import { type ModelPrice, PROVIDER_SOURCES, type ProviderInfo } from './models.ts';

export const Price = Type.Object({
  input_usd_per_million: Type.Number(),
  output_usd_per_million: Type.Number(),
  cached_input_usd_per_million: Type.Optional(
    Type.Number({
      description: 'The price of input read from the server’s cache; defaults to the price of other input.',
    }),
  ),
});

export const Provider = Type.Object(
  {
    name: Type.String({ description: 'The value for `model.provider` of a stack.' }),
    kind: Type.String(),
    description: Type.String(),
    source: OneOf(
      PROVIDER_SOURCES,
      '`configuration`: from the settings of the service. `added`: by `POST /providers`; only these can be changed and removed here.',
    ),
    problem: Nullable(
      Type.String({
        description:
          'Why the provider cannot be called, or that it hides an added provider of its name; otherwise null.',
      }),
    ),
    base_url: Nullable(Type.String()),
    models: Type.Array(
      Type.Object({ id: Type.String(), description: Nullable(Type.String()), price: Nullable(Price) }),
    ),
    accepts_other_models: Type.Boolean({
      description: 'Whether models that are not listed can be called.',
    }),
    max_concurrency: Nullable(Type.Integer()),
    requests_per_minute: Nullable(Type.Integer()),
    batches: Type.Optional(
      Type.Object(
        {
          price_factor: Type.Number({
            description: 'The batch price as a share of the price of a single call; 0.5 is half.',
          }),
          source: Nullable(
            Type.String({ description: 'The source of the price; null if the operator configured it.' }),
          ),
          as_of: Nullable(Type.String({ description: 'The date on which the source was read.' })),
        },
        { description: 'The batch interface, if the provider supports `delivery: batch`.' },
      ),
    ),
  },
  { title: 'Provider' },
);

const ProviderKind = Type.Object(
  {
    kind: Type.String(),
    description: Type.String(),
    base_url: Nullable(
      Type.String({
        description: 'The usual address, in which `{name}` is a field of the account; null if there is none.',
      }),
    ),
    presets: Type.Array(Type.String(), {
      description: 'Names of providers for which `kind` and `base_url` can be omitted.',
    }),
    account: Type.Array(
      Type.Object({
        name: Type.String(),
        label: Type.String(),
        secret: Type.Boolean({ description: 'Whether it is stored encrypted and never returned.' }),
        need: OneOf(ACCOUNT_NEEDS, '`key_group`: all of these are given together, in place of an API key.'),
      }),
      { description: 'The fields of `account`.' },
    ),
  },
  { title: 'ProviderKind', description: 'A kind of provider that can be added, and what it needs.' },
);

export const Providers = Type.Object({
  data: Type.Array(Provider),
  kinds: Type.Array(ProviderKind),
  key_storage: Type.Object(
    {
      available: Type.Boolean({ description: 'Whether providers can be added with a key.' }),
      problem: Nullable(
        Type.String({ description: 'What has to be set to make that possible; null if it is possible.' }),
      ),
    },
    { title: 'KeyStorage' },
  ),
});

/** A provider in the form of the API, with prices as numbers. */
export function toProvider(provider: ProviderInfo): Static<typeof Provider> {
  return {
    ...provider,
    models: provider.models.map(({ price, ...model }) => ({ ...model, price: price && priceOf(price) })),
  };
}

/** A price in the form of the API, with numbers. */
export function priceOf(price: ModelPrice): Static<typeof Price> {
  return {
    input_usd_per_million: Number(price.input_usd_per_million),
    output_usd_per_million: Number(price.output_usd_per_million),
    ...(price.cached_input_usd_per_million !== undefined && {
      cached_input_usd_per_million: Number(price.cached_input_usd_per_million),
    }),
  };
}
