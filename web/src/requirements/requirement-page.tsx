import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { describeDemands } from '@touchstone/report';
import { useState } from 'react';
import type { Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { AskAbout } from '../ui/ask-about.tsx';
import { EvaluationsWith } from '../ui/evaluations-with.tsx';
import { formatTime } from '../ui/format.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { DeleteScenario } from './delete-scenario.tsx';
import { toScenarioDraft } from './scenario-draft.ts';
import { ScenarioDrawer } from './scenario-drawer.tsx';

const route = getRouteApi('/workspaces/$workspaceId/requirements/$scenarioId');

/** The requirements of one workload, and the evaluations that were judged by them. */
export function RequirementPage() {
  const { workspaceId, scenarioId } = route.useParams();
  const { data, error } = useQuery(queries.scenario(workspaceId, scenarioId));
  if (data === undefined) return <NotShown what="These requirements" error={error} />;
  return <RequirementView workspaceId={workspaceId} scenario={data.value} etag={data.etag} />;
}

interface RequirementViewProps {
  workspaceId: string;
  scenario: Scenario;
  etag: string;
}

function RequirementView({ workspaceId, scenario, etag }: RequirementViewProps) {
  const { edit } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const evaluations = useQuery(queries.evaluations(workspaceId)).data ?? [];
  const [isDeleting, setDeleting] = useState(false);
  const close = () => void navigate({ search: {} });
  const list = { to: '/workspaces/$workspaceId/requirements', params: { workspaceId } } as const;
  return (
    <Page
      title={scenario.name}
      above={<Link {...list}>Requirements</Link>}
      actions={
        <>
          <Link
            className="button"
            to="/workspaces/$workspaceId/evaluations/new"
            params={{ workspaceId }}
            search={{ under: scenario.id }}
          >
            Create evaluation
          </Link>
          <button type="button" className="primary" onClick={() => void navigate({ search: { edit: true } })}>
            Edit
          </button>
          <Link className="button" {...list} search={{ like: scenario.id }}>
            Duplicate
          </Link>
          <AskAbout
            workspaceId={workspaceId}
            question={`Which results exist for the requirements “${scenario.name}”?`}
          />
          <button type="button" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      <Warnings warnings={scenario.warnings} />
      <dl className="facts">
        {describeDemands(scenario).map(([what, says]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        Last changed {formatTime(scenario.updated_at)}. Changes do not affect existing evaluations.
      </p>
      <EvaluationsWith
        workspaceId={workspaceId}
        evaluations={evaluations}
        title="Evaluations"
        targetId={scenario.id}
      />
      {edit && (
        <ScenarioDrawer
          workspaceId={workspaceId}
          title="Edit requirements"
          initial={toScenarioDraft(scenario)}
          edited={{ id: scenario.id, etag }}
          onSaved={close}
          onClose={close}
        />
      )}
      {isDeleting && (
        <DeleteScenario
          workspaceId={workspaceId}
          scenario={scenario}
          onDeleted={() => void navigate(list)}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}
