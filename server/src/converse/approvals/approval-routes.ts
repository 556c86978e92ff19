import { impossibleField } from '../../kernel/errors.ts';
import type { Access } from '../../platform/access/access.ts';
import { type Action, type OperationId, permissionOf } from '../../platform/access/operations.ts';
import type { AnyRequest, App } from '../../platform/http/app-type.ts';
import { answerIdempotently } from '../../platform/http/idempotent-create.ts';
import { ResourceParams, WorkspaceParams } from '../../platform/http/schemas.ts';
import { Approval, ApprovalPage, ApprovalQuery, Decision } from './approval-schemas.ts';
import type { Approvals } from './approvals.ts';

interface ApprovalRoutesOptions {
  approvals: Approvals;
  access: Access;
  basePath: string;
}

const tags = ['approvals'];
const COLLECTION = '/workspaces/:workspace_id/approvals';
const ONE = `${COLLECTION}/:approval_id`;
const Params = ResourceParams('approval_id');

/** Must be registered before the routes that spend, because it adds hooks to later routes. */
export function approvalRoutes(app: App, options: ApprovalRoutesOptions): void {
  askBeforeSpending(app, options);
  const { approvals } = options;

  app.get(
    COLLECTION,
    {
      schema: {
        tags,
        summary: 'List approvals',
        description: 'Newest first.',
        params: WorkspaceParams,
        querystring: ApprovalQuery,
        response: { 200: ApprovalPage },
      },
    },
    (request) => approvals.list(request.actor, request.params.workspace_id, request.query),
  );

  app.get(
    ONE,
    {
      schema: { tags, summary: 'Get an approval', params: Params, response: { 200: Approval } },
    },
    (request) => approvals.get(request.actor, request.params.workspace_id, request.params.approval_id),
  );

  app.post(
    ONE,
    {
      schema: {
        operationId: 'decideApproval',
        tags,
        summary: 'Approve or decline a request',
        description: 'Approval runs the requested operation at once.',
        params: Params,
        body: Decision,
        response: { 200: Approval },
      },
    },
    (request) => {
      const { workspace_id, approval_id } = request.params;
      return approvals.decide(request.actor, workspace_id, approval_id, request.body);
    },
  );
}

/** The workspace of an approval for the whole service: the one in the query, else the only one of the key. */
function workspaceFor({ query, actor }: AnyRequest): string {
  const { workspace_id } = query as { workspace_id?: string };
  const [only, ...others] = actor.workspaces ?? [];
  const meant = workspace_id?.toLowerCase() ?? (others.length === 0 ? only : undefined);
  if (meant !== undefined) return meant;
  throw impossibleField('/workspace_id', 'Set the workspace for the approval: ?workspace_id=….');
}

function actionOf(operation: OperationId | undefined): Action | undefined {
  return operation && permissionOf(operation).action;
}

/**
 * Responds to an agent's request to a route that spends with 202 and the approval, without running the handler, so
 * that no route has to check it.
 */
function askBeforeSpending(app: App, { approvals, access, basePath }: ApprovalRoutesOptions): void {
  app.addHook('onRoute', (route) => {
    if (!route.schema || actionOf(route.config?.operation) === undefined) return;
    route.schema.response = { ...(route.schema.response as object), 202: Approval };
  });
  app.addHook('preHandler', async (request, reply) => {
    const action = actionOf(request.routeOptions.config.operation);
    if (action === undefined || !request.actor.isAgent) return;
    const { workspace_id = workspaceFor(request), ...named } = request.params as Record<string, string>;
    const body = { ...named, ...(request.body as object | undefined) };
    const location = ({ id }: Approval) => `${basePath}/workspaces/${workspace_id}/approvals/${id}`;
    await answerIdempotently(access, request, reply, { status: 202, location }, (alongside) =>
      approvals.ask(request.actor, workspace_id, { action, body }, alongside),
    );
  });
}
