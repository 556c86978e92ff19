import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OpenQuestion, type Reason, toReport } from '@touchstone/report';
import { useMemo } from 'react';
import type { Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { MeasureMore } from '../evaluations/measure-more.tsx';
import type { ScenarioAnswer } from '../evaluations/spoken.ts';
import { formatTime } from '../ui/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

const OVERVIEW = '/workspaces/$workspaceId/evaluations/$evaluationId';

/** The answer for one scenario: how firm, why, what would change it, and what is missing with what fixes it. */
export function DecisionCard({ spoken }: { spoken: ScenarioAnswer }) {
  const { evaluation: listed, label } = spoken;
  const params = { workspaceId: listed.workspace_id, evaluationId: listed.id };
  const { data: evaluation, error } = useQuery(queries.evaluation(listed.workspace_id, listed.id));
  const found = useMemo(
    () =>
      evaluation?.results &&
      toReport(evaluation.results).scenarios.find((scenario) => scenario.label === label),
    [evaluation, label],
  );
  if (evaluation === undefined) return <CardToCome spoken={spoken} error={error} />;
  if (!found?.verdict) return null;
  const { verdict, reasons, open } = found;
  const [answer] = verdict.sentences;
  return (
    <section className="decision" aria-label={label}>
      <h2>{label}</h2>
      <p className="answer">{answer}</p>
      {verdict.firm.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <Changed changed={spoken.changed} params={params} />
      {reasons.length > 0 && (
        <>
          <h3>Why</h3>
          <ul>
            {reasons.map((reason) => (
              <ReasonLine key={reason.says} reason={reason} params={params} scenario={label} />
            ))}
          </ul>
        </>
      )}
      {open.length > 0 && (
        <>
          <h3>To be decided</h3>
          <ul className="open-questions">
            {open.map((question) => (
              <Missing
                key={`${question.labels.join()} ${question.about}`}
                question={question}
                evaluation={evaluation}
              />
            ))}
          </ul>
        </>
      )}
      <p className="quiet">
        From{' '}
        <Link to={OVERVIEW} params={params} search={{ scenario: label }}>
          {evaluation.name}
        </Link>
        , {formatTime(evaluation.completed_at ?? evaluation.created_at)}
      </p>
    </section>
  );
}

/** The answer, which the list has already, and the place of what follows. */
function CardToCome({ spoken, error }: { spoken: ScenarioAnswer; error: Error | null }) {
  const { evaluation, label, place } = spoken;
  return (
    <section className="decision" aria-label={label} aria-busy={error === null}>
      <h2>{label}</h2>
      <p className="answer">{evaluation.result_summary?.verdict[place]?.answer}</p>
      {error === null ? <Skeleton lines={9} /> : <Problem error={error} />}
    </section>
  );
}

type Params = { workspaceId: string; evaluationId: string };

function Changed({ changed, params }: { changed: readonly string[]; params: Params }) {
  if (changed.length === 0) return null;
  return (
    <p className="warning" role="note">
      Measured before {changed.join(', ')} changed.{' '}
      <Link to={`${OVERVIEW}/run`} params={params}>
        Run the evaluation again
      </Link>
    </p>
  );
}

function ReasonLine({ reason, params, scenario }: { reason: Reason; params: Params; scenario: string }) {
  const search = { scenario, ...(reason.cell !== null && { cell: reason.cell }) };
  return (
    <li>
      {reason.says}{' '}
      <Link to={OVERVIEW} params={params} search={search} aria-label={`Evidence: ${reason.says}`}>
        Evidence
      </Link>
    </li>
  );
}

function Missing({ question, evaluation }: { question: OpenQuestion; evaluation: Evaluation }) {
  const { kind, labels, about, decide, cost } = question;
  return (
    <li className="missing">
      <div>
        {labels.join(kind === 'items' ? ' or ' : ', ')}: {about}
        <small className="quiet">
          {decide}
          {cost && ` · ${cost}`}
        </small>
      </div>
      <MeasureMore question={question} evaluation={evaluation} />
    </li>
  );
}
