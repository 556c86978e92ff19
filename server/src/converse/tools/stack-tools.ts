import { NewStack, Stack, StackPage } from '../../evaluate/stacks/stack-schemas.ts';
import type { Stacks } from '../../evaluate/stacks/stacks.ts';
import { ListInput, readList } from './list-input.ts';
import { defineTool, Input, type Tool } from './tool.ts';

export function stackTools({ stacks }: { stacks: Pick<Stacks, 'list' | 'create'> }): Tool[] {
  return [
    defineTool({
      name: 'list_stacks',
      operations: ['listStacks'],
      title: 'List stacks',
      description:
        'The candidates of a workspace, newest first: each a model with its provider, frameworks and hardware.',
      effect: 'read',
      input: Input(ListInput),
      output: StackPage,
      run: (actor, workspaceId, input) => readList(input, (query) => stacks.list(actor, workspaceId, query)),
    }),
    defineTool({
      name: 'create_stack',
      operations: ['createStack'],
      title: 'Draft a stack',
      description:
        'Keeps a candidate as a stack. model.provider and model.model_id must be those of list_providers for an evaluation to ask it; take prices, hardware and licences from the find_… tools and never from memory. It costs nothing and can be changed or deleted.',
      effect: 'draft',
      input: NewStack,
      output: Stack,
      run: (actor, workspaceId, input) => stacks.create(actor, workspaceId, input, () => {}),
    }),
  ];
}
