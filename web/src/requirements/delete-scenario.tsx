import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface DeleteScenarioProps {
  workspaceId: string;
  scenario: Scenario;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteScenario({ workspaceId, scenario, onDeleted, onClose }: DeleteScenarioProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const path = { workspace_id: workspaceId, scenario_id: scenario.id };
      return answer(api.DELETE('/workspaces/{workspace_id}/scenarios/{scenario_id}', { params: { path } }));
    },
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: queries.scenarios(workspaceId).queryKey, exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${scenario.name}”?`}
      says="Evaluations that were judged by it keep their results."
      confirm="Delete"
      isOpen
      change={remove}
      onClose={onClose}
    />
  );
}
