import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { PageQuery, ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { uploadedBytes } from '../../platform/http/sent-bytes.ts';
import { Import, ImportPage, ImportPatch, NewImport, UploadPartQuery } from './import-schemas.ts';
import type { Imports } from './imports.ts';

const COLLECTION = '/workspaces/:workspace_id/imports';
const ONE = `${COLLECTION}/:import_id`;
const Params = ResourceParams('import_id');
const tags = ['imports'];

export function importRoutes(app: App, { imports, access }: { imports: Imports; access: Access }): void {
  app.post(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'Create an import of recorded traffic',
        description: 'Send the file in parts with PUT …/imports/{import_id}/content.',
        params: WorkspaceParams,
        body: NewImport,
        response: { 201: Import },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        imports.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List imports',
        description: 'Newest first.',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery, { additionalProperties: false }),
        response: { 200: ImportPage },
      },
    },
    (request) => imports.list(request.actor, request.params.workspace_id, request.query),
  );

  app.get(
    ONE,
    {
      schema: { tags, summary: 'Get an import', params: Params, response: { 200: Import } },
    },
    (request) => {
      const { workspace_id, import_id } = request.params;
      return imports.get(request.actor, workspace_id, import_id);
    },
  );

  app.patch(
    ONE,
    {
      schema: {
        tags,
        summary: 'Update an import',
        params: Params,
        body: ImportPatch,
        response: { 200: Import },
      },
    },
    (request) => {
      const { workspace_id, import_id } = request.params;
      requireSameIds(request.body, { id: import_id });
      return imports.patch(request.actor, workspace_id, import_id, request.body);
    },
  );

  app.put(
    `${ONE}/content`,
    {
      config: { rawBody: true },
      // IMPORT_LIMIT_BYTES limits the whole file.
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        tags,
        summary: 'Upload a part of the file of an import',
        description:
          'Complete records are redacted, stored and counted in `received_bytes`. A record that is cut at the end of a part is not stored; send it again at the start of the next part. If a part or its response is lost, get the import and continue from its `received_bytes`. Each part may be compressed with gzip; offsets count uncompressed bytes.',
        params: Params,
        querystring: UploadPartQuery,
        body: {
          content: {
            'application/octet-stream': {
              schema: Type.Unknown({
                description: 'Bytes of the file in UTF-8, plain or compressed with gzip.',
              }),
            },
          },
        },
        response: { 200: Import },
      },
    },
    async (request) => {
      const { workspace_id, import_id } = request.params;
      const bytes = uploadedBytes(request);
      // A request without a body is checked only for an unknown address.
      if (bytes === null) await imports.get(request.actor, workspace_id, import_id);
      return imports.receive(
        request.actor,
        workspace_id,
        import_id,
        request.query,
        bytes ?? Readable.from([]),
      );
    },
  );

  app.delete(
    ONE,
    {
      schema: {
        tags,
        summary: 'Delete an import and its sources',
        params: Params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { workspace_id, import_id } = request.params;
      await imports.remove(request.actor, workspace_id, import_id);
      return reply.code(204).send(null);
    },
  );
}
