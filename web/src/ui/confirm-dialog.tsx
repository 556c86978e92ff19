import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';

interface ConfirmDialogProps {
  title: string;
  /** What follows from it. */
  says: string;
  /** The button that does it. */
  confirm: string;
  isOpen: boolean;
  isBusy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, says, confirm, isOpen, isBusy, error, onConfirm, onClose } = props;
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose}>
      <p>{says}</p>
      <Problem error={error} />
      <div className="buttons">
        <button type="button" className="danger" disabled={isBusy} onClick={onConfirm}>
          {confirm}
        </button>
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      </div>
    </Dialog>
  );
}
