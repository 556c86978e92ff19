import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Source } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Problem } from '../ui/problem.tsx';
import { SaveProblem } from '../ui/save-problem.tsx';
import { ColumnsForm, type TableReading } from './columns-form.tsx';
import { inspectionOf } from './inspect-table.ts';
import { saveColumns } from './save-columns.ts';

export interface StoredSource {
  source: Source;
  etag: string;
}

/** What the columns of a source are taken as by evaluations, to be changed. */
export function SourceColumns({ workspaceId, stored }: { workspaceId: string; stored: StoredSource }) {
  const client = useQueryClient();
  const { source } = stored;
  // What is edited stays as it was opened, whatever others save meanwhile.
  const [base, setBase] = useState<StoredSource>();
  const shown = base ?? stored;
  const [round, setRound] = useState(0);
  /** What the form was filled with. */
  const [filled, setFilled] = useState(readingOf(source));
  // A form in which nothing is changed shows what others saved.
  if (base === undefined && readingOf(source) !== filled) {
    setFilled(readingOf(source));
    setRound(round + 1);
  }
  const inspection = useQuery(inspectionOf(workspaceId, source));
  const { queryKey } = queries.sources(workspaceId);
  const save = useMutation({
    mutationFn: (reading: TableReading) => saveColumns(workspaceId, source.id, reading, shown.etag),
    onMutate: () => setBase(shown),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey });
      setFilled(readingOf(saved));
      setBase(undefined);
    },
  });
  const loadAgain = async () => {
    await client.invalidateQueries({ queryKey });
    save.reset();
    setBase(undefined);
    setRound(round + 1);
  };
  if (source.indexed_at === undefined)
    return source.status === 'failed' ? null : (
      <p className="empty">This source is being read. Its columns appear here when it is ready.</p>
    );
  return (
    <section aria-label="Columns" aria-busy={inspection.isPending}>
      {inspection.isPending && <p role="status">The table is being read…</p>}
      <Problem error={inspection.error} />
      {inspection.data && (
        <ColumnsForm
          key={round}
          label="Columns"
          inspection={inspection.data}
          stored={shown.source}
          onChange={() => {
            setBase(shown);
            if (save.isSuccess) save.reset();
          }}
          onSave={(reading) => save.mutate(reading)}
          foot={
            <>
              <SaveProblem error={save.error} onLoadAgain={() => void loadAgain()} />
              <div className="buttons">
                <button type="submit" className="primary" disabled={save.isPending}>
                  Save columns
                </button>
                <span role="status">
                  {save.isSuccess && 'Saved. Evaluations that start from now on use these columns.'}
                </span>
              </div>
            </>
          }
        >
          <p>
            {source.columns === undefined
              ? 'These columns are a guess, which each evaluation makes again. Save them to keep them.'
              : 'Evaluations use these columns.'}
          </p>
        </ColumnsForm>
      )}
    </section>
  );
}

const readingOf = ({ columns, grader }: Source) => JSON.stringify([columns, grader]);
