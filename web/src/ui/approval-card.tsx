import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '@touchstone/client';
import { count, duration, plural, usd } from '@touchstone/report/figures';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Fact } from './fact.tsx';
import { formatTime } from './format.ts';
import { Fold } from './section.tsx';
import { Warnings } from './warnings.tsx';

type Approval = Schemas['Approval'];
type Decision = 'approve' | 'decline';

interface ApprovalCardProps {
  approval: Approval;
  mayDecide: boolean;
  /** The heading that its title is: below that of what holds the card. */
  heading?: 'h2' | 'h3';
  decide: Pick<UseMutationResult<unknown, Error, Decision>, 'isPending' | 'error' | 'mutate'>;
}

const TITLES: Readonly<Record<Approval['action'], (name: string) => string>> = {
  create: (name) => `Run “${name}”`,
  resume: (name) => `Resume “${name}”`,
  retry: (name) => `Retry the failures of “${name}”`,
  rescore: (name) => `Rescore “${name}”`,
  rerun: (name) => `Rerun “${name}”`,
  fetch: (name) => `Download the data of “${name}”`,
};

/** What an agent asks to spend: what would run, what it is expected to cost, and who has asked until when. */
export function ApprovalCard({ approval, mayDecide, decide, heading: Heading = 'h3' }: ApprovalCardProps) {
  const { action, evaluation_name, estimate, cap_usd, status, expires_at, created_at } = approval;
  const [asking, setAsking] = useState<Decision>();
  const title = TITLES[action](evaluation_name);
  const most = cap_usd === null ? null : usd(cap_usd);
  return (
    <article className="panel" aria-label={title}>
      <Heading>{title}</Heading>
      <dl className="facts">
        <Fact name="Expected cost">{usd(estimate.cost_usd)}</Fact>
        <Fact name="Cost limit">{most ?? 'none'}</Fact>
        <Fact name="Model calls">{count(estimate.units)}</Fact>
        <Fact name="Duration">{duration(estimate.duration_seconds)}</Fact>
        <Fact name="Requested by">
          {approval.asked_by_name ?? approval.asked_by}, {formatTime(created_at)}
        </Fact>
        <Fact name="Expires">{formatTime(expires_at)}</Fact>
      </dl>
      <p>{action === 'fetch' ? estimate.assumptions.join(' ') : parts(estimate)}</p>
      {most === null && <p className="warning">{WITHOUT_LIMIT}</p>}
      <Warnings warnings={estimate.warnings} />
      <Fold title="Exact request">
        <pre className="passage">
          <code>{JSON.stringify(approval.body, null, 2)}</code>
        </pre>
      </Fold>
      {status !== 'pending' && (
        <p className="quiet">
          This was {status}.
          {approval.result && <Begun approval={approval} id={approval.result.evaluation_id} />}
        </p>
      )}
      {status === 'pending' && !mayDecide && (
        <p className="quiet">Only a person with the role editor or admin can decide. Your key cannot.</p>
      )}
      {status === 'pending' && mayDecide && (
        <div className="buttons">
          <button type="button" className="primary" onClick={() => setAsking('approve')}>
            Approve
          </button>
          <button type="button" onClick={() => setAsking('decline')}>
            Decline
          </button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === 'approve' ? `${title}?` : `Decline “${evaluation_name}”?`}
          says={
            asking === 'decline'
              ? 'Nothing runs. The agent must send a new request.'
              : action === 'fetch'
                ? 'The download starts immediately and can take minutes. It requires the role admin.'
                : costLimitText(most)
          }
          confirm={asking === 'approve' ? 'Approve' : 'Decline'}
          keep="Cancel"
          isOpen
          // In a conversation the card stays.
          change={{
            ...decide,
            mutate: () => decide.mutate(asking, { onSuccess: () => setAsking(undefined) }),
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </article>
  );
}

function Begun({ approval, id }: { approval: Approval; id: string }) {
  return (
    <>
      {' '}
      <Link
        to="/workspaces/$workspaceId/evaluations/$evaluationId"
        params={{ workspaceId: approval.workspace_id, evaluationId: id }}
      >
        Open “{approval.evaluation_name}”
      </Link>
    </>
  );
}

const WITHOUT_LIMIT = 'This has no cost limit: a model’s price is not known, or max_cost_usd is not set.';

const costLimitText = (most: string | null) =>
  `It starts immediately and ${most === null ? 'runs until it is complete or you cancel it' : `stops when ${most} is spent`}.`;

/** Which models would be asked, and by which benchmarks. */
function parts({ targets, judges = [], benchmarks }: Approval['estimate']): string {
  const called = [
    ...targets.map(({ target_label: label, asked_at: host }) =>
      host === undefined ? label : `${label}, an application at ${host}`,
    ),
    ...judges.map(({ judge }) => `${judge} (judge)`),
  ];
  const on = benchmarks.map(({ benchmark, items }) => `${benchmark} (${plural(items, 'item')})`);
  return `Models called: ${called.join(', ')}.${on.length === 0 ? '' : ` Benchmarks: ${on.join(', ')}.`}`;
}
