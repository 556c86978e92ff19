import { type Actor, requireRole, requireWorkspace } from '../../kernel/actor.ts';
import { type Clock, toTimestamp, toTimestampOrNull, utcDay } from '../../kernel/clock.ts';
import { AppError, impossibleFields, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import {
  type OperationId,
  requireOperation,
  requireServiceOperation,
} from '../../platform/access/operations.ts';
import type { Alongside, Database } from '../../platform/db/db.ts';
import {
  guardLiveWorkspace,
  requireCommitted,
  requireLiveWorkspace,
} from '../../platform/db/live-workspace.ts';
import { checkPrice, coversDays, type Facts, withSetPrices } from '../catalog/catalog.ts';
import type { CataloguePrice, NewPrice } from './price-schemas.ts';
import { endPrices, guardPricesOf, insertPrice, listPriceRows, type PriceRow } from './price-store.ts';

export { callPriceOf, pricedModels } from './priced-models.ts';

interface PricesOptions {
  db: Database;
  clock: Clock;
  /** The built-in facts, extended by the operator's file. */
  facts: Facts;
}

/**
 * Prices of models that people set while the service runs, for a workspace or, with null, for all. On the days it
 * covers, a workspace's price takes precedence over that of all workspaces, which takes precedence over the
 * catalogue's. Of two prices of one scope the later one counts. Prices are never deleted, so that the price at an
 * earlier time stays known.
 */
export interface Prices {
  /** In a workspace also those of all workspaces, in the order in which they were set. */
  list(
    actor: Actor,
    workspaceId: string | null,
    query: { history?: boolean },
  ): Promise<{ data: CataloguePrice[] }>;
  /**
   * Ends prices of the same model and scope whose days it covers completely. Throws `impossible` for an inconsistent
   * price, `limit_exceeded`, and `forbidden`.
   */
  create(
    actor: Actor,
    workspaceId: string | null,
    input: NewPrice,
    alongside: Alongside<CataloguePrice>,
  ): Promise<CataloguePrice>;
  /** Also returns a price that has ended. Throws `not_found`. */
  get(actor: Actor, workspaceId: string | null, id: string): Promise<CataloguePrice>;
  /** Ends a price. Throws `not_found` if it is not in force in this scope, and `forbidden`. */
  withdraw(actor: Actor, workspaceId: string | null, id: string): Promise<void>;
  /** The facts for an actor. Throws `not_found` for a workspace that they may not see. */
  facts(actor: Actor, workspaceId: string | null): Promise<Facts>;
  /**
   * The facts with the prices in force in a workspace, or without one for all, at a time in ms, by default now, or with
   * the prices that have these ids.
   */
  factsAt(workspaceId: string | null, which?: number | readonly string[]): Promise<Facts>;
  /** The ids of the prices in force in a workspace now. */
  inForce(workspaceId: string): Promise<string[]>;
}

const SERVICE = 'service';
const MOST_PRICES = 500;
/** Why a batch is undone: another request has set a price of the model, or ended the price, in between. */
const SET_MEANWHILE = 'price_set_meanwhile';
const ENDED_MEANWHILE = 'price_ended_meanwhile';

export function createPrices({ db, clock, facts }: PricesOptions): Prices {
  /** The scopes that apply to a workspace, or to all, the one with precedence last. */
  const layersOf = (workspaceId: string | null) =>
    workspaceId === null ? [SERVICE] : [SERVICE, workspaceId];

  async function requireScope(actor: Actor, workspaceId: string | null): Promise<void> {
    if (workspaceId === null) return requireRole(actor, 'viewer');
    requireWorkspace(actor, workspaceId, 'viewer');
    await requireLiveWorkspace(db, workspaceId);
  }

  /** Does not filter by time, because another process may have a clock that is ahead. */
  const inForce = (scope: string) => listPriceRows(db, [scope], Number.MAX_SAFE_INTEGER);

  async function factsAt(
    workspaceId: string | null,
    which: number | readonly string[] = clock.now(),
  ): Promise<Facts> {
    const layers = layersOf(workspaceId);
    const rows = await listPriceRows(db, layers, which);
    const ordered = layers.flatMap((layer) => rows.filter((row) => row.workspace_id === layer));
    return withSetPrices(
      facts,
      ordered.map((row) => ({
        set_by: scopeOf(row),
        set_on: utcDay(row.set_at),
        provider: row.provider,
        model_id: row.model_id,
        price: JSON.parse(row.price_json),
      })),
    );
  }

  const create: Prices['create'] = async (actor, workspaceId, input, alongside) => {
    const { provider, model_id, ...price } = input;
    requireChange(actor, workspaceId, 'createPrice', 'createCatalogPrice');
    const problems = checkPrice(price, '');
    if (problems.length > 0) throw impossibleFields('The price cannot be used', problems);
    const scope = workspaceId ?? SERVICE;
    const before = await inForce(scope);
    const ofModel = before.filter((row) => row.provider === provider && row.model_id === model_id);
    const replaced = ofModel.filter((row) => coversDays(price, JSON.parse(row.price_json)));
    if (before.length - replaced.length >= MOST_PRICES)
      throw new AppError('limit_exceeded', `At most ${MOST_PRICES} prices can be set; withdraw one first.`);
    const now = clock.now();
    const row: PriceRow = {
      workspace_id: scope,
      id: newId(now),
      provider,
      model_id,
      price_json: JSON.stringify(price),
      set_by: actor.id,
      set_at: now,
      ended_by: null,
      ended_at: null,
    };
    const resource = toPrice(row);
    const outcome = await db.write((batch) => {
      if (workspaceId !== null) guardLiveWorkspace(batch, workspaceId);
      const idsOf = (rows: readonly PriceRow[]) => rows.map(({ id }) => id);
      guardPricesOf(batch, row, idsOf(ofModel), SET_MEANWHILE);
      endPrices(batch, scope, idsOf(replaced), { ended_by: actor.id, ended_at: now });
      insertPrice(batch, row);
      alongside(batch, resource);
    });
    if (!outcome.committed && outcome.why === SET_MEANWHILE)
      return create(actor, workspaceId, input, alongside);
    requireCommitted(outcome, workspaceId);
    return resource;
  };

  return {
    create,

    async list(actor, workspaceId, { history = false }) {
      await requireScope(actor, workspaceId);
      const rows = await listPriceRows(db, layersOf(workspaceId), history ? null : clock.now());
      return { data: rows.map(toPrice) };
    },

    async get(actor, workspaceId, id) {
      await requireScope(actor, workspaceId);
      const found = (await listPriceRows(db, [workspaceId ?? SERVICE], null)).find((row) => row.id === id);
      if (!found) throw notFound('price', id);
      return toPrice(found);
    },

    async withdraw(actor, workspaceId, id) {
      requireChange(actor, workspaceId, 'deletePrice', 'deleteCatalogPrice');
      const scope = workspaceId ?? SERVICE;
      if (!(await inForce(scope)).some((row) => row.id === id)) throw notFound('price in force', id);
      const outcome = await db.write((batch) => {
        if (workspaceId !== null) guardLiveWorkspace(batch, workspaceId);
        const set = { ended_by: actor.id, ended_at: clock.now() };
        endPrices(batch, scope, [id], set, { orElse: ENDED_MEANWHILE });
      });
      if (!outcome.committed && outcome.why === ENDED_MEANWHILE) throw notFound('price in force', id);
      requireCommitted(outcome, workspaceId);
    },

    async facts(actor, workspaceId) {
      await requireScope(actor, workspaceId);
      return factsAt(workspaceId);
    },

    factsAt,

    async inForce(workspaceId) {
      const rows = await listPriceRows(db, layersOf(workspaceId), clock.now());
      return rows.map(({ id }) => id);
    },
  };
}

/** Someone limited to certain workspaces could otherwise change the verdicts of others. */
function requireChange(
  actor: Actor,
  workspaceId: string | null,
  own: OperationId,
  ofService: OperationId,
): void {
  if (workspaceId === null) requireServiceOperation(actor, ofService, 'prices of all workspaces');
  else requireOperation(actor, workspaceId, own);
}

const scopeOf = ({ workspace_id }: PriceRow) => (workspace_id === SERVICE ? 'service' : 'workspace');

function toPrice(row: PriceRow): CataloguePrice {
  const { id, provider, model_id, price_json, set_by, set_at, ended_by, ended_at } = row;
  return {
    id,
    scope: scopeOf(row),
    provider,
    model_id,
    ...JSON.parse(price_json),
    set_by,
    set_at: toTimestamp(set_at),
    ended_by,
    ended_at: toTimestampOrNull(ended_at),
  };
}
