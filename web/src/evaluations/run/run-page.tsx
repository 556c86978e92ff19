import { useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Evaluation } from '../../api/api.ts';
import { when } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { useAction } from '../../use-action.ts';
import { useEvaluation } from '../use-evaluation.ts';
import { CoverageTable } from './coverage-table.tsx';
import { MetricTable } from './metric-table.tsx';

/** How the run went: what can be done with it, what failed, what it cost. */
export function RunPage() {
  const { evaluation, report } = useEvaluation();
  if (evaluation === undefined) return null;
  const { created_at, completed_at, error_message, warnings } = evaluation;
  return (
    <>
      <p className="quiet">
        Made {when(created_at)}
        {completed_at && `, ended ${when(completed_at)}`}
      </p>
      {error_message && <p className="warning">{error_message}</p>}
      <Control evaluation={evaluation} />
      <Warnings warnings={[...(warnings ?? []), ...(report?.warnings ?? [])]} />
      {report && <CoverageTable report={report} />}
      {report && <MetricTable report={report} />}
    </>
  );
}

function Control({ evaluation: { workspace_id, id, status } }: { evaluation: Evaluation }) {
  const client = useQueryClient();
  const params = { path: { workspace_id, evaluation_id: id } };
  const changed = () => client.invalidateQueries({ queryKey: ['workspace', workspace_id, 'evaluations'] });
  const cancel = useAction(async () => {
    await answer(api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params }));
    await changed();
  });
  const resume = useAction(async () => {
    await answer(api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/resume', { params }));
    await changed();
  });
  const isGoingOn = status === 'running' || status === 'queued';
  const isStopped = status === 'cancelled' || status === 'failed';
  const action = isGoingOn ? cancel : resume;
  return (
    <>
      {(isGoingOn || isStopped) && (
        <button type="button" disabled={action.isBusy} onClick={() => void action.run()}>
          {isGoingOn ? 'Cancel' : 'Resume'}
        </button>
      )}
      <Problem error={cancel.error ?? resume.error} />
    </>
  );
}
