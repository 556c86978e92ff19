import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { EditDrawer, type EditedResource } from '../ui/edit-drawer.tsx';
import { type Endpoint, parseEndpointDraft } from './endpoint-draft.ts';
import { modelOfDraft, type StackDraft, toNewStack, toStackDraft, toStackPatch } from './stack-draft.ts';
import { StackForm } from './stack-form.tsx';
import { TryEndpoint } from './try-endpoint.tsx';

interface StackDrawerProps {
  workspaceId: string;
  title: string;
  initial: StackDraft;
  edited?: EditedResource;
  onSaved: () => void;
  onClose: () => void;
}

/** Makes or edits a candidate. */
export function StackDrawer({ workspaceId, edited, ...drawer }: StackDrawerProps) {
  const client = useQueryClient();
  const scenarios = useQuery(queries.scenarios(workspaceId)).data ?? [];
  const stacks = useQuery(queries.stacks(workspaceId)).data ?? [];
  const path = { workspace_id: workspaceId };
  return (
    <EditDrawer
      {...drawer}
      edited={edited}
      add="Create candidate"
      listKey={queries.stacks(workspaceId).queryKey}
      save={(draft, base) =>
        base === undefined
          ? answer(
              api.POST('/workspaces/{workspace_id}/stacks', { params: { path }, body: toNewStack(draft) }),
            )
          : answer(
              api.PATCH('/workspaces/{workspace_id}/stacks/{stack_id}', {
                params: { path: { ...path, stack_id: base.id }, header: { 'If-Match': base.etag } },
                body: toStackPatch(draft),
              }),
            )
      }
      load={async (id) => {
        const { value, etag } = await client.fetchQuery({ ...queries.stack(workspaceId, id), staleTime: 0 });
        return { draft: toStackDraft(value), etag };
      }}
    >
      {(draft, change, base) => (
        <>
          <StackForm
            draft={draft}
            onChange={change}
            scenarios={scenarios}
            isTaken={stacks.some(({ id, name }) => id !== base?.id && name === draft.name.trim())}
          />
          {draft.endpoint.url.trim() !== '' && (
            <TryEndpoint workspaceId={workspaceId} asked={() => typed(draft)} />
          )}
        </>
      )}
    </EditDrawer>
  );
}

function typed(draft: StackDraft) {
  return { endpoint: parseEndpointDraft(draft.endpoint) as Endpoint, model: modelOfDraft(draft) };
}
