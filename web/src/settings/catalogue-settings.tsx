import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { count, plural, usd } from '@touchstone/report/figures';
import { api } from '../api/api.ts';
import { Choice, Field } from '../ui/field.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { type FactKind, isFactKind } from './fact-kinds.ts';

const route = getRouteApi('/workspaces/$workspaceId/settings/catalogue');

/** Rows that are shown before one has to search for more. */
const MAX_ROWS = 200;

interface Facts {
  head: string[];
  rows: string[][];
}

/** The facts by kind: what is read, and how a row shows it. */
const KINDS = {
  models: {
    title: 'Models',
    read: async (): Promise<Facts> => {
      const { data } = await answer(api.GET('/catalog/models'));
      return {
        head: [
          'Model',
          'Provider',
          'Context, tokens',
          'Input, USD per million tokens',
          'Output, USD per million tokens',
          'Weights',
          'Shutdown',
          'Source',
          'As of',
        ],
        rows: data.map(
          ({ model_id, provider, context_tokens, prices, weights, shutdown_at, source, as_of }) => [
            model_id,
            provider,
            count(context_tokens, 'unknown'),
            usd(prices?.[0]?.input_usd_per_million),
            usd(prices?.[0]?.output_usd_per_million),
            weights === undefined ? 'unknown' : weights.open ? 'open' : 'closed',
            shutdown_at?.date ?? 'not known',
            source,
            as_of,
          ],
        ),
      };
    },
  },
  hardware: {
    title: 'Hardware',
    read: async (): Promise<Facts> => {
      const { data } = await answer(api.GET('/catalog/hardware'));
      return {
        head: ['Instance', 'Cloud', 'GPU', 'Memory per GPU, GB', 'USD per hour', 'Source', 'As of'],
        rows: data.map((one) => [
          one.instance_type,
          one.cloud_provider,
          `${one.gpu_count ?? '?'} × ${one.gpu ?? 'none'}`,
          String(one.gpu_memory_gb_each ?? 'unknown'),
          usd(one.prices?.[0]?.usd_per_hour),
          one.source,
          one.as_of,
        ]),
      };
    },
  },
  frameworks: {
    title: 'Frameworks',
    read: async (): Promise<Facts> => {
      const { data } = await answer(api.GET('/catalog/frameworks'));
      return {
        head: ['Framework', 'Roles', 'Licence', 'Self-hosting', 'Source', 'As of'],
        rows: data.map((one) => [
          one.name,
          one.roles.join(', '),
          one.licence ?? one.licence_class,
          one.self_hostable ? 'yes' : 'no',
          one.source,
          one.as_of,
        ]),
      };
    },
  },
  providers: {
    title: 'Providers',
    read: async (): Promise<Facts> => {
      const { data } = await answer(api.GET('/catalog/providers'));
      return {
        head: ['Provider', 'Regions', 'Certificates', 'Source', 'As of'],
        rows: data.map((one) => [
          one.name,
          one.regions?.names.join(', ') ?? 'unknown',
          one.certificates.map(({ name, status }) => `${name} (${status.replaceAll('_', ' ')})`).join(', '),
          one.source,
          one.as_of,
        ]),
      };
    },
  },
} as const satisfies Record<FactKind, { title: string; read: () => Promise<Facts> }>;

/** What the service knows of models, hardware, frameworks and providers: each fact with its source and date. */
export function CatalogueSettings() {
  const { kind = 'models', q = '', lacks, at } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const facts = useQuery({ queryKey: ['catalogue', kind], queryFn: KINDS[kind].read, staleTime: 300_000 });
  const words = q.toLowerCase().split(/\s+/);
  const matching = (facts.data?.rows ?? []).filter((row) => {
    const text = row.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <>
      {lacks !== undefined && (
        <p className="warning" role="note">
          An evaluation needs this fact: {lacks}. Add it as <code>{at}</code> to the file in{' '}
          <code>CATALOG_FILE</code>, restart the service and run the evaluation again.
        </p>
      )}
      <p>
        To add or correct facts, edit the file in <code>CATALOG_FILE</code>. Prices of models are set under
        Prices, without a restart.
      </p>
      <div className="fields">
        <Choice
          label="Facts"
          value={kind}
          onPick={(name) => void navigate({ search: isFactKind(name) ? { kind: name } : {} })}
        >
          {Object.entries(KINDS).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Choice>
        <Field
          label="Search"
          type="search"
          value={q}
          onChange={(event) =>
            void navigate({
              search: (before) => ({ ...before, kind, q: event.currentTarget.value }),
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <Problem error={facts.error} />
      {facts.data && (
        <>
          <p className="quiet" role="status">
            {matching.length === 0 ? `No fact matches “${q}”.` : plural(matching.length, 'fact')}
            {matching.length > MAX_ROWS && `; showing the first ${MAX_ROWS}`}
          </p>
          {matching.length > 0 && <PlainTable head={facts.data.head} rows={matching.slice(0, MAX_ROWS)} />}
        </>
      )}
    </>
  );
}
