import type { UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '@touchstone/client';
import { count, duration, plural, usd } from '@touchstone/report/figures';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Fact } from './fact.tsx';
import { when } from './format.ts';
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
  resume: (name) => `Go on with “${name}”`,
  retry: (name) => `Ask again what failed in “${name}”`,
  rescore: (name) => `Grade “${name}” again`,
  rerun: (name) => `Run “${name}” once more`,
  fetch: (name) => `Load the data of “${name}”`,
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
        <Fact name="Spends at most">{most ?? 'no limit'}</Fact>
        <Fact name="Calls to models">{count(estimate.units)}</Fact>
        <Fact name="Duration">{duration(estimate.duration_seconds)}</Fact>
        <Fact name="Asked by">
          {approval.asked_by_name ?? approval.asked_by}, {when(created_at)}
        </Fact>
        <Fact name="Expires">{when(expires_at)}</Fact>
      </dl>
      <p>{action === 'fetch' ? estimate.assumptions.join(' ') : parts(estimate)}</p>
      {most === null && <p className="warning">{WITHOUT_LIMIT}</p>}
      <Warnings warnings={estimate.warnings} />
      <Fold title="Exactly what was asked for">
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
        <p className="quiet">A person with the role editor decides. This key is not one of theirs.</p>
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
              ? 'Nothing runs, and the agent has to ask anew.'
              : action === 'fetch'
                ? 'The files are loaded at once, which can take minutes; it needs an admin.'
                : begins(most)
          }
          confirm={asking === 'approve' ? 'Approve' : 'Decline'}
          keep="Not now"
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

const WITHOUT_LIMIT =
  'No limit ends it: the price of its models is not known, or it was made without max_cost_usd.';

const begins = (most: string | null) =>
  `It begins at once and ${most === null ? 'nothing but you ends it early' : `ends where ${most} are spent`}.`;

/** Which models would be asked, and by which benchmarks. */
function parts({ targets, judges = [], benchmarks }: Approval['estimate']): string {
  const called = [
    ...targets.map(({ target_label: label, asked_at: host }) =>
      host === undefined ? label : `${label}, an application at ${host}`,
    ),
    ...judges.map(({ judge }) => `${judge} as a judge`),
  ];
  const on = benchmarks.map(({ benchmark, items }) => `${benchmark} (${plural(items, 'item')})`);
  return `Models asked: ${called.join(', ')}.${on.length === 0 ? '' : ` Benchmarks: ${on.join(', ')}.`}`;
}
