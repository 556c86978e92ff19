import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { bytes, count, plural } from '@touchstone/report/figures';
import { useId, useState } from 'react';
import { api, type Import } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { formatTime } from '../ui/format.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { ChangeImport } from './change-import.tsx';
import { formatName, redactionText, statusText } from './import-words.ts';
import { useSending } from './use-sending.ts';

const route = getRouteApi('/workspaces/$workspaceId/imports/$importId');

/** One import: how far it is, what was found in its file and taken out, what it became, and the way to use it. */
export function ImportPage() {
  const { workspaceId, importId } = route.useParams();
  const { data, error } = useQuery(queries.import(workspaceId, importId));
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  if (data === undefined) return <NotShown what="This import" error={error} />;
  const list = { to: '/workspaces/$workspaceId/imports', params: { workspaceId } } as const;
  const path = { workspace_id: workspaceId, import_id: importId };
  return (
    <Page
      title={data.name}
      above={<Link {...list}>Recorded traffic</Link>}
      aside={<Status status={data.status} says={statusText(data)} />}
      actions={
        <>
          {data.result?.items && (
            <Link
              className="button primary"
              to="/workspaces/$workspaceId/evaluations/new"
              params={{ workspaceId }}
              search={{ asks: data.result.items.source_id }}
            >
              Evaluate its items
            </Link>
          )}
          {data.result?.traffic && (
            <Link
              className="button"
              to="/workspaces/$workspaceId/evaluations/new"
              params={{ workspaceId }}
              search={{
                load: data.result.traffic.source_id,
                ...(data.result.items && { asks: data.result.items.source_id }),
              }}
            >
              Evaluate under its load
            </Link>
          )}
          <ChangeImport workspaceId={workspaceId} one={data} />
          <button type="button" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      {data.error && <Failure error={data.error} />}
      {data.status === 'receiving' && !data.paused && <GoOn workspaceId={workspaceId} to={data} />}
      <Read one={data} />
      {data.result && <Became workspaceId={workspaceId} result={data.result} />}
      {isDeleting && (
        <DeleteDialog
          name={data.name}
          says="This also deletes its dataset and load traces. Evaluations that used them keep their items."
          remove={() =>
            answer(api.DELETE('/workspaces/{workspace_id}/imports/{import_id}', { params: { path } }))
          }
          listKey={queries.imports(workspaceId).queryKey}
          onDeleted={() => void navigate(list)}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

function Failure({ error }: { error: NonNullable<Import['error']> }) {
  return (
    <div className="problem" role="alert">
      <p>{error.message}</p>
      {error.problems.length > 1 && (
        <ul>
          {error.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <p className="quiet">No data of the file was stored.</p>
    </div>
  );
}

/** The rest of a file whose sending ended early. */
function GoOn({ workspaceId, to }: { workspaceId: string; to: Import }) {
  const id = useId();
  const sending = useSending(workspaceId);
  return (
    <section aria-label="Resume upload">
      <p>{bytes(to.received_bytes)} were uploaded. To resume an interrupted upload, select the same file.</p>
      <label htmlFor={id}>File</label>{' '}
      <input
        id={id}
        type="file"
        disabled={sending.isPending}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) sending.mutate({ to, file });
        }}
      />
      {sending.isPending && <Progress percent={sending.percent} label="Uploaded" />}
      <Problem error={sending.error} />
    </section>
  );
}

function Read({ one }: { one: Import }) {
  const skipped = Object.entries(one.skipped).map(([what, times]) => `${count(times)} ${what}`);
  const found = redactionText(one);
  return (
    <section aria-label="Import summary">
      <h2>Import summary</h2>
      <dl className="facts">
        <Fact name="Format">{formatName(one.format)}</Fact>
        <Fact name="Read">{bytes(one.received_bytes)}</Fact>
        <Fact name="Model calls">{count(one.calls)}</Fact>
      </dl>
      {skipped.length > 0 && <p>Skipped: {skipped.join(', ')}.</p>}
      {!one.redaction.on && <Warnings warnings={['Secrets and personal data were not removed.']} />}
      {one.redaction.on && (
        <p>
          {found.length === 0 ? 'No secrets or personal data found so far.' : `Removed: ${found.join(', ')}.`}
        </p>
      )}
      <p className="quiet">Started {formatTime(one.created_at)}</p>
    </section>
  );
}

const SOURCES = [
  ['items', 'Items', 'a dataset of questions with their recorded responses'],
  ['traffic', 'Traffic', 'a load trace that replays the request times'],
  ['session_trace', 'Sessions', 'a load trace that replays conversations turn by turn'],
] as const;

function Became({ workspaceId, result }: { workspaceId: string; result: NonNullable<Import['result']> }) {
  const { tokens, sessions, prefixes, arrivals, strata, graders } = result;
  const without = Object.entries(result.no_items).map(([why, times]) => `${count(times)} ${why}`);
  return (
    <section aria-label="Results">
      <h2>Results</h2>
      <Warnings warnings={result.warnings} />
      <ul className="rows">
        {SOURCES.flatMap(([key, name, what]) => {
          const source = result[key];
          if (source === null) return [];
          return (
            <li key={key}>
              <div>
                <Link
                  to="/workspaces/$workspaceId/sources/$sourceId"
                  params={{ workspaceId, sourceId: source.source_id }}
                >
                  <strong>{source.title}</strong>
                </Link>
                <p className="quiet">
                  {name}: {plural(source.lines, 'line')}, {what}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
      {without.length > 0 && <p>Calls not used as items: {without.join(', ')}.</p>}
      <dl className="facts">
        <Fact name="Sessions">
          {count(sessions.count)}, up to {plural(sessions.longest, 'call')}
        </Fact>
        <Fact name="Continue the previous call">{plural(prefixes.calls, 'call')}</Fact>
        {arrivals && (
          <Fact name="Period">
            {formatTime(arrivals.first_at)} to {formatTime(arrivals.last_at)}
          </Fact>
        )}
      </dl>
      <h3>Tokens</h3>
      {SIDE_NAMES.every((side) => tokens[side].max === null) ? (
        <p className="quiet">The file has no token counts.</p>
      ) : (
        <PlainTable
          head={['Tokens per call', 'Total', 'Median', '95th percentile', 'Maximum', 'Calls without a count']}
          rows={SIDE_NAMES.map((side) => {
            const { sum, percentiles, values, max, unknown } = tokens[side];
            const at = (percentile: number) => values[percentiles.indexOf(percentile)] ?? null;
            return [SIDES[side], max === null ? null : sum, at(50), at(95), max, unknown];
          })}
        />
      )}
      {strata.length > 1 && (
        <>
          <h3>Sampling</h3>
          <PlainTable
            head={[...Object.keys(strata[0]?.of ?? {}).map(capital), 'Calls', 'Items']}
            rows={strata.map(({ of, calls, items }) => [...Object.values(of), calls, items])}
          />
        </>
      )}
      {graders.length > 0 && (
        <>
          <h3>Graders in the export</h3>
          <PlainTable
            head={['Grader', 'Type', 'Imported as']}
            rows={graders.map(({ name, type, became }) => [name, type, RESULT_WORDS[became ?? ''] ?? became])}
          />
        </>
      )}
    </section>
  );
}

const SIDE_NAMES = ['input', 'output', 'cached'] as const;
const SIDES = { input: 'Request', output: 'Response', cached: 'Read from cache' } as const;
const RESULT_WORDS: Readonly<Record<string, string>> = {
  grader: 'grader of the items',
  criterion: 'criterion for custom questions',
  '': 'not supported',
};
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
