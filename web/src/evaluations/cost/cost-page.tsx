import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { EvidenceView } from './evidence-view.tsx';

const CostPlots = lazy(async () => ({ default: (await import('./cost-plots.tsx')).CostPlots }));

/** What each candidate costs, and which facts that and compliance and lock-in rest on. */
export function CostPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  if (report.costs.length === 0) {
    return <p className="empty">Costs need requirements. Run the evaluation again with requirements.</p>;
  }
  return (
    <>
      <Suspense fallback={<Skeleton lines={14} />}>
        {report.costs.map((section) => (
          <CostPlots key={section.scenario} section={section} />
        ))}
      </Suspense>
      <EvidenceView report={report} />
    </>
  );
}
