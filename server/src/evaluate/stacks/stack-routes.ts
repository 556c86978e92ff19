import { Type } from 'typebox';
import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { ifMatch, setEtag } from '../../platform/http/etag.ts';
import { answerCreated } from '../../platform/http/idempotent-create.ts';
import { requireSameIds } from '../../platform/http/patch.ts';
import { DAY_PATTERN, PageQuery, ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { NewStack, Stack, StackPage, StackPatch, StackTrial, StackTrialResult } from './stack-schemas.ts';
import type { Stacks } from './stacks.ts';

const COLLECTION = '/workspaces/:workspace_id/stacks';
const ONE = `${COLLECTION}/:stack_id`;
const Params = ResourceParams('stack_id');
const tags = ['stacks'];
/** A name, a description, ten words and an endpoint, whatever their characters. */
const STACK_BYTES = 512_000;

const EndsBefore = Type.Optional(
  Type.String({
    pattern: DAY_PATTERN,
    description: 'Only stacks whose model is known to end before this day, such as 2027-01-01.',
  }),
);

export function stackRoutes(app: App, { stacks, access }: { stacks: Stacks; access: Access }): void {
  app.post(
    COLLECTION,
    {
      bodyLimit: STACK_BYTES,
      schema: {
        tags,
        summary: 'Describe a stack',
        params: WorkspaceParams,
        body: NewStack,
        response: { 201: Stack },
      },
    },
    (request, reply) =>
      answerCreated(access, request, reply, (alongside) =>
        stacks.create(request.actor, request.params.workspace_id, request.body, alongside),
      ),
  );

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List stacks, newest first',
        params: WorkspaceParams,
        querystring: Type.Object({ ...PageQuery, ends_before: EndsBefore }, { additionalProperties: false }),
        response: { 200: StackPage },
      },
    },
    (request) => stacks.list(request.actor, request.params.workspace_id, request.query),
  );

  app.post(
    `${COLLECTION}/try`,
    {
      bodyLimit: STACK_BYTES,
      schema: {
        operationId: 'tryStack',
        tags,
        summary: 'Send one item to the application or model of a stack, and see what comes',
        params: WorkspaceParams,
        body: StackTrial,
        response: { 200: StackTrialResult },
      },
    },
    (request) => stacks.try(request.actor, request.params.workspace_id, request.body, request.signal),
  );

  app.get(
    ONE,
    {
      schema: { tags, summary: 'Read a stack', params: Params, response: { 200: Stack } },
    },
    async (request, reply) => {
      const { workspace_id, stack_id } = request.params;
      const { resource, revision } = await stacks.get(request.actor, workspace_id, stack_id);
      setEtag(reply, revision);
      return resource;
    },
  );

  app.patch(
    ONE,
    {
      bodyLimit: STACK_BYTES,
      schema: {
        tags,
        summary: 'Change a stack',
        description:
          'A JSON Merge Patch that names name and model each time; model may be {}. Other fields that are absent stay.',
        params: Params,
        body: StackPatch,
        response: { 200: Stack },
      },
    },
    async (request, reply) => {
      const { workspace_id, stack_id } = request.params;
      requireSameIds(request.body, { id: stack_id });
      const patched = await stacks.patch(
        request.actor,
        workspace_id,
        stack_id,
        request.body,
        ifMatch(request),
      );
      setEtag(reply, patched.revision);
      return patched.resource;
    },
  );

  app.delete(
    ONE,
    {
      schema: { tags, summary: 'Delete a stack', params: Params, response: { 204: Type.Null() } },
    },
    async (request, reply) => {
      const { workspace_id, stack_id } = request.params;
      await stacks.remove(request.actor, workspace_id, stack_id, ifMatch(request));
      return reply.code(204).send(null);
    },
  );
}
