import { TouchstoneError } from '@touchstone/client';
import { Problem } from './problem.tsx';
import { useRefused } from './unsaved.ts';

/** Why saving failed; where somebody else saved meanwhile, the way to see what they saved. */
export function SaveProblem({ error, onLoadAgain }: { error: unknown; onLoadAgain: () => void }) {
  useRefused(error);
  if (!(error instanceof TouchstoneError && error.status === 412)) return <Problem error={error} />;
  return (
    <div className="problem" role="alert">
      <p>
        Someone else changed this after you opened it, so your changes are not saved. Load the latest version
        to continue; it replaces your text.
      </p>
      <button type="button" onClick={onLoadAgain}>
        Load the latest version
      </button>
    </div>
  );
}
