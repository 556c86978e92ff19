import { answer, type Schemas } from '@touchstone/client';
import { api, type Source } from '../api/api.ts';

export type Inspection = Schemas['TableInspection'];

/** Says what a file holds as a dataset; the service stores nothing. */
export function inspectTable(workspace_id: string, bytes: Blob, sheet?: string): Promise<Inspection> {
  return answer(
    api.POST('/workspaces/{workspace_id}/sources/inspect', {
      params: { path: { workspace_id }, query: sheet === undefined ? {} : { sheet } },
      body: bytes as never,
      bodySerializer: (body) => body as never,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}

/** The same of a source: of the bytes that were uploaded, or the text that was read from an address. */
async function inspectSource(workspace_id: string, source: Source): Promise<Inspection> {
  const params = { path: { workspace_id, source_id: source.id } };
  const bytes =
    source.url === null
      ? await answer(
          api.GET('/workspaces/{workspace_id}/sources/{source_id}/original', { params, parseAs: 'blob' }),
        )
      : await answer(
          api.GET('/workspaces/{workspace_id}/sources/{source_id}/content', { params, parseAs: 'blob' }),
        );
  return inspectTable(workspace_id, bytes as Blob, source.sheet);
}

/** The same, kept until the source is read again. */
export const inspectionOf = (workspaceId: string, source: Source) => ({
  queryKey: ['workspace', workspaceId, 'inspection', source.id, source.indexed_at],
  queryFn: () => inspectSource(workspaceId, source),
  enabled: source.indexed_at !== undefined,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
});

const TABLE_NAME = /\.(csv|tsv|psv|json|jsonl|ndjson|xlsx|xlsm|parquet)(\.gz)?$/i;

/** Whether a file or an address is a table by its name. */
export const isTableName = (name: string) => TABLE_NAME.test(name);

const LOOKED_AT = 20;

/** Whether a text is a table by its form: records, or lines with the same number of fields. */
export function isTableText(text: string): boolean {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', second] = lines;
  if (/^\[\s*\{/.test(text.trim())) return true;
  if (second === undefined) return false;
  if (/^\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*$/.test(second)) return true;
  const shown = lines.slice(0, LOOKED_AT);
  if (shown.every((line) => line.startsWith('{') && line.endsWith('}'))) return true;
  return ['\t', ';', '|', ','].some((delimiter) => {
    const fields = first.split(delimiter).length;
    const isProse = delimiter === ',' && /[a-z], [a-z]|[.!?]$/.test(first);
    return fields > 1 && !isProse && shown.every((line) => line.split(delimiter).length >= fields);
  });
}

/** Whether a source is read as a dataset, or can be. */
export function isTable({ type, classification, columns, grader, sheet }: Source): boolean {
  if (type !== 'text' && type !== 'url') return false;
  return classification === 'dataset' || columns !== undefined || grader !== undefined || sheet !== undefined;
}
