import type { Report } from '@touchstone/report';
import { ecdfPlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

/** How latencies are distributed under each scenario's load. */
export function Ecdf({ report }: { report: Report }) {
  const drawings = useMemo(() => report.load.map((section) => ecdfPlot(section, report)), [report]);
  return (
    <div className="figures">
      {drawings.map((drawing) => (
        <PlotView key={drawing.title} drawing={drawing} />
      ))}
    </div>
  );
}
