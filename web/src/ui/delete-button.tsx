import { useAction } from '../use-action.ts';
import { Problem } from './problem.tsx';

interface DeleteButtonProps {
  /** What is deleted, as a person calls it. */
  name: string;
  onDelete: () => Promise<unknown>;
}

/** Deletes after a question; what is deleted is named for those who do not see the row. */
export function DeleteButton({ name, onDelete }: DeleteButtonProps) {
  const action = useAction(onDelete);
  const ask = () => {
    if (window.confirm(`Delete ${name}?`)) void action.run();
  };
  return (
    <>
      <button
        type="button"
        className="subtle"
        disabled={action.isBusy}
        onClick={ask}
        aria-label={`Delete ${name}`}
      >
        Delete
      </button>
      <Problem error={action.error} />
    </>
  );
}
