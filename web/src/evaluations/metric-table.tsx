import type { Results } from '../api.ts';

/** How the runs went, by target: latencies, coverage, cost. A metric that was not measured is left out. */
export function MetricTable({ results: { target_results } }: { results: Results }) {
  const names = [...new Set(target_results.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
  if (names.length === 0) return null;
  return (
    <section aria-label="How the runs went">
      <h3>How the runs went</h3>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              {target_results.map(({ target_label }) => (
                <th key={target_label} scope="col" className="number">
                  {target_label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td>
                  <code>{name}</code>
                </td>
                {target_results.map(({ target_label, metrics }) => (
                  <td key={target_label} className="number">
                    {figure(metrics[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">They describe this run and name no winner.</p>
    </section>
  );
}

function figure(value: number | undefined): string {
  return value === undefined ? '–' : value.toLocaleString(undefined, { maximumSignificantDigits: 4 });
}
