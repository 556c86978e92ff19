import { type Static, Type } from 'typebox';
import { readOnly } from '../http/patch.ts';
import { Count, Description, Id, Name, PageOf, Timestamp, Warnings } from '../http/schemas.ts';

export const Workspace = Type.Object(
  {
    id: Id,
    name: Name,
    source_count: Count,
    message_count: Count,
    created_at: Timestamp,
    updated_at: Timestamp,
    description: Description,
    scenario_count: Count,
    stack_count: Count,
    evaluation_count: Count,
    warnings: Warnings,
  },
  { title: 'Workspace' },
);
export type Workspace = Static<typeof Workspace>;

export const NewWorkspace = Type.Object(
  { name: Name, description: Type.Optional(Description) },
  { additionalProperties: false },
);
export type NewWorkspace = Static<typeof NewWorkspace>;

export const WorkspacePatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    ...readOnly(
      'id',
      'source_count',
      'message_count',
      'scenario_count',
      'stack_count',
      'evaluation_count',
      'created_at',
      'updated_at',
      'warnings',
    ),
  },
  { additionalProperties: false },
);
export type WorkspacePatch = Pick<Static<typeof WorkspacePatch>, 'name' | 'description'>;

export const WorkspacePage = PageOf(Workspace);
