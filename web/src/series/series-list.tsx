import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { plural } from '@touchstone/report/figures';
import { Plus } from 'lucide-react';
import type { Series } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatTime } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Status } from '../ui/status.tsx';
import { NewSeries } from './new-series.tsx';

const route = getRouteApi('/workspaces/$workspaceId/series');

/** The series of a workspace: when each runs, and whether its last look raised an alarm. */
export function SeriesList() {
  const { workspaceId } = route.useParams();
  const { new: isNew } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const series = useQuery(queries.series(workspaceId));
  const items = series.data ?? [];
  return (
    <Page
      title="Series"
      actions={
        <button type="button" className="primary" onClick={() => void navigate({ search: { new: true } })}>
          <Plus size={16} aria-hidden /> New series
        </button>
      }
    >
      <Problem error={series.error} />
      {series.data?.length === 0 && (
        <p className="empty">
          No series yet. A series repeats an evaluation and raises an alarm when a candidate becomes worse.
        </p>
      )}
      {items.length > 0 && (
        <ul className="rows">
          {items.map((one) => (
            <li key={one.id}>
              <div>
                <Link
                  to="/workspaces/$workspaceId/series/$seriesId"
                  params={{ workspaceId, seriesId: one.id }}
                >
                  <strong>{one.name}</strong>
                </Link>
                <p className="quiet">{whenItRuns(one)}</p>
              </div>
              <LastLook series={one} />
            </li>
          ))}
        </ul>
      )}
      {isNew && (
        <NewSeries
          workspaceId={workspaceId}
          onMade={(seriesId) =>
            void navigate({
              to: '/workspaces/$workspaceId/series/$seriesId',
              params: { workspaceId, seriesId },
            })
          }
          onClose={() => void navigate({ search: {} })}
        />
      )}
    </Page>
  );
}

export function whenItRuns({
  status,
  schedule,
  next_due_at,
}: Pick<Series, 'status' | 'schedule' | 'next_due_at'>): string {
  if (status === 'paused') return 'Paused';
  if (schedule === null || next_due_at === null) return 'Runs on demand';
  return `Next run ${formatTime(next_due_at)}`;
}

export function LastLook({
  series: { running, last_look },
}: {
  series: Pick<Series, 'running' | 'last_look'>;
}) {
  if (running !== null) return <Status status="running" />;
  if (last_look === null) return <Status status="none" says="no run yet" />;
  const { state, alarms } = last_look;
  if (state !== 'complete') return <Status status={state} />;
  if (alarms.length === 0) return <Status status="ready" says="no alarm" />;
  return <Status status="failed" says={plural(alarms.length, 'alarm')} />;
}
