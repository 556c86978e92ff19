import { Link } from '@tanstack/react-router';
import { type OpenQuestion, type Reason, toReport } from '@touchstone/report';
import { useMemo } from 'react';
import { MeasureMore } from '../evaluations/measure-more.tsx';
import type { ScenarioAnswer } from '../evaluations/spoken.ts';
import { formatTime } from '../ui/format.ts';

const OVERVIEW = '/workspaces/$workspaceId/evaluations/$evaluationId';

/** The answer for one scenario: how firm, why, what would change it, and what is missing with what fixes it. */
export function DecisionCard({ spoken }: { spoken: ScenarioAnswer }) {
  const { evaluation, results, label } = spoken;
  const params = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  const found = useMemo(
    () => toReport(results).scenarios.find((scenario) => scenario.label === label),
    [results, label],
  );
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
      <Changed spoken={spoken} params={params} />
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
                spoken={spoken}
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

type Params = { workspaceId: string; evaluationId: string };

function Changed({ spoken: { changed }, params }: { spoken: ScenarioAnswer; params: Params }) {
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

function Missing({ question, spoken }: { question: OpenQuestion; spoken: ScenarioAnswer }) {
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
      <MeasureMore question={question} evaluation={spoken.evaluation} />
    </li>
  );
}
