import { answer, type Schemas } from '@touchstone/client';
import { api, type Source } from '../api/api.ts';
import { ROLES } from './column-roles.ts';
import type { TableReading } from './columns-form.tsx';

/** Has a source keep how it is read as a dataset, in place of what it kept before. Refused where `etag` is no longer that of the source. */
export async function saveColumns(
  workspace_id: string,
  source_id: string,
  { columns, grader }: TableReading,
  etag = '*',
): Promise<Source> {
  const cleared = Object.fromEntries(ROLES.filter((role) => role !== 'unused').map((role) => [role, null]));
  return answer(
    api.PATCH('/workspaces/{workspace_id}/sources/{source_id}', {
      params: { path: { workspace_id, source_id }, header: { 'If-Match': etag } },
      body: {
        columns: columns === undefined ? null : ({ ...cleared, ...columns } as Schemas['ColumnMapping']),
        grader: grader ?? null,
      },
    }),
  );
}
