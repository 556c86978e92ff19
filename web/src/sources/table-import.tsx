import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useEffect, useRef, useState } from 'react';
import { api, type Source } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { additionName, type FileOrText, send } from './additions.ts';
import { ColumnsForm, type TableReading } from './columns-form.tsx';
import { inspectTable } from './inspect-table.ts';
import { saveColumns } from './save-columns.ts';

interface TableImportProps {
  workspaceId: string;
  /** Tells this addition from others. */
  id: string;
  addition: FileOrText;
  onAdded: (source: Source) => void;
  /** Adds it as it is, to be searched and read. */
  onAddAsText: () => void;
  onCancel: () => void;
}

/** A table before it is added: its columns, as they will be read, and the sheet of a workbook. */
export function TableImport({ workspaceId, id, addition, onAdded, onAddAsText, onCancel }: TableImportProps) {
  const client = useQueryClient();
  const heading = useRef<HTMLDivElement>(null);
  const [sheet, setSheet] = useState<string>();
  const [title, setTitle] = useState(addition.title ?? '');
  /** What was added before its columns were refused, and of which sheet. */
  const sent = useRef<{ source: Source; sheet: string | undefined }>(undefined);
  useEffect(() => heading.current?.querySelector<HTMLElement>('h1')?.focus(), []);

  const inspect = (one?: string) => ({
    queryKey: ['workspace', workspaceId, 'inspection', id, one],
    queryFn: () => inspectTable(workspaceId, bytesOf(addition), one),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const inspection = useQuery(inspect(sheet));
  const sheets = useQuery(inspect()).data?.sheets ?? [];
  const withdraw = async () => {
    if (sent.current === undefined) return;
    const path = { workspace_id: workspaceId, source_id: sent.current.source.id };
    await answer(api.DELETE('/workspaces/{workspace_id}/sources/{source_id}', { params: { path } }));
    sent.current = undefined;
    await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
  };
  const add = useMutation({
    mutationFn: async (reading: TableReading) => {
      const named = title.trim() === '' ? {} : { title: title.trim() };
      if (sent.current?.sheet !== sheet) await withdraw();
      sent.current ??= {
        source: await send(workspaceId, { ...addition, ...named, ...(sheet !== undefined && { sheet }) }),
        sheet,
      };
      return saveColumns(workspaceId, sent.current.source.id, reading);
    },
    onSuccess: async (source) => {
      await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
      onAdded(source);
    },
  });
  /** Goes elsewhere, without what was added here. */
  const leave = useMutation({ mutationFn: withdraw });
  const buttons = (
    <div className="buttons">
      {inspection.data && inspection.data.columns.length > 0 && (
        <button type="submit" className="primary" disabled={add.isPending}>
          {add.isPending ? 'Adding…' : 'Add this table'}
        </button>
      )}
      <button
        type="button"
        disabled={add.isPending}
        onClick={() => leave.mutate(undefined, { onSuccess: onAddAsText })}
      >
        Add without columns
      </button>
      <button
        type="button"
        className="subtle"
        disabled={add.isPending}
        onClick={() => leave.mutate(undefined, { onSuccess: onCancel })}
      >
        Cancel
      </button>
    </div>
  );
  return (
    <div ref={heading} aria-busy={inspection.isPending}>
      <Page title={`Columns of ${additionName(addition)}`}>
        <p>Check what each column is taken as. It is kept with the source, and evaluations use it.</p>
        {sheets.length > 1 && (
          <Choice label="Sheet" value={sheet ?? inspection.data?.sheet ?? ''} onPick={setSheet}>
            {sheets.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Choice>
        )}
        {inspection.isPending && <p role="status">The table is being read…</p>}
        {inspection.error && (
          <>
            <Problem error={leave.error ?? inspection.error} />
            {buttons}
          </>
        )}
        {inspection.data && (
          <ColumnsForm
            key={inspection.data.sheet}
            label="Columns"
            inspection={inspection.data}
            stored={{}}
            onSave={(reading) => add.mutate(reading)}
            foot={
              <>
                <Problem error={add.error ?? leave.error} />
                {buttons}
              </>
            }
          >
            <div className="fields">
              <Field
                label="Title (optional)"
                maxLength={200}
                value={title}
                placeholder={additionName(addition).slice(0, 80)}
                onChange={(event) => setTitle(event.currentTarget.value)}
              />
            </div>
          </ColumnsForm>
        )}
      </Page>
    </div>
  );
}

const bytesOf = (addition: FileOrText) => ('file' in addition ? addition.file : new Blob([addition.text]));
