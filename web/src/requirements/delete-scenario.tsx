import { answer } from '@touchstone/client';
import { api, type Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';

interface DeleteScenarioProps {
  workspaceId: string;
  scenario: Scenario;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteScenario({ workspaceId, scenario, ...dialog }: DeleteScenarioProps) {
  const path = { workspace_id: workspaceId, scenario_id: scenario.id };
  return (
    <DeleteDialog
      {...dialog}
      name={scenario.name}
      says="Evaluations that used these requirements keep their results."
      remove={() =>
        answer(api.DELETE('/workspaces/{workspace_id}/scenarios/{scenario_id}', { params: { path } }))
      }
      listKey={queries.scenarios(workspaceId).queryKey}
    />
  );
}
