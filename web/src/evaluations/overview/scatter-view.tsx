import { getRouteApi } from '@tanstack/react-router';
import { type Axis, defaultAxes, SCATTER_AXES, type ScenarioSection } from '@touchstone/report';
import { paretoPlot } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/');

/** The candidates on two axes that a reader may choose. */
export function ScatterView({ scenario: { label, scatter } }: { scenario: ScenarioSection }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const usual = defaultAxes(scatter) ?? { x: scatter.axes[0] as Axis, y: scatter.axes[1] as Axis };
  const known = (name: string | undefined) => scatter.axes.find((axis) => axis === name);
  const x = known(search.x) ?? usual.x;
  const y = known(search.y) ?? usual.y;
  const drawing = useMemo(() => paretoPlot(scatter, label, { x, y }), [scatter, label, x, y]);
  const pick = (which: 'x' | 'y') => (event: React.ChangeEvent<HTMLSelectElement>) => {
    const axis = event.currentTarget.value as Axis;
    void navigate({ search: (before) => ({ ...before, [which]: axis }), replace: true, resetScroll: false });
  };
  const pickers = (
    <p className="axes">
      {(['x', 'y'] as const).map((which) => (
        <label key={which}>
          {which === 'x' ? 'Horizontal axis' : 'Vertical axis'}
          <select value={which === 'x' ? x : y} onChange={pick(which)}>
            {scatter.axes.map((axis) => (
              <option key={axis} value={axis}>
                {SCATTER_AXES[axis].name}
              </option>
            ))}
          </select>
        </label>
      ))}
    </p>
  );
  return <PlotView drawing={drawing} folded={pickers} />;
}
