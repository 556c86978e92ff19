import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { describeDemands } from '@touchstone/report';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Row } from '../ui/row.tsx';
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
      {scenarios.data?.length === 0 && (
        <p className="empty">
          No requirements yet. State limits for latency, cost, quality and regions; evaluations check every
          candidate against them.
        </p>
      )}
      {items.length > 0 && (
        <ul className="rows">
          {items.map((scenario) => (
            <Row
              key={scenario.id}
              name={scenario.name}
              link={
                <Link
                  to="/workspaces/$workspaceId/requirements/$scenarioId"
                  params={{ workspaceId, scenarioId: scenario.id }}
                >
                  <strong>{scenario.name}</strong>
                </Link>
              }
              warnings={scenario.warnings}
              onDuplicate={() => void navigate({ search: { like: scenario.id } })}
              onDelete={() => setDeleted(scenario)}
            >
              <p className="quiet">
                {describeDemands(scenario)
                  .map(([what, says]) => `${what}: ${says}`)
                  .join(' · ')}
              </p>
            </Row>
          ))}
        </ul>
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
