import { answer } from '@touchstone/client';
import { toReport } from '@touchstone/report';
import { api, type Evaluation } from '../api.ts';
import { useHints } from '../events.tsx';
import { Link } from '../route.tsx';
import { when } from '../ui/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';
import { RESULT_VIEWS } from './kinds/registry.ts';
import { SectionView } from './results/section-view.tsx';
import { SampleList } from './samples/sample-list.tsx';

/** One evaluation: its status, its results and the samples behind them. */
export function EvaluationPage({ workspaceId, id }: { workspaceId: string; id: string }) {
  const path = { workspace_id: workspaceId, evaluation_id: id };
  const evaluation = useLoaded(id, () =>
    answer(api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } })),
  );
  useHints(['evaluation.progress', 'evaluation.completed'], evaluation.reload);
  const { data } = evaluation;
  return (
    <article>
      <p className="quiet">
        <Link to={`workspaces/${workspaceId}/evaluations`}>Evaluations</Link>
      </p>
      <Problem error={evaluation.error} />
      {data && (
        <>
          <Heading evaluation={data} />
          <Control evaluation={data} onChanged={evaluation.reload} />
          <Outcome evaluation={data} />
          <SampleList workspaceId={workspaceId} evaluation={data} />
        </>
      )}
    </article>
  );
}

function Heading({ evaluation }: { evaluation: Evaluation }) {
  const { name, description, status, progress_percent, error_message, created_at, completed_at } = evaluation;
  return (
    <header>
      <h2>
        {name} <Status status={status} />
      </h2>
      {description && <p>{description}</p>}
      <p className="quiet">
        Made {when(created_at)}
        {completed_at && `, ended ${when(completed_at)}`}
      </p>
      {status === 'running' && <Progress percent={progress_percent} label="Progress" />}
      {error_message && <p className="warning">{error_message}</p>}
      <Warnings warnings={evaluation.warnings} />
    </header>
  );
}

function Control({ evaluation, onChanged }: { evaluation: Evaluation; onChanged: () => void }) {
  const path = { workspace_id: evaluation.workspace_id, evaluation_id: evaluation.id };
  const cancel = useAction(async () => {
    await answer(
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params: { path } }),
    );
    onChanged();
  });
  const resume = useAction(async () => {
    await answer(
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/resume', { params: { path } }),
    );
    onChanged();
  });
  const isGoingOn = evaluation.status === 'running' || evaluation.status === 'queued';
  const isStopped = evaluation.status === 'cancelled' || evaluation.status === 'failed';
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

function Outcome({ evaluation: { results } }: { evaluation: Evaluation }) {
  if (!results) return <p className="empty">There are no results yet.</p>;
  const report = toReport(results);
  return (
    <>
      <section className="panel" aria-label="Summary">
        <h3>{report.provisional ? 'So far' : 'Summary'}</h3>
        <p className="summary">{report.summary}</p>
        <Warnings warnings={report.warnings} />
      </section>
      {Object.entries(RESULT_VIEWS).map(([name, View]) => (
        <View key={name} report={report} />
      ))}
      {report.sections.map((section) =>
        section.kind in RESULT_VIEWS ? null : <SectionView key={section.title} section={section} />,
      )}
    </>
  );
}
