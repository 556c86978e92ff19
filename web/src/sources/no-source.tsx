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
          <p>Sources are what this workspace may read: pages, repositories, videos, PDFs and texts.</p>
          <p>
            Put an address or a text into the box, or drop files anywhere here. A dataset for an evaluation is
            a text too: CSV or JSON Lines with <code>input</code> and <code>expected</code>.
          </p>
        </>
      ) : (
        <>
          <p>Choose a source to read it here, or search what they say.</p>
          <p>
            <kbd>/</kbd> searches; <kbd>j</kbd> and <kbd>k</kbd> go over the hits, Enter opens one. A search
            takes words, a “phrase in quotes”, -without, OR and prefix*.
          </p>
        </>
      )}
    </div>
  );
}
