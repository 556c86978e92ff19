import type { Report } from '@touchstone/report';
import { paretoPlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

/** Cost against quality for each scenario with a verdict. */
export function ParetoPlots({ report: { scenarios } }: { report: Report }) {
  const drawings = useMemo(
    () =>
      scenarios.flatMap(({ label, verdict }) =>
        verdict && verdict.pareto.points.length > 0 ? [paretoPlot(verdict.pareto, label)] : [],
      ),
    [scenarios],
  );
  return (
    <div className="figures">
      {drawings.map((drawing) => (
        <PlotView key={drawing.title} drawing={drawing} />
      ))}
    </div>
  );
}
