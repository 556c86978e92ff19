import { count } from '@touchstone/report/figures';
import { useState } from 'react';
import type { Source } from '../api/api.ts';
import { SourceRow } from './source-row.tsx';

/** Rows beyond these are shown when they are asked for: a workspace can hold thousands. */
const AT_FIRST = 200;

interface SourceListProps {
  workspaceId: string;
  /** Whether the workspace has no source at all. */
  isEmpty: boolean;
  shown: Source[];
  openId: string | undefined;
}

/** The sources that the filters leave, newest first. */
export function SourceList({ workspaceId, isEmpty, shown, openId }: SourceListProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = isWhole ? shown : shown.slice(0, AT_FIRST);
  return (
    <section aria-label="Sources">
      {shown.length === 0 && (
        <p className="empty">
          {isEmpty ? 'No sources yet. Add one above.' : 'No source matches the filters.'}
        </p>
      )}
      <ul className="source-rows">
        {rows.map((source) => (
          <SourceRow
            key={source.id}
            workspaceId={workspaceId}
            source={source}
            isOpen={source.id === openId}
          />
        ))}
      </ul>
      {rows.length < shown.length && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all {count(shown.length)}
        </button>
      )}
    </section>
  );
}
