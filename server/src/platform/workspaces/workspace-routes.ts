import { Type } from 'typebox';
import type { Access } from '../access/access.ts';
import type { App } from '../http/app-type.ts';
import { acceptedRevisions, setEtag } from '../http/etag.ts';
import { answerCreated } from '../http/idempotent-create.ts';
import { requireSameIds } from '../http/patch.ts';
import { PageQuery, WorkspaceParams } from '../http/schemas.ts';
import { NewWorkspace, Workspace, WorkspacePage, WorkspacePatch } from './workspace-schemas.ts';
import type { Workspaces } from './workspaces.ts';

export function workspaceRoutes(
  app: App,
  { workspaces, access }: { workspaces: Workspaces; access: Access },
): void {
  const tags = ['workspaces'];

  app.post(
    '/workspaces',
    {
      schema: { tags, summary: 'Create a workspace', body: NewWorkspace, response: { 201: Workspace } },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        workspaces.create(request.actor, request.body, alongside),
      ),
  );

  app.get(
    '/workspaces',
    {
      schema: {
        tags,
        summary: 'List workspaces',
        description: 'Newest first.',
        querystring: Type.Object(PageQuery, { additionalProperties: false }),
        response: { 200: WorkspacePage },
      },
    },
    (request) => workspaces.list(request.actor, request.query),
  );

  app.get(
    '/workspaces/:workspace_id',
    {
      schema: { tags, summary: 'Get a workspace', params: WorkspaceParams, response: { 200: Workspace } },
    },
    async (request, reply) => {
      const { resource, revision } = await workspaces.get(request.actor, request.params.workspace_id);
      setEtag(reply, revision);
      return resource;
    },
  );

  app.patch(
    '/workspaces/:workspace_id',
    {
      schema: {
        tags,
        summary: 'Update a workspace',
        params: WorkspaceParams,
        body: WorkspacePatch,
        response: { 200: Workspace },
      },
    },
    async (request, reply) => {
      const { workspace_id } = request.params;
      requireSameIds(request.body, { id: workspace_id });
      const patched = await workspaces.patch(
        request.actor,
        workspace_id,
        request.body,
        acceptedRevisions(request),
      );
      setEtag(reply, patched.revision);
      return patched.resource;
    },
  );

  app.delete(
    '/workspaces/:workspace_id',
    {
      schema: {
        tags,
        summary: 'Delete a workspace and its contents',
        params: WorkspaceParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await workspaces.remove(request.actor, request.params.workspace_id, acceptedRevisions(request));
      return reply.code(204).send(null);
    },
  );
}
