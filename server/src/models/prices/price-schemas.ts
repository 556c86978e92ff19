import { type Static, Type } from 'typebox';
import { Id, Nullable, OneOf, Text, Timestamp } from '../../platform/http/schemas.ts';
import { ModelPriceFact } from '../catalog/catalog.ts';

const { set_by: _, source: __, ...priced } = ModelPriceFact.properties;

const Source = Text(900, {
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  description: 'The source of the price, such as an address, a contract or an invoice. Verdicts show it.',
});
const Named = (description: string) => Text(200, { pattern: '^[^\\u0000-\\u001f\\u007f]+$', description });

const fields = {
  provider: Named('The provider, as `model.provider` of a stack or in the catalogue.'),
  model_id: Named('The model id at this provider.'),
  ...priced,
  source: Source,
};

export const NewPrice = Type.Object(fields, { additionalProperties: false, title: 'NewCataloguePrice' });
export type NewPrice = Static<typeof NewPrice>;

export const CataloguePrice = Type.Object(
  {
    id: Id,
    scope: OneOf(['workspace', 'service'], '`service`: for all workspaces.'),
    ...fields,
    set_by: Type.String({ description: 'The id of the API key that set it, or `open`.' }),
    set_at: Timestamp,
    ended_by: Nullable(
      Type.String({ description: 'The id of the API key that withdrew or replaced it; null if in force.' }),
    ),
    ended_at: Nullable(Timestamp),
  },
  { title: 'CataloguePrice' },
);
export type CataloguePrice = Static<typeof CataloguePrice>;

export const CataloguePrices = Type.Object({ data: Type.Array(CataloguePrice) });

export const PriceQuery = Type.Object(
  {
    history: Type.Optional(
      Type.Boolean({ description: 'Also lists prices that were withdrawn or replaced. Default false.' }),
    ),
  },
  { additionalProperties: false },
);
