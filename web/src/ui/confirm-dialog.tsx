import type { UseMutationResult } from '@tanstack/react-query';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What follows from it. */
  says: string;
  /** The button that does it. */
  confirm: string;
  /** The button that does not; by default "Cancel". */
  keep?: string;
  isOpen: boolean;
  /** What is done. */
  change: Pick<UseMutationResult<unknown, Error, void>, 'isPending' | 'error' | 'mutate'>;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, says, confirm, keep = 'Cancel', isOpen, change, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <p>{says}</p>
      <Problem error={change.error} />
      <div className="buttons">
        <button type="button" className="danger" disabled={change.isPending} onClick={() => change.mutate()}>
          {confirm}
        </button>
        <button type="button" onClick={onClose}>
          {keep}
        </button>
      </div>
    </Dialog>
  );
}
