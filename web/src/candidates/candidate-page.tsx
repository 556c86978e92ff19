import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { EvaluationsWith } from '../ui/evaluations-with.tsx';
import { formatTime } from '../ui/format.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { type Contradiction, knownContradictions, measuredMisses, newestOf } from './contradictions.ts';
import { DeleteStack } from './delete-stack.tsx';
import { MoveOn } from './move-on.tsx';
import { describeRetrieval, readStackField, STACK_FIELDS, toStackDraft } from './stack-draft.ts';
import { StackDrawer } from './stack-drawer.tsx';
import { TestCall } from './test-call.tsx';
import { TryEndpoint } from './try-endpoint.tsx';
import { describeModel, modelMistake, providerMistake, useFacts } from './use-facts.ts';

const route = getRouteApi('/workspaces/$workspaceId/candidates/$stackId');

/** One candidate: what it is made of, what rules it out, whether it answers, and where it was compared. */
export function CandidatePage() {
  const { workspaceId, stackId } = route.useParams();
  const { data, error } = useQuery(queries.stack(workspaceId, stackId));
  if (data === undefined) return <NotShown what="This candidate" error={error} />;
  return <CandidateView workspaceId={workspaceId} stack={data.value} etag={data.etag} />;
}

interface CandidateViewProps {
  workspaceId: string;
  stack: Stack;
  etag: string;
}

function CandidateView({ workspaceId, stack, etag }: CandidateViewProps) {
  const { edit } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const evaluations = useQuery(queries.evaluations(workspaceId)).data ?? [];
  const [isDeleting, setDeleting] = useState(false);
  const facts = useFacts();
  const slips = [
    providerMistake(facts, stack.model.provider ?? ''),
    modelMistake(facts, stack.model.provider ?? '', stack.model.model_id ?? ''),
  ].flatMap((slip) => (slip ? [slip.says] : []));
  const close = () => void navigate({ search: {} });
  const list = { to: '/workspaces/$workspaceId/candidates', params: { workspaceId } } as const;
  return (
    <Page
      title={stack.name}
      above={<Link {...list}>Candidates</Link>}
      actions={
        <>
          <button type="button" className="primary" onClick={() => void navigate({ search: { edit: true } })}>
            Edit
          </button>
          <Link className="button" {...list} search={{ like: stack.id }}>
            Duplicate
          </Link>
          <button type="button" onClick={() => setDeleting(true)}>
            Delete
          </button>
        </>
      }
    >
      {stack.description && <p className="passage">{stack.description}</p>}
      <Warnings warnings={[...(stack.warnings ?? []), ...slips]} />
      <MoveOn workspaceId={workspaceId} stack={stack} />
      <dl className="facts">
        {STACK_FIELDS.map((field) => ({ ...field, says: readStackField(stack, field) }))
          .filter(({ says }) => says !== '')
          .map(({ key, label, says }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{says}</dd>
            </div>
          ))}
        {stack.retrieval && (
          <div>
            <dt>Retrieval from this workspace</dt>
            <dd>{describeRetrieval(stack.retrieval)}</dd>
          </div>
        )}
      </dl>
      <p className="quiet">
        {describeModel(facts, toStackDraft(stack)) ||
          'The catalogue has no price or context length for this model.'}
      </p>
      <p className="quiet">Last changed {formatTime(stack.updated_at)}</p>
      <AgainstRequirements workspaceId={workspaceId} stack={stack} />
      {stack.endpoint ? (
        <>
          <section aria-label="Application request">
            <h2>Application request</h2>
            <pre className="passage">{JSON.stringify(stack.endpoint, null, 2)}</pre>
          </section>
          <TryEndpoint workspaceId={workspaceId} asked={() => ({ stack_id: stack.id })} />
        </>
      ) : (
        <TestCall workspaceId={workspaceId} stack={stack} />
      )}
      <EvaluationsWith
        workspaceId={workspaceId}
        evaluations={evaluations}
        title="Evaluations"
        targetId={stack.id}
      />
      {edit && (
        <StackDrawer
          workspaceId={workspaceId}
          title="Edit candidate"
          initial={toStackDraft(stack)}
          edited={{ id: stack.id, etag }}
          onSaved={close}
          onClose={close}
        />
      )}
      {isDeleting && (
        <DeleteStack
          workspaceId={workspaceId}
          stack={stack}
          onDeleted={() => void navigate(list)}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

function AgainstRequirements({ workspaceId, stack }: Omit<CandidateViewProps, 'etag'>) {
  const facts = useFacts();
  const scenarios = useQuery(queries.scenarios(workspaceId)).data ?? [];
  const evaluations = useQuery(queries.evaluations(workspaceId)).data ?? [];
  const measured = scenarios.flatMap((scenario) => {
    const evaluation = newestOf(stack, scenario, evaluations);
    return evaluation ? [{ scenario, id: evaluation.id }] : [];
  });
  const { misses, isRead, error } = useQueries({
    queries: measured.map(({ id }) => queries.evaluation(workspaceId, id)),
    combine: (read) => ({
      misses: read.flatMap(({ data }, i) => {
        const { scenario } = measured[i] ?? {};
        return data && scenario ? measuredMisses(stack, scenario, data) : [];
      }),
      isRead: read.every(({ data }) => data !== undefined),
      error: read.find(({ error }) => error)?.error,
    }),
  });
  const found: Contradiction[] = [...knownContradictions(facts, stack, scenarios), ...misses];
  if (scenarios.length === 0) return null;
  return (
    <section aria-label="Requirements">
      <h2>Requirements</h2>
      <Problem error={error} />
      {found.length === 0 && isRead && (
        <p>
          No known fact rules this candidate out. Run an evaluation to see whether it meets the requirements.
        </p>
      )}
      <ul>
        {found.map(({ scenario, says, from }) => (
          <li key={`${scenario.id} ${says}`}>
            <Link
              to="/workspaces/$workspaceId/requirements/$scenarioId"
              params={{ workspaceId, scenarioId: scenario.id }}
            >
              {scenario.name}
            </Link>
            : {says} <span className="quiet">({from})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
