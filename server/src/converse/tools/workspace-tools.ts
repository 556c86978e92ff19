import { NewWorkspace, Workspace, WorkspacePage } from '../../platform/workspaces/workspace-schemas.ts';
import type { Workspaces } from '../../platform/workspaces/workspaces.ts';
import { ListInput, readFittingPage } from './list-input.ts';
import { defineTool, Input, type Tool } from './tool.ts';

export function workspaceTools({ workspaces }: { workspaces: Pick<Workspaces, 'list' | 'create'> }): Tool[] {
  return [
    defineTool({
      name: 'list_workspaces',
      operations: ['listWorkspaces'],
      title: 'List workspaces',
      description:
        'Returns the workspaces that this key can read, newest first. A workspace contains everything about one decision: sources, scenarios, stacks and evaluations. Begin here, since every other tool needs a workspace_id.',
      effect: 'read',
      inWorkspace: false,
      input: Input(ListInput),
      output: WorkspacePage,
      run: (actor, _, input) => readFittingPage(input, (query) => workspaces.list(actor, query)),
    }),
    defineTool({
      name: 'create_workspace',
      operations: ['createWorkspace'],
      title: 'Create a workspace',
      description:
        'Creates an empty workspace for a new decision. Needs a key with the role admin. If a workspace for this decision exists, use that one.',
      effect: 'draft',
      inWorkspace: false,
      input: NewWorkspace,
      output: Workspace,
      run: (actor, _, input) => workspaces.create(actor, input, () => {}),
    }),
  ];
}
