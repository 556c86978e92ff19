import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';

const route = getRouteApi('/workspaces/$workspaceId/sources');

/** What stands beside the list while no source is open. */
export function NoSource() {
  const { workspaceId } = route.useParams();
  const { data } = useQuery(queries.sources(workspaceId));
  return (
    <div className="empty">
      {data?.length === 0 ? (
        <>
          <p>
            Sources are pages, repositories, videos, PDFs and texts that this workspace can search and cite.
          </p>
          <p>
            Add an address or text in the box, or drop files here. To evaluate your own data, add a table,
            such as CSV or XLSX. You check what its columns are before it is added.
          </p>
        </>
      ) : (
        <>
          <p>Select a source to read it, or search all sources.</p>
          <p>
            Press <kbd>/</kbd> to search, <kbd>j</kbd> and <kbd>k</kbd> to move, Enter to open. Search
            supports words, “exact phrases”, -excluded, OR and prefix*.
          </p>
        </>
      )}
    </div>
  );
}
