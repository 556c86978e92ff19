import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { acceptedRevisions, setEtag } from '../../platform/http/etag.ts';
import { answerIdempotently } from '../../platform/http/idempotent-create.ts';
import { memberOperation } from '../../platform/http/resource-routes.ts';
import { ResourceParams } from '../../platform/http/schemas.ts';
import { SOURCE_API } from './source-schemas.ts';
import type { Sources } from './sources.ts';
import {
  DatasetRowPage,
  DatasetVersion,
  DatasetVersionPage,
  RowChanges,
  RowsQuery,
  VersionsQuery,
} from './versions/version-schemas.ts';

const ONE = '/workspaces/:workspace_id/sources/:source_id';
const Params = ResourceParams('source_id');
const tags = ['sources'];

/** The rows of a source that is used as a dataset, and their versions. */
export function sourceRowRoutes(app: App, { sources, access }: { sources: Sources; access: Access }): void {
  memberOperation(app, SOURCE_API, ['GET', 'rows'], sources.rows, {
    operationId: 'listSourceRows',
    summary: 'List the rows of a dataset',
    description: 'The rows of a tabular source, in order, keyed by column name.',
    input: RowsQuery,
    answer: DatasetRowPage,
  });

  app.post(
    `${ONE}/rows`,
    {
      schema: {
        operationId: 'changeSourceRows',
        tags,
        summary: 'Change the rows of a dataset',
        description:
          'Adds, edits and removes rows of an uploaded table. The result is a new version, which evaluations use from then on; earlier versions stay as they are until the source is deleted. Search and `content` show the table as it was uploaded.',
        params: Params,
        body: RowChanges,
        response: { 201: DatasetVersion },
      },
    },
    (request, reply) => {
      const { workspace_id, source_id } = request.params;
      const place = (request.url.split('?', 1)[0] ?? '').replace(/\/$/, '');
      let changed: number | null = null;
      return answerIdempotently(
        access,
        request,
        reply,
        {
          status: 201,
          location: ({ version }) => `${place}?version=${version}`,
          async send(version) {
            // The entity tag of the source; unknown for a replayed response.
            if (changed === null) reply.removeHeader('etag');
            else setEtag(reply, changed);
            await reply.send(version as never);
          },
        },
        async (alongside) => {
          const { version, revision } = await sources.changeRows(
            request.actor,
            workspace_id,
            source_id,
            request.body,
            { expected: acceptedRevisions(request), alongside },
          );
          changed = revision;
          return version;
        },
      );
    },
  );

  memberOperation(app, SOURCE_API, ['GET', 'versions'], sources.versions, {
    operationId: 'listSourceVersions',
    summary: 'List the versions of a dataset',
    description: 'Newest first. The first version is the table that was uploaded.',
    input: VersionsQuery,
    answer: DatasetVersionPage,
  });
}
