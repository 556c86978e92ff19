import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Source } from '../api/api.ts';
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
  const sent = useRef<Source>(undefined);
  useEffect(() => heading.current?.querySelector<HTMLElement>('h1')?.focus(), []);

  const inspection = useQuery({
    queryKey: ['workspace', workspaceId, 'inspection', id, sheet],
    queryFn: () => inspectTable(workspaceId, bytesOf(addition), sheet),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const add = useMutation({
    mutationFn: async (reading: TableReading) => {
      const named = title.trim() === '' ? {} : { title: title.trim() };
      // What was sent before the columns were refused is not sent again.
      sent.current ??= await send(workspaceId, {
        ...addition,
        ...named,
        ...(sheet !== undefined && { sheet }),
      });
      return saveColumns(workspaceId, sent.current.id, reading);
    },
    onSuccess: async (source) => {
      await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
      onAdded(source);
    },
  });
  const sheets = inspection.data?.sheets ?? [];
  const buttons = (
    <div className="buttons">
      {inspection.data && inspection.data.columns.length > 0 && (
        <button type="submit" className="primary" disabled={add.isPending}>
          {add.isPending ? 'Adding…' : 'Add this table'}
        </button>
      )}
      <button type="button" disabled={add.isPending} onClick={onAddAsText}>
        Add without columns
      </button>
      <button type="button" className="subtle" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
  return (
    <div ref={heading} aria-busy={inspection.isPending}>
      <Page title={`Columns of ${additionName(addition)}`}>
        <p>Check what each column is taken as. It is kept with the source, and evaluations use it.</p>
        {inspection.isPending && <p role="status">The table is being read…</p>}
        {inspection.error && (
          <>
            <Problem error={inspection.error} />
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
                <Problem error={add.error} />
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
              {sheets.length > 1 && (
                <Choice
                  label="Sheet"
                  value={inspection.data.sheet ?? ''}
                  onPick={(name) => {
                    sent.current = undefined;
                    setSheet(name);
                  }}
                >
                  {sheets.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </Choice>
              )}
            </div>
          </ColumnsForm>
        )}
      </Page>
    </div>
  );
}

const bytesOf = (addition: FileOrText) => ('file' in addition ? addition.file : new Blob([addition.text]));
