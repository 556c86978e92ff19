import { answer } from '@touchstone/client';
import { api, type Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';

interface DeleteStackProps {
  workspaceId: string;
  stack: Stack;
  onDeleted: () => void;
  onClose: () => void;
}

export function DeleteStack({ workspaceId, stack, ...dialog }: DeleteStackProps) {
  const path = { workspace_id: workspaceId, stack_id: stack.id };
  return (
    <DeleteDialog
      {...dialog}
      name={stack.name}
      says="Evaluations that used this candidate keep their results."
      remove={() => answer(api.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', { params: { path } }))}
      listKey={queries.stacks(workspaceId).queryKey}
    />
  );
}
