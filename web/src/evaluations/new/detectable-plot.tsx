import type { DetectableCurve } from '@touchstone/report';
import { detectablePlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

/** The curve of what a size can show; drawn anew only where its figures changed. */
export function DetectablePlot({ curves, margin }: { curves: readonly DetectableCurve[]; margin: number }) {
  const figures = JSON.stringify(curves);
  const drawing = useMemo(() => detectablePlot(JSON.parse(figures), margin), [figures, margin]);
  return <PlotView isSaid drawing={drawing} />;
}
