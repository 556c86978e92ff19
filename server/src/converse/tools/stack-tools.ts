import { NewStack, Stack, StackPage } from '../../evaluate/stacks/stack-schemas.ts';
import type { Stacks } from '../../evaluate/stacks/stacks.ts';
import { ListInput, readFittingPage } from './list-input.ts';
import { defineTool, Input, type Tool } from './tool.ts';

export function stackTools({ stacks }: { stacks: Pick<Stacks, 'list' | 'create'> }): Tool[] {
  return [
    defineTool({
      name: 'list_stacks',
      operations: ['listStacks'],
      title: 'List stacks',
      description:
        'Returns the candidates of a workspace, newest first, each a model with its provider, frameworks and hardware.',
      effect: 'read',
      input: Input(ListInput),
      output: StackPage,
      run: (actor, workspaceId, input) =>
        readFittingPage(input, (query) => stacks.list(actor, workspaceId, query)),
    }),
    defineTool({
      name: 'create_stack',
      operations: ['createStack'],
      title: 'Create a stack',
      description:
        'Stores a candidate as a stack. An evaluation can call it only if model.provider and model.model_id come from list_providers. Take prices, hardware and licences from the find_… tools, never from memory. This costs nothing; the stack can be changed or deleted.',
      effect: 'draft',
      input: NewStack,
      output: Stack,
      run: (actor, workspaceId, input) => stacks.create(actor, workspaceId, input, () => {}),
    }),
  ];
}
