import { Copy, Trash2 } from 'lucide-react';

interface RowActionsProps {
  name: string;
  onDuplicate: () => void;
  onDelete: () => void;
}

/** What can be done with a row of a list: a copy of it, and the end of it. */
export function RowActions({ name, onDuplicate, onDelete }: RowActionsProps) {
  return (
    <span className="row-actions">
      <button
        type="button"
        className="subtle"
        aria-label={`Duplicate ${name}`}
        title="Duplicate"
        onClick={onDuplicate}
      >
        <Copy size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="subtle"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={onDelete}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    </span>
  );
}
