import { answer } from '@touchstone/client';
import { api, type Evaluation } from '../api.ts';
import { useHints } from '../events.tsx';
import { listEvaluations } from '../lists.ts';
import { go, Link } from '../route.tsx';
import { DeleteButton } from '../ui/delete-button.tsx';
import { when } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { useLoaded } from '../use-loaded.ts';
import { EvaluationForm } from './evaluation-form.tsx';

/** The evaluations of a workspace, running ones with their progress, and the form for a new one. */
export function EvaluationTab({ workspaceId }: { workspaceId: string }) {
  const evaluations = useLoaded(`evaluations ${workspaceId}`, () => listEvaluations(workspaceId));
  useHints(['evaluation.progress', 'evaluation.completed', 'evaluation.deleted'], evaluations.reload);
  return (
    <>
      <Section title="Evaluations" loaded={evaluations} empty="Nothing was compared yet.">
        {(items) => (
          <ul className="rows">
            {items.map((evaluation) => (
              <Row
                key={evaluation.id}
                workspaceId={workspaceId}
                evaluation={evaluation}
                onDeleted={evaluations.reload}
              />
            ))}
          </ul>
        )}
      </Section>
      <EvaluationForm
        workspaceId={workspaceId}
        onCreated={({ id }) => go(`workspaces/${workspaceId}/evaluations/${id}`)}
      />
    </>
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
        <Link to={`workspaces/${workspaceId}/evaluations/${id}`}>
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
