import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { bytes, count, plural } from '@touchstone/report/figures';
import { useId, useState } from 'react';
import { api, type Import } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { when } from '../ui/format.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { ChangeImport } from './change-import.tsx';
import { formatSays, foundSays, statusSays } from './import-words.ts';
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
      aside={<Status status={data.status} says={statusSays(data)} />}
      actions={
        <>
          {data.result?.items && (
            <Link
              className="button primary"
              to="/workspaces/$workspaceId/evaluations/new"
              params={{ workspaceId }}
              search={{ asks: data.result.items.source_id }}
            >
              New evaluation of its items
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
              New evaluation under its load
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
          says="Its calls go, and the dataset and traces that it became. Evaluations that used them keep their items."
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
      <p className="quiet">Nothing of the file was kept.</p>
    </div>
  );
}

/** The rest of a file whose sending ended early. */
function GoOn({ workspaceId, to }: { workspaceId: string; to: Import }) {
  const id = useId();
  const sending = useSending(workspaceId);
  return (
    <section aria-label="The rest of the file">
      <p>
        {bytes(to.received_bytes)} of its file are here. If nobody sends it any more, choose the same file: it
        goes on from there.
      </p>
      <label htmlFor={id}>The same file</label>{' '}
      <input
        id={id}
        type="file"
        disabled={sending.isPending}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) sending.mutate({ to, file });
        }}
      />
      {sending.isPending && <Progress percent={sending.percent} label="Sent" />}
      <Problem error={sending.error} />
    </section>
  );
}

function Read({ one }: { one: Import }) {
  const skipped = Object.entries(one.skipped).map(([what, times]) => `${count(times)} ${what}`);
  const found = foundSays(one);
  return (
    <section aria-label="What was read">
      <h2>What was read</h2>
      <dl className="facts">
        <Fact name="Format">{formatSays(one.format)}</Fact>
        <Fact name="Read">{bytes(one.received_bytes)}</Fact>
        <Fact name="Calls of models">{count(one.calls)}</Fact>
      </dl>
      {skipped.length > 0 && <p>Left out: {skipped.join(', ')}.</p>}
      {!one.redaction.on && (
        <Warnings warnings={['Secrets and personal data are stored as they stood in the file.']} />
      )}
      {one.redaction.on && (
        <p>
          {found.length === 0
            ? 'Nothing had to be taken out so far.'
            : `Taken out and not stored: ${found.join(', ')}.`}
        </p>
      )}
      <p className="quiet">Begun {when(one.created_at)}</p>
    </section>
  );
}

const SOURCES = [
  ['items', 'Items', 'questions with their recorded answers, for evaluations'],
  ['traffic', 'Traffic', 'the times of its calls, for a load that replays them'],
  ['session_trace', 'Sessions', 'its conversations, for a load that replays them turn after answer'],
] as const;

function Became({ workspaceId, result }: { workspaceId: string; result: NonNullable<Import['result']> }) {
  const { tokens, sessions, prefixes, arrivals, strata, graders } = result;
  const without = Object.entries(result.no_items).map(([why, times]) => `${count(times)} ${why}`);
  return (
    <section aria-label="What it became">
      <h2>What it became</h2>
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
      {without.length > 0 && <p>Calls that are no items: {without.join(', ')}.</p>}
      <dl className="facts">
        <Fact name="Sessions">
          {count(sessions.count)}, up to {plural(sessions.longest, 'call')}
        </Fact>
        <Fact name="Begin with the call before">{plural(prefixes.calls, 'call')}</Fact>
        {arrivals && (
          <Fact name="Time">
            {when(arrivals.first_at)} to {when(arrivals.last_at)}
          </Fact>
        )}
      </dl>
      <h3>Tokens</h3>
      {SIDE_NAMES.every((side) => tokens[side].max === null) ? (
        <p className="quiet">No call says how many tokens it had.</p>
      ) : (
        <PlainTable
          head={['Tokens of a call', 'In all', 'Median', '95th percentile', 'Most', 'Calls that do not say']}
          rows={SIDE_NAMES.map((side) => {
            const { sum, percentiles, values, max, unknown } = tokens[side];
            const at = (percentile: number) => values[percentiles.indexOf(percentile)] ?? null;
            return [SIDES[side], max === null ? null : sum, at(50), at(95), max, unknown];
          })}
        />
      )}
      {strata.length > 1 && (
        <>
          <h3>The sample</h3>
          <PlainTable
            head={[...Object.keys(strata[0]?.of ?? {}).map(capital), 'Calls', 'Items']}
            rows={strata.map(({ of, calls, items }) => [...Object.values(of), calls, items])}
          />
        </>
      )}
      {graders.length > 0 && (
        <>
          <h3>Graders of the export</h3>
          <PlainTable
            head={['Grader', 'Type', 'Here']}
            rows={graders.map(({ name, type, became }) => [name, type, BECAME[became ?? ''] ?? became])}
          />
        </>
      )}
    </section>
  );
}

const SIDE_NAMES = ['input', 'output', 'cached'] as const;
const SIDES = { input: 'Request', output: 'Answer', cached: 'From a cache' } as const;
const BECAME: Readonly<Record<string, string>> = {
  grader: 'the grader of the items',
  criterion: 'a criterion for a custom evaluation',
  '': 'nothing is like it',
};
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
