import { lazy, Suspense } from 'react';
import { Fold } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoResults } from '../results/no-results.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { ComparisonTable } from './comparison-table.tsx';

// The library that draws is fetched when there is something to draw.
const QualityPlots = lazy(async () => ({ default: (await import('./quality-plots.tsx')).QualityPlots }));

const NoWorseView = lazy(async () => ({ default: (await import('./no-worse-view.tsx')).NoWorseView }));

/** How good the answers are: scores, comparisons, and what further kinds of measurement found. */
export function QualityPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  return (
    <>
      <Suspense fallback={<Skeleton lines={14} />}>
        {report.noWorse && evaluation ? (
          <>
            <NoWorseView noWorse={report.noWorse} report={report} evaluation={evaluation} />
            <Fold title="Scores and pairwise comparisons">
              <QualityPlots report={report} />
            </Fold>
          </>
        ) : (
          <QualityPlots report={report} />
        )}
      </Suspense>
      <Fold title="All comparisons with p-values and reasons">
        <ComparisonTable report={report} />
      </Fold>
      <SectionViews sections={report.sections.filter(({ about }) => about === 'quality')} />
    </>
  );
}
