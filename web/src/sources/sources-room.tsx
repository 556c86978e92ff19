import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Source } from '../api/api.ts';
import { newIdempotencyKey } from '../api/once.ts';
import { queries } from '../api/queries.ts';
import { useTitle } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { useDrop } from '../ui/use-drop.ts';
import { AddBox } from './add-box.tsx';
import { type Addition, type FileOrText, useAdditions } from './additions.ts';
import { Filters } from './filters.tsx';
import { FoundHits } from './found-hits.ts';
import { Hits } from './hits.tsx';
import { isTableName, isTableText } from './inspect-table.ts';
import { type RoomSearch, validateRoomSearch } from './room-search.ts';
import { SearchForm } from './search-form.tsx';
import { SourceList } from './source-list.tsx';
import { AdditionRow, SourceRow } from './source-row.tsx';
import { TableImport } from './table-import.tsx';
import { useFound } from './use-found.ts';

const route = getRouteApi('/workspaces/$workspaceId/sources');

/** The sources of a workspace and what was found in them on the left, the reader on the right. */
export function SourcesRoom() {
  const { workspaceId } = route.useParams();
  const { sourceId } = useParams({ strict: false });
  const search = route.useSearch();
  const { chunk } = useSearch({ strict: false });
  const sources = useQuery(queries.sources(workspaceId));
  const all = sources.data ?? [];
  const shown = all.filter((source) => passesFilters(source, search));
  const found = useFound(workspaceId, search, sources.data, shown);
  const navigate = useNavigate();
  const { states, add, retry, forget } = useAdditions(workspaceId);
  // Shown until another source is opened.
  const [table, setTable] = useState<{ key: string; addition: FileOrText; beside: string | undefined }>();
  const checked = table?.beside === sourceId ? table : undefined;
  const openSource = ({ id }: Source, view?: 'columns') =>
    navigate({
      to: '/workspaces/$workspaceId/sources/$sourceId',
      params: { workspaceId, sourceId: id },
      search: view === undefined ? {} : { view },
    });
  const addOrCheck = (addition: Addition) => {
    if ('address' in addition) {
      const isData = isTableName(URL.parse(addition.address.url)?.pathname ?? '');
      add(addition, isData ? (source) => void openSource(source, 'columns') : undefined);
    } else if ('file' in addition ? isTableName(addition.file.name) : isTableText(addition.text))
      setTable({ key: newIdempotencyKey(), addition, beside: sourceId });
    else add(addition);
  };
  const addFiles = (files: File[]) => {
    for (const file of files) (files.length > 1 ? add : addOrCheck)({ file });
  };
  const { isOver, ...drop } = useDrop(addFiles);

  // What was added here stays in view until it is read, also where the list is not or its filters leave it out.
  const listed = new Set(search.q === undefined ? shown.map(({ id }) => id) : []);
  const added = new Set(states.map(({ source }) => source?.id));
  const apart = all.filter(({ id, status }) => added.has(id) && !listed.has(id) && status !== 'ready');
  const unsent = states.filter(({ status }) => status !== 'success');

  return (
    // What can be dropped here can be chosen by a button too.
    <div
      className={isOver ? 'sources dropping' : 'sources'}
      data-reading={sourceId !== undefined || checked !== undefined}
      {...drop}
    >
      <div className="sources-side">
        {sourceId === undefined && checked === undefined ? (
          <Heading />
        ) : (
          <Back workspaceId={workspaceId} onBack={() => setTable(undefined)} />
        )}
        <AddBox add={addOrCheck} onFiles={addFiles} />
        <p>
          <Link to="/workspaces/$workspaceId/imports" params={{ workspaceId }}>
            Import recorded traffic
          </Link>
        </p>
        {unsent.length + apart.length > 0 && (
          <ul className="source-rows" aria-label="Recently added">
            {unsent.map((state) => (
              <AdditionRow
                key={state.id}
                state={state}
                onRetry={() => retry(state)}
                onForget={() => forget(state.id)}
              />
            ))}
            {apart.map((source) => (
              <SourceRow
                key={source.id}
                workspaceId={workspaceId}
                source={source}
                isOpen={source.id === sourceId}
              />
            ))}
          </ul>
        )}
        <SearchForm
          search={search}
          all={all}
          open={all.find(({ id }) => id === sourceId)}
          filtered={shown.length}
        />
        {all.length > 1 && (search.q === undefined || shown.length < all.length) && (
          <Filters all={all} search={search} />
        )}
        <Problem error={sources.error} />
        {search.q !== undefined ? (
          <>
            <p>
              <Link
                to="."
                search={(before) => ({ ...before, q: undefined, mode: undefined, in: undefined })}
                resetScroll={false}
              >
                Back to sources
              </Link>
            </p>
            <Hits workspaceId={workspaceId} found={found} openChunk={chunk} />
          </>
        ) : (
          sources.data && (
            <SourceList
              workspaceId={workspaceId}
              isEmpty={all.length === 0}
              shown={shown}
              openId={sourceId}
            />
          )
        )}
      </div>
      <div className="sources-reader">
        {checked ? (
          <TableImport
            key={checked.key}
            id={checked.key}
            workspaceId={workspaceId}
            addition={checked.addition}
            onAdded={(source) => {
              setTable(undefined);
              void openSource(source, 'columns');
            }}
            onAddAsText={() => {
              setTable(undefined);
              add(checked.addition);
            }}
            onCancel={() => setTable(undefined)}
          />
        ) : (
          <FoundHits value={found.data?.results ?? []}>
            <Outlet />
          </FoundHits>
        )}
      </div>
    </div>
  );
}

function Heading() {
  useTitle('Sources');
  return <h1 tabIndex={-1}>Sources</h1>;
}

function Back({ workspaceId, onBack }: { workspaceId: string; onBack: () => void }) {
  return (
    <p className="sources-name">
      <Link
        to="/workspaces/$workspaceId/sources"
        params={{ workspaceId }}
        search={validateRoomSearch}
        onClick={onBack}
      >
        Sources
      </Link>
    </p>
  );
}

function passesFilters(source: Source, { type, status, kind }: RoomSearch): boolean {
  return (
    (type === undefined || source.type === type) &&
    (status === undefined || source.status === status) &&
    (kind === undefined || source.classification === kind)
  );
}
