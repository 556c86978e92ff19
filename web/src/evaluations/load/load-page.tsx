import { loadWarnings } from '@touchstone/report';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { NoResults } from '../results/no-results.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { LoadTable } from './load-table.tsx';

const loadPlots = () => import('./load-plots.tsx');
const LoadPlots = lazy(async () => ({ default: (await loadPlots()).LoadPlots }));
const CapacityPlots = lazy(async () => ({ default: (await loadPlots()).CapacityPlots }));

/** How candidates answer under load. */
export function LoadPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  const sections = report.sections.filter(({ about }) => about === 'load');
  if (report.load.length === 0 && sections.length === 0) {
    return (
      <p className="empty">
        {evaluation?.methodology.delivery === 'batch'
          ? 'Responses came from batches, so latency was not measured.'
          : 'No load was sent.'}{' '}
        Run the evaluation again with the benchmark “load” to measure latency, errors and capacity.
      </p>
    );
  }
  return (
    <>
      <Warnings warnings={loadWarnings(report.warnings)} />
      <Suspense fallback={<Skeleton lines={14} />}>
        {report.load.map((section) => (
          <LoadTable key={section.benchmark} section={section}>
            <LoadPlots section={section} report={report} />
          </LoadTable>
        ))}
        {report.capacity.map((curves) => (
          <CapacityPlots key={curves.scenario} curves={curves} />
        ))}
        <SectionViews sections={sections} />
      </Suspense>
    </>
  );
}
