import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { EditDrawer, type EditedResource } from '../ui/edit-drawer.tsx';
import { type ScenarioDraft, toNewScenario, toScenarioDraft, toScenarioPatch } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';

interface ScenarioDrawerProps {
  workspaceId: string;
  title: string;
  initial: ScenarioDraft;
  edited?: EditedResource;
  onSaved: () => void;
  onClose: () => void;
}

/** Makes or edits requirements. */
export function ScenarioDrawer({ workspaceId, edited, ...drawer }: ScenarioDrawerProps) {
  const client = useQueryClient();
  const path = { workspace_id: workspaceId };
  return (
    <EditDrawer
      {...drawer}
      edited={edited}
      add="Create requirements"
      listKey={queries.scenarios(workspaceId).queryKey}
      save={(draft, base) =>
        base === undefined
          ? answer(
              api.POST('/workspaces/{workspace_id}/scenarios', {
                params: { path },
                body: toNewScenario(draft),
              }),
            )
          : answer(
              api.PATCH('/workspaces/{workspace_id}/scenarios/{scenario_id}', {
                params: { path: { ...path, scenario_id: base.id }, header: { 'If-Match': base.etag } },
                body: toScenarioPatch(draft),
              }),
            )
      }
      load={async (id) => {
        const { value, etag } = await client.fetchQuery({
          ...queries.scenario(workspaceId, id),
          staleTime: 0,
        });
        return { draft: toScenarioDraft(value), etag };
      }}
    >
      {(draft, change) => <ScenarioForm workspaceId={workspaceId} draft={draft} onChange={change} />}
    </EditDrawer>
  );
}
