import { Link } from '@tanstack/react-router';
import { plural } from '@touchstone/report/figures';
import { memo } from 'react';
import type { Source } from '../api/api.ts';
import { Problem } from '../ui/problem.tsx';
import { Status } from '../ui/status.tsx';
import { type AdditionState, additionName } from './additions.ts';
import { SOURCE_STATUS_NAMES, SOURCE_TYPE_NAMES, validateRoomSearch } from './room-search.ts';
import { useReadAgain } from './source-actions.tsx';
import { stageWords } from './source-words.ts';

interface SourceRowProps {
  workspaceId: string;
  source: Source;
  isOpen: boolean;
}

/** A source in the list: what it is and how far reading it is. */
export const SourceRow = memo(function SourceRow({ workspaceId, source, isOpen }: SourceRowProps) {
  const { id, title, type, classification, chunk_count: passages, status, error } = source;
  return (
    <li>
      <Link
        to="/workspaces/$workspaceId/sources/$sourceId"
        params={{ workspaceId, sourceId: id }}
        search={validateRoomSearch}
        aria-current={isOpen ? 'true' : undefined}
        className="source-title"
      >
        {title}
      </Link>
      <div className="source-facts">
        <span className="quiet">
          {SOURCE_TYPE_NAMES[type]} · {classification} · {plural(passages, 'passage')}
        </span>
        <Status status={status} says={SOURCE_STATUS_NAMES[status]} detail={stageWords(source)} />
      </div>
      {error && (
        <p className="warning">
          {error.message} <code>{error.code}</code>
        </p>
      )}
      {status === 'failed' && <Retry workspaceId={workspaceId} source={source} />}
    </li>
  );
});

function Retry({ workspaceId, source }: { workspaceId: string; source: Source }) {
  const retry = useReadAgain(workspaceId, source);
  return (
    <>
      <button
        type="button"
        className="subtle"
        disabled={retry.isPending}
        onClick={() => retry.mutate()}
        aria-label={`Try again: ${source.title}`}
      >
        Try again
      </button>
      <Problem error={retry.error} />
    </>
  );
}

interface AdditionRowProps {
  state: AdditionState;
  onRetry: () => void;
  onForget: () => void;
}

/** Something that was put into the box and is no source yet. */
export function AdditionRow({ state, onRetry, onForget }: AdditionRowProps) {
  const name = additionName(state.addition);
  return (
    <li>
      <strong className="source-title">{name}</strong>
      {state.status === 'error' ? (
        <>
          <Problem error={state.error} />
          <button type="button" className="subtle" onClick={onRetry} aria-label={`Try again: ${name}`}>
            Try again
          </button>
          <button type="button" className="subtle" onClick={onForget} aria-label={`Remove ${name}`}>
            {' '}
            Remove{' '}
          </button>
        </>
      ) : (
        <Status status="running" says="uploading" />
      )}
    </li>
  );
}
