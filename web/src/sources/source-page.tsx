import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { bytes, plural } from '@touchstone/report/figures';
import { api, type Source } from '../api/api.ts';
import { formatTime } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Status } from '../ui/status.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { isTable } from './inspect-table.ts';
import { LeftOut } from './left-out.tsx';
import { Reader } from './reader.tsx';
import { SOURCE_STATUS_NAMES, SOURCE_TYPE_NAMES, validateRoomSearch } from './room-search.ts';
import { SourceRows } from './rows/source-rows.tsx';
import { SourceActions } from './source-actions.tsx';
import { SourceColumns } from './source-columns.tsx';
import { stageWords } from './source-words.ts';

const route = getRouteApi('/workspaces/$workspaceId/sources/$sourceId');

/** One source: what it is, what can be done with it, and what was read there. */
export function SourcePage() {
  const { workspaceId, sourceId } = route.useParams();
  const loaded = useQuery({
    queryKey: ['workspace', workspaceId, 'sources', sourceId],
    queryFn: async () => {
      const params = { path: { workspace_id: workspaceId, source_id: sourceId } };
      const { data, response } = await api.GET('/workspaces/{workspace_id}/sources/{source_id}', { params });
      return { source: data as Source, etag: response.headers.get('etag') ?? '*' };
    },
  });
  const { view } = route.useSearch();
  const { data, error } = loaded;
  if (!data) {
    return (
      <Page title={error ? 'This source cannot be shown' : 'Source'}>
        <Problem error={error} />
      </Page>
    );
  }
  const { source } = data;
  return (
    <Page
      title={source.title}
      aside={<Facts workspaceId={workspaceId} source={source} />}
      actions={<SourceActions workspaceId={workspaceId} source={source} />}
    >
      {source.error && (
        <div className="problem">
          <p>{source.error.message}</p>
          <p className="quiet">
            <code>{source.error.code}</code>
            {source.error.retryable ? ' · you can try again' : ' · trying again will not help'}
          </p>
        </div>
      )}
      <Warnings warnings={source.warnings} />
      {source.left_out && <LeftOut leftOut={source.left_out} />}
      {isTable(source) && <Views workspaceId={workspaceId} source={source} />}
      {view === 'columns' ? (
        <SourceColumns key={source.id} workspaceId={workspaceId} stored={data} />
      ) : view === 'rows' ? (
        <SourceRows key={source.id} workspaceId={workspaceId} source={source} />
      ) : (
        <Reader key={source.id} workspaceId={workspaceId} source={source} />
      )}
    </Page>
  );
}

/** What is shown of a dataset: the text that was read, its rows, and its columns. */
function Views({ workspaceId, source }: { workspaceId: string; source: Source }) {
  const { view } = route.useSearch();
  return (
    <nav className="tabs" aria-label="Views of this source">
      {VIEWS.map(([name, shown]) => (
        <Link
          key={name}
          to="/workspaces/$workspaceId/sources/$sourceId"
          params={{ workspaceId, sourceId: source.id }}
          search={(before) => ({ ...validateRoomSearch(before), ...(shown && { view: shown }) })}
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={
            shown === (view === 'columns' || view === 'rows' ? view : undefined) ? 'page' : undefined
          }
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

const VIEWS = [
  ['Text', undefined],
  ['Rows', 'rows'],
  ['Columns', 'columns'],
] as const;

function Facts({ workspaceId, source }: { workspaceId: string; source: Source }) {
  const { type, classification, language, status, created_at, duplicate_of: original } = source;
  return (
    <>
      <p className="quiet">
        {SOURCE_TYPE_NAMES[type]} · {classification}
        {language !== undefined && ` · ${languageName(language)}`} · {bytes(source.byte_size)} ·{' '}
        {plural(source.chunk_count, 'chunk')} · added {formatTime(created_at)}
      </p>
      <Status status={status} says={SOURCE_STATUS_NAMES[status]} detail={stageWords(source)} />
      {original !== undefined && (
        <p className="quiet">
          Same content as{' '}
          <Link
            to="/workspaces/$workspaceId/sources/$sourceId"
            params={{ workspaceId, sourceId: original }}
            search={validateRoomSearch}
          >
            an earlier source
          </Link>
          .
        </p>
      )}
    </>
  );
}

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
