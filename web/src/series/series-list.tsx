import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { plural } from '@touchstone/report/figures';
import { Plus } from 'lucide-react';
import type { Series } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatTime } from '../ui/format.ts';
import { type Column, ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
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
      {series.isLoading && <Skeleton lines={8} />}
      {series.data?.length === 0 && (
        <p className="empty">
          No series yet. A series repeats an evaluation and raises an alarm when a candidate becomes worse.
        </p>
      )}
      {items.length > 0 && (
        <ListTable label="Series" rows={items} columns={columnsOf(workspaceId)} text={({ name }) => name} />
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

const columnsOf = (workspaceId: string): Column<Series>[] => [
  {
    name: 'Series',
    by: ({ name }) => name,
    show: ({ id, name }) => (
      <Link to="/workspaces/$workspaceId/series/$seriesId" params={{ workspaceId, seriesId: id }}>
        {name}
      </Link>
    ),
  },
  { name: 'Last run', show: (one) => <LastLook series={one} /> },
  { name: 'Schedule', by: ({ next_due_at }) => next_due_at, show: whenItRuns },
];

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
