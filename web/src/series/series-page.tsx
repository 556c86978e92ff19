import { type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { formatExact, plural, usd } from '@touchstone/report/figures';
import { seriesPlots } from '@touchstone/report/plots';
import { useMemo, useState } from 'react';
import { api, type SeriesWithLooks } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteDialog } from '../ui/delete-dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { PlotView } from '../ui/plot-view.tsx';
import { Problem } from '../ui/problem.tsx';
import { Status } from '../ui/status.tsx';
import { describeCron } from './schedule.ts';
import { LastLook, whenItRuns } from './series-list.tsx';
import { WhatItFinds } from './what-it-finds.tsx';

const route = getRouteApi('/workspaces/$workspaceId/series/$seriesId');
const ONE = '/workspaces/{workspace_id}/series/{series_id}';

/** One series: what its looks found over time, and what can be done with it. */
export function SeriesPage() {
  const { workspaceId, seriesId } = route.useParams();
  const { data, error } = useQuery(queries.oneSeries(workspaceId, seriesId));
  if (data === undefined) return <NotShown what="This series" error={error} />;
  return <SeriesView series={data} />;
}

function SeriesView({ series }: { series: SeriesWithLooks }) {
  const { id, workspace_id, name, status, running, looks, schedule, spent_usd, max_cost_usd_per_month } =
    series;
  const navigate = useNavigate({ from: route.id });
  const [isDeleting, setDeleting] = useState(false);
  const params = { path: { workspace_id, series_id: id } };
  const listKey = queries.series(workspace_id).queryKey;
  const run = useChange(listKey, () => answer(api.POST(`${ONE}/runs`, { params })));
  const pause = useChange(listKey, () =>
    answer(api.PATCH(ONE, { params, body: { status: status === 'paused' ? 'active' : 'paused' } })),
  );
  const alarms = series.last_look?.alarms ?? [];
  return (
    <Page
      title={name}
      above={
        <Link to="/workspaces/$workspaceId/series" params={{ workspaceId: workspace_id }}>
          Series
        </Link>
      }
      aside={<LastLook series={series} />}
      actions={
        <>
          <button
            type="button"
            className="primary"
            disabled={running !== null || run.isPending}
            onClick={() => run.mutate()}
          >
            Run now
          </button>
          <button type="button" disabled={pause.isPending} onClick={() => pause.mutate()}>
            {status === 'paused' ? 'Resume' : 'Pause'}
          </button>
          <button type="button" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      <Problem error={run.error ?? pause.error} />
      {alarms.length > 0 && (
        <section aria-label="Alarms">
          <h2>Alarms of the latest run</h2>
          {alarms.map(({ sentence }) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </section>
      )}
      <dl className="facts">
        <div>
          <dt>Schedule</dt>
          <dd>
            {whenItRuns(series)}
            {schedule && ` (${describeCron(schedule.cron)}, ${schedule.time_zone ?? 'UTC'})`}
          </dd>
        </div>
        <div>
          <dt>Questions</dt>
          <dd>{series.items === 'frozen' ? 'The same in each run' : 'New questions in each run'}</dd>
        </div>
        <div>
          <dt>Spent this month</dt>
          <dd>
            {usd(spent_usd)}
            {max_cost_usd_per_month !== null && ` of ${formatExact(usd, max_cost_usd_per_month)}`}
          </dd>
        </div>
      </dl>
      <Plots series={series} />
      <Looks series={series} />
      {isDeleting && (
        <DeleteDialog
          name={name}
          says="This deletes the series and its alarms. Its evaluations stay."
          remove={() => answer(api.DELETE(ONE, { params }))}
          listKey={listKey}
          onDeleted={() =>
            void navigate({ to: '/workspaces/$workspaceId/series', params: { workspaceId: workspace_id } })
          }
          onClose={() => setDeleting(false)}
        />
      )}
      {looks.length === 0 && (
        <p className="empty">No runs yet. The first complete run becomes the reference.</p>
      )}
      {series.reference === null && (
        <WhatItFinds
          workspaceId={workspace_id}
          question={{ evaluation: series.evaluation, items: series.items, margins: series.margins }}
        />
      )}
    </Page>
  );
}

/** A change after which the list and the page are read again. */
function useChange(listKey: QueryKey, mutationFn: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: listKey }) });
}

function Plots({ series: { looks } }: { series: SeriesWithLooks }) {
  const drawings = useMemo(() => {
    const labels = [...new Set(looks.flatMap(({ findings }) => findings.map((one) => one.target_label)))];
    return seriesPlots(looks, labels);
  }, [looks]);
  if (drawings.length === 0) return null;
  return (
    <section aria-label="Over time">
      <h2>Over time</h2>
      {drawings.map((drawing) => (
        <PlotView key={drawing.title} drawing={drawing} />
      ))}
    </section>
  );
}

function Looks({ series: { looks, workspace_id } }: { series: SeriesWithLooks }) {
  if (looks.length === 0) return null;
  return (
    <section aria-label="Runs">
      <h2>Runs</h2>
      <ul className="rows">
        {looks.toReversed().map((look) => (
          <li key={look.id}>
            <div>
              {look.evaluation_id === null ? (
                <strong>{nameOf(look)}</strong>
              ) : (
                <Link
                  to="/workspaces/$workspaceId/evaluations/$evaluationId"
                  params={{ workspaceId: workspace_id, evaluationId: look.evaluation_id }}
                >
                  <strong>{nameOf(look)}</strong>
                </Link>
              )}
              <p className="quiet">
                {[formatTime(look.created_at), look.reason, ...look.changes].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Status
              status={look.state === 'complete' ? (look.alarms.length > 0 ? 'failed' : 'ready') : look.state}
              says={look.state === 'complete' ? lookSummary(look) : look.state}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Look = SeriesWithLooks['looks'][number];

const nameOf = ({ number }: Look) =>
  number === null ? 'Not compared' : number === 0 ? 'Reference' : `Run ${number}`;
const lookSummary = ({ number, alarms }: Look) =>
  number === 0 ? 'reference' : alarms.length === 0 ? 'no alarm' : plural(alarms.length, 'alarm');
