import type { LoadSection, Report } from '@touchstone/report';
import {
  capacityLatency,
  capacityThroughput,
  type Drawing,
  ecdfPlot,
  latencyOverTime,
  rateOverTime,
} from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

/** How latencies are distributed under one load, and how they, the rate and errors went over time. */
export function LoadPlots({ section, report }: { section: LoadSection; report: Report }) {
  const drawings = useMemo(
    () => [ecdfPlot(section, report), latencyOverTime(section, report), rateOverTime(section, report)],
    [section, report],
  );
  return <Pictures drawings={drawings} />;
}

/** How latency and answers go with the rate, up to where a limit does not hold. */
export function CapacityPlots({ curves }: { curves: Report['capacity'][number] }) {
  const drawings = useMemo(() => [capacityLatency(curves), capacityThroughput(curves)], [curves]);
  return <Pictures drawings={drawings} />;
}

function Pictures({ drawings }: { drawings: readonly (Drawing | null)[] }) {
  return (
    <div className="figures three">
      {drawings
        .filter((drawing) => drawing !== null)
        .map((drawing) => (
          <PlotView key={drawing.title} drawing={drawing} heading={drawing.title.replace(/: .*/, '')} />
        ))}
    </div>
  );
}
