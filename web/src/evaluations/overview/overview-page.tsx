import { getRouteApi, Link } from '@tanstack/react-router';
import type { Report, ScenarioSection } from '@touchstone/report';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { CellDrawer } from './cell-drawer.tsx';
import { LaterAnswer } from './later-answer.tsx';
import { MatrixView } from './matrix-view.tsx';
import { OpenView } from './open-view.tsx';

const Scatter = lazy(async () => ({ default: (await import('./scatter-view.tsx')).ScatterView }));
const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/');

/** What came out: the answer, for each scenario its requirements, the choice as a picture, and what is open. */
export function OverviewPage() {
  const { evaluation, report } = useEvaluation();
  const { scenario: wanted } = route.useSearch();
  if (evaluation === undefined || report === undefined) return <NoResults evaluation={evaluation} />;
  const { scenarios } = report;
  const scenario = scenarios.find(({ label }) => label === wanted) ?? scenarios[0];
  return (
    <>
      {scenario && (
        <div className="overview-head">
          {scenarios.length > 1 && <ScenarioTabs scenarios={scenarios} open={scenario} />}
          <LaterAnswer evaluation={evaluation} label={scenario.label} />
        </div>
      )}
      {scenario === undefined || scenario.verdict === null ? (
        <section aria-label="Summary">
          <h2>{report.provisional ? 'Interim summary' : 'Summary'}</h2>
          <p className="summary">{report.summary}</p>
        </section>
      ) : (
        <Answer scenario={scenario} verdict={scenario.verdict} />
      )}
      {scenario && (
        <section aria-label={`Requirements: ${scenario.label}`}>
          <MatrixView
            matrix={scenario.matrix}
            caption={`Candidates and the requirements of ${scenario.label}`}
            isProvisional={report.provisional}
          />
          <CellDrawer scenario={scenario} report={report} />
        </section>
      )}
      <div className="overview-more">
        {scenario && scenario.scatter.axes.length > 1 && (
          <Suspense fallback={<Skeleton lines={14} />}>
            <Scatter scenario={scenario} />
          </Suspense>
        )}
        <OpenView evaluation={evaluation} open={scenario?.open ?? report.open} targets={report.targets} />
      </div>
    </>
  );
}

interface TabsProps {
  scenarios: Report['scenarios'];
  open: ScenarioSection;
}

function ScenarioTabs({ scenarios, open }: TabsProps) {
  return (
    <nav className="chips" aria-label="Scenarios">
      {scenarios.map(({ label }) => (
        <Link
          key={label}
          from={route.id}
          search={({ x, y }) => ({ scenario: label, ...(x && { x }), ...(y && { y }) })}
          aria-current={label === open.label ? 'true' : undefined}
          activeProps={{}}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

interface AnswerProps {
  scenario: ScenarioSection;
  verdict: NonNullable<ScenarioSection['verdict']>;
}

/** The answer in large type, whose measurement is incomplete, and what speaks most against it; the rest on request. */
function Answer({ scenario: { label }, verdict: { sentences, incomplete, shortDoubt } }: AnswerProps) {
  const [answer, ...rest] = sentences;
  const more = rest.filter((sentence) => sentence !== shortDoubt && sentence !== incomplete);
  return (
    <section aria-label={`Verdict: ${label}`} className="verdict">
      <p className="answer">{answer}</p>
      {incomplete !== null && <p>{incomplete}</p>}
      {more.length > 0 && (
        <details>
          <summary className={shortDoubt === null ? undefined : 'doubt'}>
            {shortDoubt ?? 'How certain is this?'}
          </summary>
          <ul>
            {more.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
