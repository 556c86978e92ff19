import { lazy, Suspense } from 'react';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { VerdictView } from './verdict-view.tsx';

const ParetoPlots = lazy(async () => ({ default: (await import('./pareto-plots.tsx')).ParetoPlots }));

/** What came out: the answer, and for each scenario its requirements. */
export function OverviewPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  return (
    <>
      {report.scenarios.every(({ verdict }) => verdict === null) && (
        <section aria-label="Summary">
          <h2>{report.provisional ? 'So far' : 'Summary'}</h2>
          <p className="summary">{report.summary}</p>
        </section>
      )}
      <Suspense fallback={<p className="waiting">Drawing …</p>}>
        <ParetoPlots report={report} />
      </Suspense>
      <VerdictView report={report} />
    </>
  );
}
