import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from './api.ts';
import { queries } from './queries.ts';

/** Decides an approval; `mayDecide` says whether who is signed in may. */
export function useDecision(workspace_id: string, approval_id: string) {
  const client = useQueryClient();
  const { data: session } = useQuery(queries.session);
  const decide = useMutation({
    mutationFn: async (decision: 'approve' | 'decline') => {
      // Without any key a request may come from any program, so the console says that it is the console.
      if (session?.open === true) await answer(api.POST('/session', { body: {} }));
      return answer(
        api.POST('/workspaces/{workspace_id}/approvals/{approval_id}', {
          params: { path: { workspace_id, approval_id } },
          body: { decision },
        }),
      );
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['workspace', workspace_id, 'approvals'] });
      await client.invalidateQueries({ queryKey: queries.evaluations(workspace_id).queryKey });
    },
  });
  return { decide, mayDecide: session !== undefined && session.role !== 'viewer' && !session.agent };
}
