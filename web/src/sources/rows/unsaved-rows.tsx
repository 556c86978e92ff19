import type { UseMutationResult } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { plural } from '@touchstone/report/figures';
import { SaveProblem } from '../../ui/save-problem.tsx';
import type { RowDrafts } from './row-drafts.ts';

interface UnsavedRowsProps {
  drafts: RowDrafts;
  save: Pick<UseMutationResult<unknown, Error, void>, 'mutate' | 'isPending' | 'error'>;
  /** A cell that is open cannot be read, so nothing can be saved. */
  isCellWrong: boolean;
  onDiscard: () => void;
  /** Somebody else saved meanwhile. */
  onLoadAgain: () => void;
}

/** Says what is changed and not saved, wherever the page is scrolled, and asks before it is left. */
export function UnsavedRows({ drafts, save, isCellWrong, onDiscard, onLoadAgain }: UnsavedRowsProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => !save.isPending,
    enableBeforeUnload: true,
    withResolver: true,
  });
  const { edited, removed, added } = drafts;
  const counts = [
    { number: [...edited.keys()].filter((row) => !removed.has(row)).length, done: 'edited' },
    { number: added.length, done: 'added' },
    { number: removed.size, done: 'removed' },
  ].filter(({ number }) => number > 0);
  return (
    <section className="unsaved-rows" aria-label="Unsaved changes">
      <p role="status">
        Not saved: {counts.map(({ number, done }) => `${plural(number, 'row')} ${done}`).join(', ')}.
      </p>
      {blocker.status === 'blocked' ? (
        <div className="problem" role="alert">
          <p>Your changes are not saved.</p>
          <div className="buttons">
            <button type="button" className="danger" onClick={blocker.proceed}>
              Discard changes
            </button>
            {/* biome-ignore lint/a11y/noAutofocus: it asks, and the harmless answer has the focus */}
            <button type="button" autoFocus onClick={blocker.reset}>
              Keep editing
            </button>
          </div>
        </div>
      ) : (
        <div className="buttons">
          <button
            type="button"
            className="primary"
            disabled={save.isPending || isCellWrong}
            onClick={() => save.mutate()}
          >
            {save.isPending ? 'Saving…' : 'Save as a new version'}
          </button>
          <button type="button" disabled={save.isPending} onClick={onDiscard}>
            Discard changes
          </button>
          {isCellWrong && <span role="status">Correct the cell that is open, or press Escape in it.</span>}
        </div>
      )}
      <SaveProblem error={save.error} onLoadAgain={onLoadAgain} />
    </section>
  );
}
