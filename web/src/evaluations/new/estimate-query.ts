import { answer } from '@touchstone/client';
import { api, type NewEvaluation } from '../../api/api.ts';

/** What a body would cost; it is asked for only where there is one. */
export function estimateQuery(workspaceId: string, body: NewEvaluation | undefined) {
  // The name changes nothing of the estimate.
  const asked = body && { ...body, name: 'Estimate' };
  return {
    queryKey: ['workspace', workspaceId, 'estimate', JSON.stringify(asked ?? null)],
    queryFn: () => {
      if (asked === undefined) throw new Error('There is nothing to estimate.');
      return answer(
        api.POST('/workspaces/{workspace_id}/evaluations/estimate', {
          params: { path: { workspace_id: workspaceId } },
          body: asked,
        }),
      );
    },
    staleTime: 60_000,
  };
}
