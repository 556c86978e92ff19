import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { describeDemands } from '@touchstone/report';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { formatTime } from '../ui/format.ts';
import { type Column, ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { RowActions } from '../ui/row-actions.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { DeleteScenario } from './delete-scenario.tsx';
import { EMPTY_SCENARIO, toScenarioDraft } from './scenario-draft.ts';
import { ScenarioDrawer } from './scenario-drawer.tsx';

const route = getRouteApi('/workspaces/$workspaceId/requirements');

/** What workloads demand: each with its limits in a line, and the way to new ones. */
export function RequirementList() {
  const { workspaceId } = route.useParams();
  const { new: isNew, like } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const scenarios = useQuery(queries.scenarios(workspaceId));
  const [deleted, setDeleted] = useState<Scenario>();
  const items = scenarios.data ?? [];
  const copied = items.find(({ id }) => id === like);
  const columns: Column<Scenario>[] = [
    {
      name: 'Requirements',
      by: ({ name }) => name,
      show: ({ id, name }) => (
        <Link to="/workspaces/$workspaceId/requirements/$scenarioId" params={{ workspaceId, scenarioId: id }}>
          {name}
        </Link>
      ),
    },
    {
      name: 'Limits',
      isText: true,
      show: (scenario) => (
        <>
          <dl className="demands">
            {describeDemands(scenario).map(([what, says]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{says}</dd>
              </div>
            ))}
          </dl>
          <Warnings warnings={scenario.warnings} />
        </>
      ),
    },
    {
      name: 'Changed',
      isExtra: true,
      by: ({ updated_at }) => updated_at,
      show: ({ updated_at }) => <span className="date quiet">{formatTime(updated_at)}</span>,
    },
    {
      name: 'Actions',
      show: (scenario) => (
        <RowActions
          name={scenario.name}
          onDuplicate={() => void navigate({ search: { like: scenario.id } })}
          onDelete={() => setDeleted(scenario)}
        />
      ),
    },
  ];
  return (
    <Page
      title="Requirements"
      actions={
        <button type="button" className="primary" onClick={() => void navigate({ search: { new: true } })}>
          <Plus size={16} aria-hidden /> New requirements
        </button>
      }
    >
      <Problem error={scenarios.error} />
      {scenarios.isLoading && <Skeleton lines={8} />}
      {scenarios.data?.length === 0 && (
        <p className="empty">
          No requirements yet. State limits for latency, cost, quality and regions; evaluations check every
          candidate against them.
        </p>
      )}
      {items.length > 0 && (
        <ListTable
          label="Requirements"
          rows={items}
          columns={columns}
          text={(scenario) => [scenario.name, ...describeDemands(scenario).flat()].join(' ')}
        />
      )}
      {(isNew || copied) && (
        <ScenarioDrawer
          key={like ?? 'new'}
          workspaceId={workspaceId}
          title={copied ? `Copy of ${copied.name}` : 'New requirements'}
          initial={copied ? { ...toScenarioDraft(copied), name: `${copied.name} (copy)` } : EMPTY_SCENARIO}
          onSaved={() => void navigate({ search: {} })}
          onClose={() => void navigate({ search: {} })}
        />
      )}
      {deleted && (
        <DeleteScenario
          workspaceId={workspaceId}
          scenario={deleted}
          onDeleted={() => setDeleted(undefined)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Page>
  );
}
