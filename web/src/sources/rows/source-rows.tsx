import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { count, plural } from '@touchstone/report/figures';
import { type SubmitEvent, useState } from 'react';
import { api, type Source } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Problem } from '../../ui/problem.tsx';
import { inspectionOf } from '../inspect-table.ts';
import {
  draftCount,
  editAdded,
  editField,
  NO_DRAFTS,
  newKey,
  type RowDrafts,
  removeRows,
  restoreRows,
  toOperations,
} from './row-drafts.ts';
import { type GridRow, RowGrid } from './row-grid.tsx';
import { SourceVersions } from './source-versions.tsx';
import { UnsavedRows } from './unsaved-rows.tsx';

/** Rows of a page. */
const PAGE = 50;

interface SourceRowsProps {
  workspaceId: string;
  source: Source;
}

/** The rows of a dataset: read by pages and versions, and changed into a new version. */
export function SourceRows({ workspaceId, source }: SourceRowsProps) {
  const client = useQueryClient();
  const [first, setFirst] = useState(1);
  /** An earlier version that is read; undefined: the present one. */
  const [viewed, setViewed] = useState<string>();
  /** The version that the drafts are changes of. */
  const [base, setBase] = useState<string>();
  const [drafts, setDrafts] = useState(NO_DRAFTS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  /** A cell is open whose text cannot be read, so saving would leave it out. */
  const [isCellWrong, setCellWrong] = useState(false);
  const version = viewed ?? base;
  const isReadOnly = viewed !== undefined || source.url !== null;
  const path = { workspace_id: workspaceId, source_id: source.id };
  const rows = useQuery({
    queryKey: ['workspace', workspaceId, 'sources', source.id, 'rows', version, first],
    queryFn: () => {
      const query = { limit: PAGE, cursor: String(first), ...(version !== undefined && { version }) };
      return answer(
        api.GET('/workspaces/{workspace_id}/sources/{source_id}/rows', { params: { path, query } }),
      );
    },
    enabled: source.indexed_at !== undefined,
    placeholderData: keepPreviousData,
  });
  const { data } = rows;
  const inspection = useQuery({
    ...inspectionOf(workspaceId, source),
    enabled: source.indexed_at !== undefined && !isReadOnly,
  });

  const discard = () => {
    setDrafts(NO_DRAFTS);
    setBase(undefined);
    setSelected(new Set());
  };
  const save = useMutation({
    mutationFn: () => {
      const body = { ...(base !== undefined && { version: base }), operations: toOperations(drafts) };
      return answer(
        api.POST('/workspaces/{workspace_id}/sources/{source_id}/rows', { params: { path }, body }),
      );
    },
    onSuccess: async ({ row_count }) => {
      discard();
      if (first > row_count) setFirst(1);
      await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
    },
  });
  if (source.indexed_at === undefined)
    return source.status === 'failed' ? null : (
      <p className="empty">This source is being read. Its rows appear here when it is ready.</p>
    );
  if (data === undefined)
    return (
      <section aria-label="Rows" aria-busy={rows.isPending}>
        <Problem error={rows.error} />
      </section>
    );

  const change = (next: RowDrafts) => {
    if (save.isSuccess) save.reset();
    setDrafts(next);
    if (draftCount(next) === 0) setBase(undefined);
    else setBase(base ?? data.version);
  };
  const shown = [
    ...data.data.map(({ row, fields }): GridRow => {
      const changed = drafts.edited.get(row);
      const state = drafts.removed.has(row) ? 'removed' : changed && 'edited';
      return {
        key: String(row),
        name: `Row ${count(row)}`,
        fields: { ...fields, ...changed },
        ...(state && { state }),
      };
    }),
    ...(isReadOnly ? [] : drafts.added).map((fields, i): GridRow => {
      return { key: newKey(i), name: `New row ${i + 1}`, fields, state: 'new' };
    }),
  ];
  const inTable = inspection.data?.columns.map(({ name }) => name) ?? [];
  // Those that only other rows have come last: the cells that are shown stay where they are when the table is read.
  const columns = [...new Set([...data.data.flatMap(({ fields }) => Object.keys(fields)), ...inTable])];
  const edit = (one: GridRow, column: string, value: unknown) => {
    const stored = data.data.find(({ row }) => String(row) === one.key);
    if (stored) change(editField(drafts, stored, column, value));
    else change(editAdded(drafts, one.key, column, value));
  };
  const select = (key: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(key);
    else next.delete(key);
    setSelected(next);
  };
  // What is removed already is kept again.
  const isRestored = selected.size > 0 && [...selected].every((key) => drafts.removed.has(Number(key)));
  const removeOrRestore = () => {
    change(isRestored ? restoreRows(drafts, selected) : removeRows(drafts, selected));
    setSelected(new Set());
  };
  const go = (to: number) => setFirst(Math.max(1, Math.min(to, data.row_count)));
  const isUnsaved = draftCount(drafts) > 0;
  return (
    <section aria-label="Rows" aria-busy={rows.isPlaceholderData}>
      <Problem error={rows.error} />
      {viewed !== undefined && (
        <p className="warning">
          This is an earlier version. It cannot be changed.{' '}
          <button type="button" onClick={() => setViewed(undefined)}>
            Show the present version
          </button>
        </p>
      )}
      {source.url !== null && (
        <p className="quiet">
          This table is read from an address, so its rows are changed there. To change them here, download the
          table and add the file.
        </p>
      )}
      {!isReadOnly && (
        <div className="buttons">
          <button type="button" onClick={() => change({ ...drafts, added: [...drafts.added, {}] })}>
            Add a row
          </button>
          <button type="button" disabled={selected.size === 0} onClick={removeOrRestore}>
            {selected.size === 0
              ? 'Remove rows'
              : `${isRestored ? 'Restore' : 'Remove'} ${plural(selected.size, 'row')}`}
          </button>
        </div>
      )}
      <RowGrid
        key={`${viewed} ${first}`}
        label={`Rows of ${source.title}`}
        columns={columns}
        rows={shown}
        selected={selected}
        onSelect={select}
        onEdit={isReadOnly ? undefined : edit}
        onProblem={setCellWrong}
      />
      {!isReadOnly && (
        <p className="quiet">
          Arrows move between cells, Enter edits one and keeps it, Escape leaves it as it was, Space selects a
          row.
        </p>
      )}
      <Pages first={first} shown={data.data.length} total={data.row_count} onGo={go} />
      <div className="saved-rows" role="status">
        {save.isSuccess && (
          <p>Saved as version {save.data.number}. Evaluations that start from now on use it.</p>
        )}
      </div>
      {isUnsaved && (
        <UnsavedRows
          drafts={drafts}
          save={save}
          isCellWrong={isCellWrong}
          onDiscard={() => {
            save.reset();
            discard();
          }}
          onLoadAgain={async () => {
            save.reset();
            discard();
            await client.invalidateQueries({ queryKey: queries.sources(workspaceId).queryKey });
          }}
        />
      )}
      <SourceVersions
        workspaceId={workspaceId}
        sourceId={source.id}
        shown={data.version}
        onShow={
          isUnsaved
            ? undefined
            : (one) => {
                setSelected(new Set());
                setFirst(1);
                setViewed(one);
              }
        }
      />
    </section>
  );
}

interface PagesProps {
  first: number;
  shown: number;
  total: number;
  onGo: (first: number) => void;
}

function Pages({ first, shown, total, onGo }: PagesProps) {
  const end = first + shown - 1;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onGo(Number(new FormData(event.currentTarget).get('row')));
  };
  return (
    <nav className="row-pages" aria-label="Pages of rows">
      <span role="status">
        Rows {count(first)} to {count(end)} of {count(total)}
      </span>
      {total > PAGE && (
        <>
          <button type="button" disabled={first === 1} onClick={() => onGo(first - PAGE)}>
            Previous
          </button>
          <button type="button" disabled={end >= total} onClick={() => onGo(end + 1)}>
            Next
          </button>
          <form onSubmit={submit}>
            <label>
              Row <input type="number" name="row" min={1} max={total} required />
            </label>
            <button type="submit">Go</button>
          </form>
        </>
      )}
    </nav>
  );
}
