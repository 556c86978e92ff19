import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { api, type Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { when } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { EvaluationForm } from './evaluation-form.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

/** The evaluations of a workspace, running ones with their progress, and the form for a new one. */
export function EvaluationList() {
  const { workspaceId } = route.useParams();
  const navigate = useNavigate();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  return (
    <Page title="Evaluations">
      <Section title="Evaluations" loaded={evaluations} empty="Nothing was compared yet.">
        {(items) => (
          <ul className="rows">
            {items.map((evaluation) => (
              <Row
                key={evaluation.id}
                workspaceId={workspaceId}
                evaluation={evaluation}
                onDeleted={evaluations.refetch}
              />
            ))}
          </ul>
        )}
      </Section>
      <EvaluationForm
        workspaceId={workspaceId}
        onCreated={({ id }) =>
          void navigate({
            to: '/workspaces/$workspaceId/evaluations/$evaluationId',
            params: { workspaceId, evaluationId: id },
          })
        }
      />
    </Page>
  );
}

interface RowProps {
  workspaceId: string;
  evaluation: Evaluation;
  onDeleted: () => void;
}

function Row({ workspaceId, evaluation, onDeleted }: RowProps) {
  const { id, name, status, progress_percent, benchmarks, targets, created_at } = evaluation;
  const remove = async () => {
    const path = { workspace_id: workspaceId, evaluation_id: id };
    await answer(api.DELETE('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } }));
    onDeleted();
  };
  return (
    <li>
      <div>
        <Link
          to="/workspaces/$workspaceId/evaluations/$evaluationId"
          params={{ workspaceId, evaluationId: id }}
        >
          <strong>{name}</strong>
        </Link>
        <p className="quiet">
          {targets.length} targets · {benchmarks.map(({ benchmark_type }) => benchmark_type).join(', ')} ·{' '}
          {when(created_at)}
        </p>
      </div>
      {status === 'running' && <Progress percent={progress_percent} label={`Progress of ${name}`} />}
      <Status status={status} />
      <DeleteButton name={name} onDelete={remove} />
    </li>
  );
}
