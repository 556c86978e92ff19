import { useRouter } from '@tanstack/react-router';
import { benchmarkName, type Report } from '@touchstone/report';
import { forestPlot, scorePlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { WinMatrix } from './win-matrix.tsx';

interface Pair {
  target_a: string;
  target_b: string;
  benchmark: string;
}

/**
 * Each benchmark in pictures: scores, differences, and who wins. A mark leads to the samples on which its two candidates
 * differ.
 */
export function QualityPlots({ report }: { report: Report }) {
  const { evaluation } = useEvaluation();
  const router = useRouter();
  const drawings = useMemo(() => {
    const params = { workspaceId: evaluation?.workspace_id ?? '', evaluationId: evaluation?.id ?? '' };
    const to = '/workspaces/$workspaceId/evaluations/$evaluationId/samples';
    const hrefOf = ({ target_a: a, target_b: b, benchmark }: Pair) =>
      router.buildLocation({ to, params, search: { benchmark, a, b } }).href;
    return report.benchmarks.map((benchmark) => ({
      benchmark,
      scores: scorePlot(benchmark, report),
      forest: forestPlot(benchmark, report, { hrefOf }),
    }));
  }, [report, evaluation?.workspace_id, evaluation?.id, router]);
  return drawings.map(({ benchmark, scores, forest }) => (
    <section key={benchmark.key} aria-label={benchmarkName(benchmark.key)}>
      <h2>{benchmarkName(benchmark.key)}</h2>
      {benchmark.caution && <p className="quiet">{benchmark.caution}</p>}
      <div className="figures sides">
        {benchmark.comparisons.length > 0 && <PlotView drawing={forest} heading="Differences" />}
        <PlotView drawing={scores} heading="Scores" />
        <WinMatrix benchmark={benchmark} targets={report.targets} />
      </div>
    </section>
  ));
}
