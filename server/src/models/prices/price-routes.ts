import { type TProperties, Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { Id, WorkspaceParams } from '../../platform/http/schemas.ts';
import { CataloguePrice, CataloguePrices, NewPrice, PriceQuery } from './price-schemas.ts';
import type { Prices } from './prices.ts';

const SCOPES = [
  {
    path: '/workspaces/:workspace_id/prices',
    params: WorkspaceParams.properties,
    whose: 'for a workspace',
    lists: 'The prices in force, including those set for all workspaces.',
  },
  {
    path: '/catalog/prices',
    params: {},
    whose: 'for all workspaces',
    lists: 'The prices in force. A workspace may have prices of its own.',
  },
] as const;

interface Params {
  /** Omitted for the prices of all workspaces. */
  workspace_id?: string;
  price_id?: string;
}

const ParamsOf = (properties: TProperties) => Type.Unsafe<Params>(Type.Object(properties));

/** The same operations for the prices of a workspace and for those of all workspaces. */
export function priceRoutes(app: App, { prices, access }: { prices: Prices; access: Access }): void {
  for (const { path, params, whose, lists } of SCOPES) {
    const tags = ['prices'];
    const common = { tags, params: ParamsOf(params) };
    const one = ParamsOf({ ...params, price_id: Id });

    app.get(
      path,
      {
        schema: {
          ...common,
          summary: `List prices set ${whose}`,
          description: lists,
          querystring: PriceQuery,
          response: { 200: CataloguePrices },
        },
      },
      ({ actor, params: { workspace_id = null }, query }) => prices.list(actor, workspace_id, query),
    );

    app.post(
      path,
      {
        schema: {
          ...common,
          summary: `Set the price of a model ${whose}`,
          description:
            'New evaluations use this price on its days for estimates, limits and charges, in place of the prices of the provider and of the catalogue. It replaces earlier prices of the model whose days it covers completely. Existing evaluations keep their figures.',
          body: NewPrice,
          response: { 201: CataloguePrice },
        },
      },
      (request, reply) => {
        const { workspace_id = null } = request.params;
        return answerCreated(access, request, reply, (alongside) =>
          prices.create(request.actor, workspace_id, request.body, alongside),
        );
      },
    );

    app.get(
      `${path}/:price_id`,
      {
        schema: { tags, params: one, summary: `Get a price set ${whose}`, response: { 200: CataloguePrice } },
      },
      ({ actor, params: { workspace_id = null, price_id = '' } }) =>
        prices.get(actor, workspace_id, price_id),
    );

    app.delete(
      `${path}/:price_id`,
      {
        schema: {
          tags,
          params: one,
          summary: `Withdraw a price set ${whose}`,
          description: 'The price stays in the history, and existing evaluations keep it.',
          response: { 204: Type.Null() },
        },
      },
      async ({ actor, params: { workspace_id = null, price_id = '' } }, reply) => {
        await prices.withdraw(actor, workspace_id, price_id);
        return reply.code(204).send(null);
      },
    );
  }
}
