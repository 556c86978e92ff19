import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { useState } from 'react';
import type { Evaluation } from '../api/api.ts';
import { Problem } from '../ui/problem.tsx';

interface FirstStepsProps {
  workspaceId: string;
  scenarios: number;
  stacks: number;
  evaluations: readonly Evaluation[];
}

const EVALUATION = '/workspaces/$workspaceId/evaluations/$evaluationId';

/** The way to a first decision, with what is done already, and an example to look at instead. */
export function FirstSteps({ workspaceId, scenarios, stacks, evaluations }: FirstStepsProps) {
  const params = { workspaceId };
  const running = evaluations.find(({ status }) => status === 'running' || status === 'queued');
  return (
    <section aria-label="First steps">
      <p className="answer">Three steps to a decision.</p>
      <ol className="steps">
        <Step
          isDone={scenarios > 0}
          says="State what the workload needs: latency, cost, regions, certificates."
        >
          <Link to="/workspaces/$workspaceId/requirements" params={params}>
            Requirements
          </Link>
        </Step>
        <Step isDone={stacks > 0} says="Describe what could run it: models, frameworks, hardware.">
          <Link to="/workspaces/$workspaceId/candidates" params={params}>
            Candidates
          </Link>
        </Step>
        <Step isDone={false} says="Measure the candidates against the requirements.">
          {running ? (
            <Link to={`${EVALUATION}/run`} params={{ workspaceId, evaluationId: running.id }}>
              {running.name}: {running.progress_percent} %
            </Link>
          ) : (
            <Link to="/workspaces/$workspaceId/evaluations/new" params={params}>
              Evaluation
            </Link>
          )}
        </Step>
      </ol>
      {running === undefined && <Example workspaceId={workspaceId} />}
    </section>
  );
}

function Step({ isDone, says, children }: { isDone: boolean; says: string; children: React.ReactNode }) {
  return (
    <li>
      <strong>{children}</strong>
      {isDone && (
        <span className="done">
          <Check size={16} aria-hidden /> done
        </span>
      )}
      <small className="quiet">{says}</small>
    </li>
  );
}

function Example({ workspaceId }: { workspaceId: string }) {
  const navigate = useNavigate();
  const [doing, tell] = useState('');
  const load = useMutation({
    // The example's texts are fetched when they are wanted.
    mutationFn: async () => (await import('./example.ts')).loadExample(workspaceId, tell),
    onSuccess: (evaluationId) => navigate({ to: EVALUATION, params: { workspaceId, evaluationId } }),
  });
  return (
    <div>
      <p>
        Or try an example: a fictional shop chooses a model for its order-support assistant. It runs on this
        machine. Small programs replace models that are not configured.
      </p>
      <button type="button" disabled={load.isPending} onClick={() => load.mutate()}>
        Load the example
      </button>
      <p role="status">{load.isPending ? doing : ''}</p>
      <Problem error={load.error} />
    </div>
  );
}
