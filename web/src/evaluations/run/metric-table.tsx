import type { Report } from '@touchstone/report';
import { count } from '@touchstone/report/figures';
import { Scroll } from '../../ui/scroll.tsx';

/** Figures about the run by target: latencies, coverage, cost. A dash is a metric that was not measured. */
export function MetricTable({ report: { metricNames, targets } }: { report: Report }) {
  if (metricNames.length === 0) return null;
  return (
    <section aria-label="Run metrics">
      <h3>Run metrics</h3>
      <Scroll label="All metrics">
        <table>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {targets.map(({ label }) => (
                <th key={label} scope="col" className="number">
                  <span className="name">{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {metricNames.map((name) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                {targets.map(({ label, metrics }) => (
                  <td key={label} className="number">
                    {count(metrics[name], '–')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="quiet">These metrics do not affect the verdict.</p>
    </section>
  );
}
