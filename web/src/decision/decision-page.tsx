import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { queries } from '../api/queries.ts';
import { inOrderOfEvaluations, newestVerdictOn } from '../evaluations/spoken.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { DecisionCard } from './decision-card.tsx';
import { FirstSteps } from './first-steps.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

/** What to take, for each scenario, by the newest evaluation with a verdict on it. */
export function DecisionPage() {
  const { workspaceId } = route.useParams();
  const evaluations = useQuery(queries.evaluations(workspaceId));
  const scenarios = useQuery(queries.scenarios(workspaceId));
  const stacks = useQuery(queries.stacks(workspaceId));
  const error = evaluations.error ?? scenarios.error ?? stacks.error;
  if (!evaluations.data || !scenarios.data || !stacks.data) {
    return (
      <Page title="Decision">
        {error === null && <Skeleton lines={14} />}
        <Problem error={error} />
      </Page>
    );
  }
  const cards = inOrderOfEvaluations(
    scenarios.data.map((scenario) => ({
      scenario,
      spoken: newestVerdictOn(scenario, evaluations.data, stacks.data),
    })),
  );
  const isDecided = cards.some(({ spoken }) => spoken !== null);
  return (
    <Page title="Decision">
      {!isDecided && (
        <FirstSteps
          workspaceId={workspaceId}
          scenarios={scenarios.data.length}
          stacks={stacks.data.length}
          evaluations={evaluations.data}
        />
      )}
      <Warnings warnings={[...new Set(stacks.data.flatMap(({ warnings = [] }) => warnings))]} />
      {isDecided && (
        <div className="decisions">
          {cards.map(({ scenario, spoken }) =>
            spoken ? (
              <DecisionCard key={scenario.id} spoken={spoken} />
            ) : (
              <section key={scenario.id} className="decision" aria-label={scenario.name}>
                <h2>{scenario.name}</h2>
                <p className="empty">
                  No evaluation covers these requirements yet.{' '}
                  <Link
                    to="/workspaces/$workspaceId/evaluations/new"
                    params={{ workspaceId }}
                    search={{ under: scenario.id }}
                  >
                    Create an evaluation
                  </Link>
                </p>
              </section>
            ),
          )}
        </div>
      )}
    </Page>
  );
}
