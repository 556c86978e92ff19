import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface DeleteStackProps {
  workspaceId: string;
  stack: Stack;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteStack({ workspaceId, stack, onDeleted, onClose }: DeleteStackProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const path = { workspace_id: workspaceId, stack_id: stack.id };
      return answer(api.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', { params: { path } }));
    },
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: queries.stacks(workspaceId).queryKey, exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${stack.name}”?`}
      says="Evaluations that compared it keep their results."
      confirm="Delete"
      isOpen
      change={remove}
      onClose={onClose}
    />
  );
}
