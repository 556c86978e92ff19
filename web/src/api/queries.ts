import { queryOptions } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from './api.ts';
import {
  listBenchmarks,
  listEvaluations,
  listImports,
  listPendingApprovals,
  listProviders,
  listScenarios,
  listSeries,
  listSources,
  listStacks,
  listWorkspaces,
} from './lists.ts';

const FACTS_STALE_MS = 300_000;

/**
 * What pages read, by a key that says what it is: `['workspace', id, noun, …]` for what a workspace holds, so that an
 * event of that noun makes it stale (`live.tsx`). A page adds keys of its own below these.
 */
export const queries = {
  session: queryOptions({ queryKey: ['session'], queryFn: () => answer(api.GET('/session')), retry: false }),
  /** Whether the service is ready, and what its operator has to know; asked once. */
  readiness: queryOptions({
    queryKey: ['readiness'],
    queryFn: () => answer(api.GET('/readyz')),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  }),
  workspaces: queryOptions({ queryKey: ['workspaces'], queryFn: listWorkspaces }),
  benchmarks: queryOptions({ queryKey: ['benchmarks'], queryFn: listBenchmarks }),
  graders: queryOptions({
    queryKey: ['graders'],
    queryFn: async () => (await answer(api.GET('/graders'))).data,
    staleTime: Number.POSITIVE_INFINITY,
  }),
  providers: queryOptions({ queryKey: ['providers'], queryFn: listProviders }),
  /** What is needed to add a provider, and whether its key can be stored. */
  newProvider: queryOptions({
    queryKey: ['providers', 'new'],
    queryFn: async () => {
      const { kinds, key_storage } = await answer(api.GET('/providers'));
      return { kinds, storage: key_storage };
    },
  }),

  /** The prices that hold in a workspace, and those that were set. */
  cataloguePrices: (workspace_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'prices', 'models'],
      queryFn: async () =>
        (await answer(api.GET('/catalog/models', { params: { query: { workspace_id } } }))).data,
    }),
  setPrices: (workspace_id: string, history: boolean) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'prices', 'set', history],
      queryFn: async () =>
        (
          await answer(
            api.GET('/workspaces/{workspace_id}/prices', {
              params: { path: { workspace_id }, query: { history } },
            }),
          )
        ).data,
    }),

  /** What the catalogue knows; it changes with the service's own file of facts only. */
  catalogueModels: queryOptions({
    queryKey: ['catalogue', 'models', 'facts'],
    queryFn: async () => (await answer(api.GET('/catalog/models'))).data,
    staleTime: FACTS_STALE_MS,
  }),
  catalogueHardware: queryOptions({
    queryKey: ['catalogue', 'hardware', 'facts'],
    queryFn: () => answer(api.GET('/catalog/hardware')),
    staleTime: FACTS_STALE_MS,
  }),
  catalogueFrameworks: queryOptions({
    queryKey: ['catalogue', 'frameworks', 'facts'],
    queryFn: async () => (await answer(api.GET('/catalog/frameworks'))).data,
    staleTime: FACTS_STALE_MS,
  }),
  catalogueProviders: queryOptions({
    queryKey: ['catalogue', 'providers', 'facts'],
    queryFn: () => answer(api.GET('/catalog/providers')),
    staleTime: FACTS_STALE_MS,
  }),

  workspace: (id: string) =>
    queryOptions({
      queryKey: ['workspace', id, 'itself'],
      queryFn: () =>
        answer(api.GET('/workspaces/{workspace_id}', { params: { path: { workspace_id: id } } })),
    }),
  sources: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'sources'], queryFn: () => listSources(id) }),
  imports: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'imports'], queryFn: () => listImports(id) }),
  import: (workspace_id: string, import_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'imports', import_id],
      queryFn: () => {
        const params = { path: { workspace_id, import_id } };
        return answer(api.GET('/workspaces/{workspace_id}/imports/{import_id}', { params }));
      },
    }),
  scenarios: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'scenarios'], queryFn: () => listScenarios(id) }),
  series: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'series'], queryFn: () => listSeries(id) }),
  oneSeries: (workspace_id: string, series_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'series', series_id],
      queryFn: () =>
        answer(
          api.GET('/workspaces/{workspace_id}/series/{series_id}', {
            params: { path: { workspace_id, series_id } },
          }),
        ),
    }),
  stacks: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'stacks'], queryFn: () => listStacks(id) }),
  /** With its entity tag, so that saving an edit can tell whether somebody else changed it meanwhile. */
  stack: (workspace_id: string, stack_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'stacks', stack_id],
      queryFn: async () => {
        const params = { path: { workspace_id, stack_id } };
        const { data, response } = await api.GET('/workspaces/{workspace_id}/stacks/{stack_id}', { params });
        return withEtag(data, response);
      },
    }),
  scenario: (workspace_id: string, scenario_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'scenarios', scenario_id],
      queryFn: async () => {
        const params = { path: { workspace_id, scenario_id } };
        const { data, response } = await api.GET('/workspaces/{workspace_id}/scenarios/{scenario_id}', {
          params,
        });
        return withEtag(data, response);
      },
    }),
  pendingApprovals: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'approvals'], queryFn: () => listPendingApprovals(id) }),
  evaluations: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'evaluations'], queryFn: () => listEvaluations(id) }),
  evaluation: (workspace_id: string, evaluation_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'evaluations', evaluation_id],
      queryFn: () =>
        answer(
          api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', {
            params: { path: { workspace_id, evaluation_id } },
          }),
        ),
    }),
  migration: (workspace_id: string, evaluation_id: string) =>
    queryOptions({
      queryKey: ['workspace', workspace_id, 'evaluations', evaluation_id, 'migration'],
      queryFn: () =>
        answer(
          api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/migration', {
            params: { path: { workspace_id, evaluation_id } },
          }),
        ),
    }),
};

/** Whatever is not 2xx was thrown before this. */
function withEtag<T>(data: T | undefined, { headers }: Response): { value: T; etag: string } {
  return { value: data as T, etag: headers.get('etag') ?? '*' };
}
