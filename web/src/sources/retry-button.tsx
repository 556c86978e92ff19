import { Problem } from '../ui/problem.tsx';
import { useAction } from '../use-action.ts';

/** Has a failed source read again; it is named for those who do not see the row. */
export function RetryButton({ name, onRetry }: { name: string; onRetry: () => Promise<unknown> }) {
  const action = useAction(onRetry);
  return (
    <>
      <button
        type="button"
        className="subtle"
        disabled={action.isBusy}
        onClick={() => void action.run()}
        aria-label={`Try ${name} again`}
      >
        Try again
      </button>
      <Problem error={action.error} />
    </>
  );
}
