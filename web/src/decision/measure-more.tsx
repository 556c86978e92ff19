import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, begun } from '@touchstone/client';
import type { OpenQuestion } from '@touchstone/report';
import { api, type Evaluation, type NewEvaluation } from '../api/api.ts';
import { EstimateView } from '../evaluations/estimate-view.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Problem } from '../ui/problem.tsx';

interface MeasureMoreProps {
  question: OpenQuestion;
  evaluation: Evaluation;
  onClose: () => void;
}

/** A further evaluation of the same, large enough to decide a question, with what it would cost before it is run. */
export function MeasureMore({ question, evaluation, onClose }: MeasureMoreProps) {
  const navigate = useNavigate();
  const workspace_id = evaluation.workspace_id;
  const body = enlarged(evaluation, question);
  const params = { path: { workspace_id } };
  const estimate = useQuery({
    queryKey: ['workspace', workspace_id, 'estimate', body],
    queryFn: () => answer(api.POST('/workspaces/{workspace_id}/evaluations/estimate', { params, body })),
    retry: false,
  });
  const run = useMutation({
    mutationFn: () => begun(api.POST('/workspaces/{workspace_id}/evaluations', { params, body })),
    onSuccess: ({ id }) =>
      navigate({
        to: '/workspaces/$workspaceId/evaluations/$evaluationId/run',
        params: { workspaceId: workspace_id, evaluationId: id },
      }),
  });
  return (
    <Dialog title="Measure more" isOpen onClose={onClose}>
      <p>
        The evaluation “{evaluation.name}” once more, with {(question.wanted ?? 0).toLocaleString('en-US')}{' '}
        {question.kind === 'items' ? `items of ${question.about}` : 'requests under load'}.
      </p>
      {estimate.data && <EstimateView estimate={estimate.data} />}
      <Problem error={run.error ?? estimate.error} />
      <div className="buttons">
        <button
          type="button"
          className="primary"
          disabled={estimate.data === undefined || run.isPending}
          onClick={() => run.mutate()}
        >
          {run.isPending ? 'One moment …' : 'Run'}
        </button>
        <button type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}

function enlarged(evaluation: Evaluation, { kind, about, wanted }: OpenQuestion): NewEvaluation {
  const { name, description, evaluation_type, targets, benchmarks, custom_eval, methodology } = evaluation;
  const isMeant = ({ benchmark_type, subset }: Evaluation['benchmarks'][number]) =>
    kind === 'items'
      ? about === (subset == null ? benchmark_type : `${benchmark_type}/${subset}`)
      : ['load', 'availability'].includes(benchmark_type) && subset == null;
  return {
    name: `${name} (more)`.slice(0, 200),
    ...(description != null && { description }),
    ...(evaluation_type != null && { evaluation_type }),
    targets,
    benchmarks: benchmarks.map((one) =>
      isMeant(one) && wanted !== null ? { ...one, num_samples: Math.max(wanted, one.num_samples ?? 0) } : one,
    ),
    ...(custom_eval != null && { custom_eval }),
    methodology,
  };
}
