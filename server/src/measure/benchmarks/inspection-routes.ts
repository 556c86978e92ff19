import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { MOST_TABLE_BYTES } from '../../knowledge/reading/tables/tables.ts';
import type { App } from '../../platform/http/app-type.ts';
import { Text, WorkspaceParams } from '../../platform/http/schemas.ts';
import { uploadedBytes } from '../../platform/http/sent-bytes.ts';
import type { InspectUpload } from './benchmarks.ts';
import { TableInspection } from './columns/inspection-schemas.ts';

export function inspectionRoutes(app: App, { inspect }: { inspect: InspectUpload }): void {
  app.post(
    '/workspaces/:workspace_id/sources/inspect',
    {
      config: { rawBody: true, heldBytes: MOST_TABLE_BYTES },
      // The limit of 64 MB, or UPLOAD_LIMIT_BYTES if that is lower, is checked while the file is read.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        tags: ['sources'],
        summary: 'Inspect a file as a dataset',
        description:
          'Returns the columns of a table, the role of each (such as `input` or `expected`) and the rows that cannot be read. Nothing is stored. The file is CSV with any delimiter, JSON, JSON lines, XLSX, Parquet or a Markdown table, in any encoding, optionally compressed with gzip, of at most 64 MB, and must arrive within 60 seconds.',
        params: WorkspaceParams,
        querystring: Type.Object(
          {
            sheet: Type.Optional(
              Text(255, { description: 'The sheet of a workbook. Defaults to the first visible sheet.' }),
            ),
          },
          { additionalProperties: false },
        ),
        body: {
          content: {
            'application/octet-stream': { schema: Type.Unknown({ description: 'The bytes of the file.' }) },
          },
        },
        response: { 200: TableInspection },
      },
    },
    (request, reply) =>
      inspect(request.actor, {
        workspaceId: request.params.workspace_id,
        // Without a body only the address can be wrong, which is then reported.
        bytes: uploadedBytes(request) ?? Readable.from([]),
        sheet: request.query.sheet,
        signal: untilClosed(reply),
      }),
  );
}

/** Aborted when the client has disconnected or has received its response. */
function untilClosed({ raw }: { raw: ServerResponse }): AbortSignal {
  const closed = new AbortController();
  const close = () =>
    closed.abort(new AppError('malformed_request', 'The connection was closed before the response.'));
  if (raw.destroyed) close();
  else raw.once('close', close);
  return closed.signal;
}
