import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, type Schemas } from '@touchstone/client';
import { count } from '@touchstone/report/figures';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { Scroll } from '../../ui/scroll.tsx';

const AT_FIRST = 20;
const AT_MOST = 1000;
/** Characters of a hash that tell versions of one source apart. */
const SHORT_HASH = 12;

interface SourceVersionsProps {
  workspaceId: string;
  sourceId: string;
  /** The version whose rows are shown. */
  shown: string;
  /** Shows the rows of a version, undefined for the present one. Absent while changes are not saved. */
  onShow: ((version: string | undefined) => void) | undefined;
}

/** The versions of a dataset, newest first: what changed in each, and which evaluations used it. */
export function SourceVersions({ workspaceId, sourceId, shown, onShow }: SourceVersionsProps) {
  const [limit, setLimit] = useState(AT_FIRST);
  const versions = useQuery({
    queryKey: ['workspace', workspaceId, 'sources', sourceId, 'versions', limit],
    queryFn: () => {
      const params = { path: { workspace_id: workspaceId, source_id: sourceId }, query: { limit } };
      return answer(api.GET('/workspaces/{workspace_id}/sources/{source_id}/versions', { params }));
    },
    placeholderData: keepPreviousData,
  });
  const evaluations = useQuery(queries.evaluations(workspaceId)).data ?? [];
  const { data: list = [], next_cursor = null } = versions.data ?? {};
  return (
    <section aria-label="Versions" aria-busy={versions.isPending}>
      <h2>
        Versions <span className="count">{list.length > 0 && count(list.length)}</span>
      </h2>
      <Problem error={versions.error} />
      <Scroll label="Versions of this dataset">
        <table>
          <thead>
            <tr>
              {['Version', 'Saved', 'Rows', 'Changes', 'Used by'].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((one, i) => (
              <tr key={one.number}>
                <th scope="row">
                  {one.number}. <code title={one.version}>{one.version.slice(0, SHORT_HASH)}</code>
                  {one.version === shown ? (
                    <small className="quiet"> shown above</small>
                  ) : (
                    <button
                      type="button"
                      className="subtle"
                      disabled={onShow === undefined}
                      aria-label={`Show rows of version ${one.number}`}
                      onClick={() => onShow?.(i === 0 ? undefined : one.version)}
                    >
                      Show rows
                    </button>
                  )}
                </th>
                <td>{formatTime(one.created_at)}</td>
                <td>{count(one.row_count)}</td>
                <td>{describeChanges(one)}</td>
                <td>
                  {evaluations
                    .filter(({ result_summary: found }) => found?.dataset_versions?.includes(one.version))
                    .map(({ id, name }) => (
                      <div key={id}>
                        <Link
                          to="/workspaces/$workspaceId/evaluations/$evaluationId"
                          params={{ workspaceId, evaluationId: id }}
                        >
                          {name}
                        </Link>
                      </div>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {next_cursor !== null && limit < AT_MOST && (
        <button type="button" onClick={() => setLimit(AT_MOST)}>
          Show earlier versions
        </button>
      )}
    </section>
  );
}

function describeChanges({ number, added, edited, removed }: Schemas['DatasetVersion']): string {
  if (number === 1) return 'the table as it was added';
  const changes = [`${count(added)} added`, `${count(edited)} edited`, `${count(removed)} removed`];
  return changes.filter((change) => !change.startsWith('0 ')).join(', ');
}
