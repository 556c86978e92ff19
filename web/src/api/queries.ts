import { queryOptions } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from './api.ts';
import {
  listBenchmarks,
  listEvaluations,
  listProviders,
  listScenarios,
  listSources,
  listStacks,
  listWorkspaces,
} from './lists.ts';

/**
 * What pages read, by a key that says what it is: `['workspace', id, noun, …]` for what a workspace holds, so that an
 * event of that noun makes it stale (`live.tsx`). A page adds keys of its own below these.
 */
export const queries = {
  session: queryOptions({ queryKey: ['session'], queryFn: () => answer(api.GET('/session')), retry: false }),
  workspaces: queryOptions({ queryKey: ['workspaces'], queryFn: listWorkspaces }),
  benchmarks: queryOptions({ queryKey: ['benchmarks'], queryFn: listBenchmarks }),
  providers: queryOptions({ queryKey: ['providers'], queryFn: listProviders }),

  workspace: (id: string) =>
    queryOptions({
      queryKey: ['workspace', id, 'itself'],
      queryFn: () =>
        answer(api.GET('/workspaces/{workspace_id}', { params: { path: { workspace_id: id } } })),
    }),
  sources: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'sources'], queryFn: () => listSources(id) }),
  scenarios: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'scenarios'], queryFn: () => listScenarios(id) }),
  stacks: (id: string) =>
    queryOptions({ queryKey: ['workspace', id, 'stacks'], queryFn: () => listStacks(id) }),
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
};
