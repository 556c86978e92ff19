import { lazy, Suspense } from 'react';
import { NoResults } from '../results/no-results.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { ScoreTable } from './score-table.tsx';

// The library that draws is fetched when there is something to draw.
const Forest = lazy(async () => ({ default: (await import('./forest.tsx')).Forest }));

/** How good the answers are: scores, comparisons, and what further kinds of measurement found. */
export function QualityPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  return (
    <>
      <Suspense fallback={<p className="waiting">Drawing …</p>}>
        <Forest report={report} />
      </Suspense>
      <ComparisonTable report={report} />
      <ScoreTable report={report} />
      <SectionViews sections={report.sections.filter(({ about }) => about === 'quality')} />
    </>
  );
}
