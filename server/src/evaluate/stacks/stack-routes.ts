import type { Access } from '../../platform/access/access.ts';
import type { App } from '../../platform/http/app-type.ts';
import { resourceRoutes } from '../../platform/http/resource-routes.ts';
import { WorkspaceParams } from '../../platform/http/schemas.ts';
import { MAX_STACK_BODY_BYTES, STACK_API, StackTrial, StackTrialResult } from './stack-schemas.ts';
import type { Stacks } from './stacks.ts';

export function stackRoutes(app: App, { stacks, access }: { stacks: Stacks; access: Access }): void {
  resourceRoutes(app, access, STACK_API, stacks);

  app.post(
    '/workspaces/:workspace_id/stacks/try',
    {
      bodyLimit: MAX_STACK_BODY_BYTES,
      schema: {
        operationId: 'tryStack',
        tags: ['stacks'],
        summary: 'Test a stack with one item',
        params: WorkspaceParams,
        body: StackTrial,
        response: { 200: StackTrialResult },
      },
    },
    (request) => stacks.try(request.actor, request.params.workspace_id, request.body, request.signal),
  );
}
