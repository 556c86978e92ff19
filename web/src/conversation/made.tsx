import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { Undo2 } from 'lucide-react';
import { api, type Message } from '../api/api.ts';
import { useDecision } from '../api/use-decision.ts';
import { ApprovalCard } from '../ui/approval-card.tsx';
import { Problem } from '../ui/problem.tsx';

type CreatedResource = NonNullable<Message['made']>[number];

/** What an answer made: drafts that can be undone, and what it asks to spend. */
export function MadeByAnswer({
  workspaceId,
  made,
}: {
  workspaceId: string;
  made: readonly CreatedResource[];
}) {
  return made.map((one) =>
    one.kind === 'approval' ? (
      <Asked key={one.id} workspaceId={workspaceId} id={one.id} />
    ) : (
      <Draft key={one.id} workspaceId={workspaceId} made={one} />
    ),
  );
}

function Draft({ workspaceId, made: { kind, id, name } }: { workspaceId: string; made: CreatedResource }) {
  const client = useQueryClient();
  const undo = useMutation({
    // Removes only drafts that have not been changed since.
    mutationFn: () => removeDraft(workspaceId, kind, id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', workspaceId] }),
  });
  const link =
    kind === 'scenario' ? (
      <Link to="/workspaces/$workspaceId/requirements/$scenarioId" params={{ workspaceId, scenarioId: id }}>
        {name}
      </Link>
    ) : (
      <Link to="/workspaces/$workspaceId/candidates/$stackId" params={{ workspaceId, stackId: id }}>
        {name}
      </Link>
    );
  return (
    <div className="made">
      <p>
        {kind === 'scenario' ? 'Requirements created' : 'Candidate created'}: {undo.isSuccess ? name : link}
        {undo.isSuccess && ' (undone)'}
      </p>
      {!undo.isSuccess && (
        <button
          type="button"
          aria-label={`Undo creating ${name}`}
          disabled={undo.isPending}
          onClick={() => undo.mutate()}
        >
          <Undo2 size={14} aria-hidden /> Undo
        </button>
      )}
      <Problem error={undo.error} />
    </div>
  );
}

function removeDraft(workspace_id: string, kind: CreatedResource['kind'], id: string): Promise<unknown> {
  const header = { 'If-Match': '"1"' };
  return kind === 'scenario'
    ? answer(
        api.DELETE('/workspaces/{workspace_id}/scenarios/{scenario_id}', {
          params: { path: { workspace_id, scenario_id: id }, header },
        }),
      )
    : answer(
        api.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', {
          params: { path: { workspace_id, stack_id: id }, header },
        }),
      );
}

function Asked({ workspaceId, id }: { workspaceId: string; id: string }) {
  const { decide, mayDecide } = useDecision(workspaceId, id);
  const { data, error } = useQuery({
    queryKey: ['workspace', workspaceId, 'approvals', id],
    queryFn: () => {
      const params = { path: { workspace_id: workspaceId, approval_id: id } };
      return answer(api.GET('/workspaces/{workspace_id}/approvals/{approval_id}', { params }));
    },
  });
  return (
    <>
      <Problem error={error} />
      {data && <ApprovalCard approval={data} mayDecide={mayDecide} decide={decide} heading="h2" />}
    </>
  );
}
