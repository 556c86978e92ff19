import { allPages, answer, type Page } from '@touchstone/client';
import {
  type Approval,
  api,
  type Benchmark,
  type Evaluation,
  type Import,
  type Provider,
  type Scenario,
  type Series,
  type Source,
  type Stack,
  type Workspace,
} from './api.ts';

async function listEverything<T>(list: (query: { cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of allPages(list)) items.push(item);
  return items;
}

export function listWorkspaces(): Promise<Workspace[]> {
  return listEverything((query) => answer(api.GET('/workspaces', { params: { query } })));
}

export function listStacks(workspace_id: string): Promise<Stack[]> {
  return listEverything((query) =>
    answer(api.GET('/workspaces/{workspace_id}/stacks', { params: { path: { workspace_id }, query } })),
  );
}

export function listScenarios(workspace_id: string): Promise<Scenario[]> {
  return listEverything((query) =>
    answer(api.GET('/workspaces/{workspace_id}/scenarios', { params: { path: { workspace_id }, query } })),
  );
}

export function listSeries(workspace_id: string): Promise<Series[]> {
  return listEverything((query) =>
    answer(api.GET('/workspaces/{workspace_id}/series', { params: { path: { workspace_id }, query } })),
  );
}

/** Without their results, of which each has its `result_summary`. */
export function listEvaluations(workspace_id: string): Promise<Evaluation[]> {
  return listEverything((page) => {
    const query = { ...page, results: 'summary' } as const;
    return answer(
      api.GET('/workspaces/{workspace_id}/evaluations', { params: { path: { workspace_id }, query } }),
    );
  });
}

/** Those that wait for a person. */
export function listPendingApprovals(workspace_id: string): Promise<Approval[]> {
  return listEverything((query) =>
    answer(
      api.GET('/workspaces/{workspace_id}/approvals', {
        params: { path: { workspace_id }, query: { ...query, status: 'pending' } },
      }),
    ),
  );
}

export function listSources(workspace_id: string): Promise<Source[]> {
  return listEverything((query) =>
    answer(api.GET('/workspaces/{workspace_id}/sources', { params: { path: { workspace_id }, query } })),
  );
}

export function listImports(workspace_id: string): Promise<Import[]> {
  return listEverything((query) =>
    answer(api.GET('/workspaces/{workspace_id}/imports', { params: { path: { workspace_id }, query } })),
  );
}

export async function listBenchmarks(): Promise<Benchmark[]> {
  return (await answer(api.GET('/benchmarks'))).data;
}

export async function listProviders(): Promise<Provider[]> {
  return (await answer(api.GET('/providers'))).data;
}
