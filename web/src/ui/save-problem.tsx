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
        It was changed elsewhere since you opened it. Nothing was saved, and your text is still here. Load
        what is there now to go on from it; that replaces your text.
      </p>
      <button type="button" onClick={onLoadAgain}>
        Load what is there now
      </button>
    </div>
  );
}
