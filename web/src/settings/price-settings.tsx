import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { answer, type Schemas } from '@touchstone/client';
import { plural, usd } from '@touchstone/report/figures';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Problem } from '../ui/problem.tsx';
import { Scroll } from '../ui/scroll.tsx';
import { Section } from '../ui/section.tsx';
import { PriceForm, type PriceScope } from './price-form.tsx';

type SetPrice = Schemas['CataloguePrice'];
type Price = Schemas['ModelPrice'];
type Model = Pick<Schemas['ModelFact'], 'provider' | 'model_id' | 'prices'> & {
  origin?: string;
  own?: Price;
};

const route = getRouteApi('/workspaces/$workspaceId/settings/prices');

/** Rows that are shown before one has to search for more. */
const MAX_ROWS = 100;

const today = () => new Date().toISOString().slice(0, 10);

/** What models cost in this workspace, whose price that is, and how it is changed. */
export function PriceSettings() {
  const { workspaceId } = route.useParams();
  const { q = '' } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const session = useQuery(queries.session);
  const models = useQuery(queries.cataloguePrices(workspaceId));
  const providers = useQuery(queries.providers);
  const [edited, setEdited] = useState<Model | 'new' | null>(null);
  const scopes = scopesOf(session.data);
  const words = q.toLowerCase().split(/\s+/);
  const known = withOwnPrices(models.data ?? [], providers.data ?? []);
  const matching = known.filter((model) => {
    const text = `${model.provider} ${model.model_id} ${priceOf(model)?.source ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      <p>
        A price of this workspace counts before that of all workspaces, then that of the provider, then the
        catalogue’s. Evaluations that are created later are estimated, limited and charged with it. Existing
        evaluations keep their figures.
      </p>
      <SetPrices workspaceId={workspaceId} scopes={scopes} />
      {scopes.length > 0 && (
        <p>
          <button type="button" className="primary" onClick={() => setEdited('new')}>
            Set a price
          </button>
        </p>
      )}
      <h2>Prices in force today</h2>
      <div className="fields">
        <Field
          label="Search"
          type="search"
          value={q}
          onChange={(event) =>
            void navigate({
              search: { q: event.currentTarget.value },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Problem error={models.error ?? providers.error} />
      {models.data && providers.data && (
        <>
          <p className="quiet" role="status">
            {matching.length === 0 ? `No model matches “${q}”.` : plural(matching.length, 'model')}
            {matching.length > MAX_ROWS && `; showing the first ${MAX_ROWS}`}
          </p>
          {matching.length > 0 && (
            <PriceTable
              models={matching.slice(0, MAX_ROWS)}
              onEdit={scopes.length > 0 ? setEdited : undefined}
            />
          )}
        </>
      )}
      <Dialog title="Set a price" isOpen={edited !== null} onClose={() => setEdited(null)}>
        {edited !== null && (
          <PriceForm
            workspaceId={workspaceId}
            scopes={scopes}
            model={edited === 'new' ? null : { ...edited, price: priceOf(edited) }}
            onSet={() => setEdited(null)}
          />
        )}
      </Dialog>
    </>
  );
}

/** Whose prices this session may set. */
function scopesOf(session: Schemas['Session'] | undefined): PriceScope[] {
  if (session === undefined || session.role === 'viewer') return [];
  const isServiceAdmin = session.role === 'admin' && session.workspaces === null;
  return isServiceAdmin ? ['workspace', 'service'] : ['workspace'];
}

/** The price in force: one that was set, then the provider's own, then the catalogue's. */
function priceOf({ prices, own }: Model): Price | undefined {
  const listed = prices.find(({ from = '', until = '~' }) => from <= today() && today() < until);
  return listed?.set_by === undefined ? (own ?? listed) : listed;
}

/** The models of the catalogue with the prices of the providers that serve them, and what only these have. */
function withOwnPrices(models: readonly Model[], providers: readonly Schemas['Provider'][]): Model[] {
  const nameOf = (provider: string, id: string) => `${provider.toLowerCase()} ${id}`;
  const rows = new Map(models.map((model) => [nameOf(model.provider, model.model_id), model]));
  for (const { name, models: served } of providers)
    for (const { id, price } of served) {
      if (price === null) continue;
      const key = nameOf(name, id);
      const model = rows.get(key) ?? { provider: name, model_id: id, prices: [] };
      rows.set(key, { ...model, own: { ...price, source: `the provider ${name}`, as_of: today() } });
    }
  return [...rows.values()];
}

function PriceTable({ models, onEdit }: { models: Model[]; onEdit: ((model: Model) => void) | undefined }) {
  return (
    <Scroll label="Prices in force today">
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Provider</th>
            <th scope="col" className="number">
              Input, USD per million tokens
            </th>
            <th scope="col" className="number">
              Output, USD per million tokens
            </th>
            <th scope="col">Whose</th>
            <th scope="col">Source</th>
            <th scope="col">As of</th>
            {onEdit && <th scope="col">Change</th>}
          </tr>
        </thead>
        <tbody>
          {models.map((model) => {
            const { provider, model_id } = model;
            const price = priceOf(model);
            return (
              <tr key={`${provider} ${model_id}`}>
                <th scope="row">{model_id}</th>
                <td>{provider}</td>
                <td className="number">{usd(price?.input_usd_per_million)}</td>
                <td className="number">{usd(price?.output_usd_per_million)}</td>
                <td>{whoseOf(model)}</td>
                <td>{price?.source ?? '–'}</td>
                <td>{price?.as_of ?? '–'}</td>
                {onEdit && (
                  <td>
                    <button
                      type="button"
                      className="subtle"
                      aria-label={`Set the price of ${provider}/${model_id}`}
                      onClick={() => onEdit(model)}
                    >
                      Set
                    </button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

const WHOSE = { workspace: 'this workspace', service: 'all workspaces' } as const;

function whoseOf(model: Model): string {
  const price = priceOf(model);
  if (price === undefined) return 'unknown';
  if (price.set_by !== undefined) return WHOSE[price.set_by];
  if (price === model.own) return 'the provider';
  return model.origin === 'operator' ? 'the operator’s file' : 'the catalogue';
}

function SetPrices({ workspaceId, scopes }: { workspaceId: string; scopes: readonly PriceScope[] }) {
  const [history, setHistory] = useState(false);
  const set = useQuery(queries.setPrices(workspaceId, history));
  return (
    <>
      <Section title="Set prices" loaded={set} empty="No price was set.">
        {(prices) => (
          <ul className="rows">
            {prices.map((price) => (
              <SetPriceRow
                key={price.id}
                workspaceId={workspaceId}
                price={price}
                mayWithdraw={price.ended_at === null && scopes.includes(price.scope)}
              />
            ))}
          </ul>
        )}
      </Section>
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={history}
            onChange={(event) => setHistory(event.currentTarget.checked)}
          />{' '}
          Show prices that were withdrawn or replaced
        </label>
      </p>
    </>
  );
}

function SetPriceRow({
  workspaceId,
  price,
  mayWithdraw,
}: {
  workspaceId: string;
  price: SetPrice;
  mayWithdraw: boolean;
}) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { id, scope, provider, model_id, from, until, source, as_of, set_by, set_at, ended_at } = price;
  const name = `${provider}/${model_id}`;
  const withdraw = useMutation({
    mutationFn: () =>
      answer(
        scope === 'service'
          ? api.DELETE('/catalog/prices/{price_id}', { params: { path: { price_id: id } } })
          : api.DELETE('/workspaces/{workspace_id}/prices/{price_id}', {
              params: { path: { workspace_id: workspaceId, price_id: id } },
            }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'prices'] }),
  });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet">
          {usd(price.input_usd_per_million)} input, {usd(price.output_usd_per_million)} output per million
          tokens
          {from && ` from ${from}`}
          {until && ` until ${until}`} · for {WHOSE[scope]} · {source}, {as_of} · set {set_at.slice(0, 10)} by{' '}
          {set_by}
          {ended_at !== null && ` · ended ${ended_at.slice(0, 10)}`}
        </p>
      </div>
      {mayWithdraw && (
        <button
          type="button"
          className="subtle"
          onClick={() => setAsking(true)}
          aria-label={`Withdraw the price of ${name}`}
        >
          Withdraw
        </button>
      )}
      <ConfirmDialog
        title={`Withdraw the price of ${name}?`}
        says="It stays in the history. Evaluations that were created before keep it."
        confirm="Withdraw"
        isOpen={isAsking}
        change={withdraw}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
