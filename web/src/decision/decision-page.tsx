import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

type Verdict = NonNullable<NonNullable<Evaluation['results']>['verdict']>[number];

/** What to take, for each scenario, by the newest evaluation with a verdict on it. */
export function DecisionPage() {
  const { workspaceId } = route.useParams();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  const verdicts = newestVerdicts(evaluations.data ?? []);
  return (
    <Page title="Decision">
      <Problem error={evaluations.error} />
      {evaluations.data && verdicts.length === 0 && (
        <p className="empty">
          No evaluation has ended in a verdict yet. An evaluation of candidates against requirements gives
          one.{' '}
          <Link to="/workspaces/$workspaceId/evaluations" params={{ workspaceId }}>
            Evaluations
          </Link>
        </p>
      )}
      {verdicts.map(({ evaluation, verdict }) => (
        <section key={verdict.scenario_label} className="panel" aria-label={verdict.scenario_label}>
          <h2>{verdict.scenario_label}</h2>
          <ul>
            {verdict.sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p className="quiet">
            By{' '}
            <Link
              to="/workspaces/$workspaceId/evaluations/$evaluationId"
              params={{ workspaceId, evaluationId: evaluation.id }}
            >
              {evaluation.name}
            </Link>
          </p>
        </section>
      ))}
    </Page>
  );
}

/** The list has the newest evaluation first; a scenario counts once. */
function newestVerdicts(evaluations: readonly Evaluation[]): { evaluation: Evaluation; verdict: Verdict }[] {
  const found = new Map<string, { evaluation: Evaluation; verdict: Verdict }>();
  for (const evaluation of evaluations) {
    for (const verdict of evaluation.results?.verdict ?? []) {
      if (!found.has(verdict.scenario_label)) found.set(verdict.scenario_label, { evaluation, verdict });
    }
  }
  return [...found.values()];
}
