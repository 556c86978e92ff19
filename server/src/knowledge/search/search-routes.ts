import type { App } from '../../platform/http/app-type.ts';
import { WorkspaceParams } from '../../platform/http/schemas.ts';
import type { Search } from './search.ts';
import { SearchAnswer, SearchRequest, toSearchAnswer } from './search-schemas.ts';

/** Enough for a query and a thousand source_ids of a hundred characters. */
const SEARCH_BYTES = 4_000_000;

export function searchRoutes(app: App, { search }: { search: Search }): void {
  app.post(
    '/workspaces/:workspace_id/search',
    {
      bodyLimit: SEARCH_BYTES,
      schema: {
        tags: ['search'],
        summary: 'Search the sources of a workspace',
        description:
          'Returns ranked chunks with their location and the matching words. Scores lie in [0, 1]. Keyword scores are r / (r + 5) of a BM25 relevance r, lowered from the fourth chunk of a source on.',
        params: WorkspaceParams,
        body: SearchRequest,
        response: { 200: SearchAnswer },
      },
    },
    async (request) =>
      toSearchAnswer(await search.search(request.actor, request.params.workspace_id, request.body)),
  );
}
