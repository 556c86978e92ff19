import { useRouter } from '@tanstack/react-router';
import type { Report } from '@touchstone/report';
import { forestPlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';

/** The differences on each benchmark as a picture; a mark leads to the samples on which its two candidates differ. */
export function Forest({ report }: { report: Report }) {
  const { evaluation } = useEvaluation();
  const router = useRouter();
  const drawings = useMemo(() => {
    const params = { workspaceId: evaluation?.workspace_id ?? '', evaluationId: evaluation?.id ?? '' };
    const to = '/workspaces/$workspaceId/evaluations/$evaluationId/samples';
    const hrefOf = () => router.buildLocation({ to, params, search: {} }).href;
    return report.benchmarks
      .filter(({ comparisons }) => comparisons.length > 0)
      .map((benchmark) => forestPlot(benchmark, report, { hrefOf }));
  }, [report, evaluation?.workspace_id, evaluation?.id, router]);
  return (
    <div className="figures">
      {drawings.map((drawing) => (
        <PlotView key={drawing.title} drawing={drawing} />
      ))}
    </div>
  );
}
