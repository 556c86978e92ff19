import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { splitSentences } from '@touchstone/report';
import { count, usd } from '@touchstone/report/figures';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type Approval, api, type Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useDecision } from '../api/use-decision.ts';
import { ApprovalCard } from '../ui/approval-card.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatTime } from '../ui/format.ts';
import { type Column, ListTable } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { useDrop } from '../ui/use-drop.ts';
import { ImportDrawer } from './imported/import-drawer.tsx';
import { type RunFiles, withFiles } from './imported/run-files.ts';

const route = getRouteApi('/workspaces/$workspaceId/evaluations');

/** The evaluations of a workspace: what each found, in a line, and how far the running ones are. */
export function EvaluationList() {
  const { workspaceId } = route.useParams();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  const [deleted, setDeleted] = useState<Evaluation>();
  const items = evaluations.data ?? [];
  const navigate = useNavigate();
  /** The runs of files of other tools; undefined: none are imported. */
  const [runs, setRuns] = useState<RunFiles[]>();
  const { isOver, ...drop } = useDrop((files) => setRuns(withFiles(runs ?? [], files)));
  return (
    // What can be dropped here can be chosen by a button too.
    <div className={isOver ? 'dropping' : undefined} {...drop}>
      <Page
        title="Evaluations"
        actions={
          <>
            <Link
              className="button primary"
              to="/workspaces/$workspaceId/evaluations/new"
              params={{ workspaceId }}
            >
              <Plus size={16} aria-hidden /> New evaluation
            </Link>
            <button type="button" onClick={() => setRuns([])}>
              Import results
            </button>
          </>
        }
      >
        <Problem error={evaluations.error} />
        {evaluations.isLoading && <Skeleton lines={8} />}
        <WaitingApprovals workspaceId={workspaceId} />
        {evaluations.data?.length === 0 && (
          <p className="empty">
            No evaluations yet. An evaluation compares candidates on the same questions, checks your
            requirements and recommends a candidate. Results of other tools can be imported: drop their files
            here.
          </p>
        )}
        {items.length > 0 && (
          <ListTable
            label="Evaluations"
            rows={items}
            columns={columnsOf(setDeleted)}
            text={({ name, targets }) => [name, ...targets.map(({ label }) => label ?? '')].join(' ')}
          />
        )}
        {deleted && <DeleteEvaluation evaluation={deleted} onClose={() => setDeleted(undefined)} />}
        {runs && (
          <ImportDrawer
            workspaceId={workspaceId}
            runs={runs}
            onRuns={setRuns}
            onImported={({ id }) =>
              void navigate({
                to: '/workspaces/$workspaceId/evaluations/$evaluationId',
                params: { workspaceId, evaluationId: id },
              })
            }
            onClose={() => setRuns(undefined)}
          />
        )}
      </Page>
    </div>
  );
}

/** What agents ask to run, while a person has not decided it. Nothing where nothing waits. */
function WaitingApprovals({ workspaceId }: { workspaceId: string }) {
  const { data = [], error } = useQuery(queries.pendingApprovals(workspaceId));
  if (error !== null) return <Problem error={error} />;
  if (data.length === 0) return null;
  return (
    <section aria-label="Waiting for approval">
      <h2>
        Waiting for approval <span className="count">{data.length}</span>
      </h2>
      {data.map((approval) => (
        <WaitingApproval key={approval.id} approval={approval} />
      ))}
    </section>
  );
}

function WaitingApproval({ approval }: { approval: Approval }) {
  return <ApprovalCard approval={approval} {...useDecision(approval.workspace_id, approval.id)} />;
}

const columnsOf = (onDelete: (evaluation: Evaluation) => void): Column<Evaluation>[] => [
  {
    name: 'Evaluation',
    by: ({ name }) => name,
    show: ({ id, workspace_id, name }) => (
      <Link
        to="/workspaces/$workspaceId/evaluations/$evaluationId"
        params={{ workspaceId: workspace_id, evaluationId: id }}
      >
        {name}
      </Link>
    ),
  },
  { name: 'Answer', isText: true, show: (evaluation) => <Answers evaluation={evaluation} /> },
  {
    name: 'Candidates',
    isNumber: true,
    isExtra: true,
    by: candidatesOf,
    show: (evaluation) => count(candidatesOf(evaluation)),
  },
  {
    name: 'Cost',
    isNumber: true,
    isExtra: true,
    by: ({ result_summary: found }) => found?.cost_usd ?? null,
    show: ({ result_summary: found }) => (found ? usd(found.cost_usd) : '–'),
  },
  {
    name: 'Status',
    by: ({ status }) => status,
    show: ({ status, progress_percent, name }) => (
      <>
        <Status status={status} />
        {status === 'running' && <Progress percent={progress_percent} label={`Progress of ${name}`} />}
      </>
    ),
  },
  {
    name: 'Created',
    isExtra: true,
    by: ({ created_at }) => created_at,
    show: ({ created_at }) => <span className="date quiet">{formatTime(created_at)}</span>,
  },
  {
    name: 'Actions',
    isExtra: true,
    show: (evaluation) => (
      <button
        type="button"
        className="subtle"
        aria-label={`Delete ${evaluation.name}`}
        onClick={() => onDelete(evaluation)}
      >
        Delete
      </button>
    ),
  },
];

const candidatesOf = ({ targets }: Evaluation) =>
  targets.filter(({ target_type }) => target_type !== 'scenario').length;

/** What it found, in a line for each scenario, else how its summary begins. */
function Answers({ evaluation: { result_summary: found, error_message } }: { evaluation: Evaluation }) {
  if (found === undefined) return <p>{error_message ?? 'No results yet.'}</p>;
  const answered = found.verdict.filter(({ answer }) => answer !== undefined);
  if (answered.length === 0) return <p>{splitSentences(found.overall_summary)[0]}</p>;
  return (
    <ul className="plain">
      {answered.map(({ scenario_label, answer }) => (
        <li key={scenario_label}>
          <bdi>{scenario_label}</bdi>: {answer}
        </li>
      ))}
    </ul>
  );
}

function DeleteEvaluation({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) {
  const { id, workspace_id, name } = evaluation;
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const path = { workspace_id, evaluation_id: id };
      return answer(
        api.DELETE('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } }),
      );
    },
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: queries.evaluations(workspace_id).queryKey, exact: true });
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      says="This deletes its results and samples. You cannot undo this."
      confirm="Delete"
      isOpen
      change={remove}
      onClose={onClose}
    />
  );
}
