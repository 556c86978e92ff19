import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteDialogProps {
  name: string;
  /** What stays, although it is deleted. */
  says: string;
  remove: () => Promise<unknown>;
  /** Query key of the list that contains it. */
  listKey: QueryKey;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before something of a list is deleted, and deletes it. */
export function DeleteDialog({ name, says, remove, listKey, onDeleted, onClose }: DeleteDialogProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: listKey, exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      says={says}
      confirm="Delete"
      isOpen
      change={change}
      onClose={onClose}
    />
  );
}
