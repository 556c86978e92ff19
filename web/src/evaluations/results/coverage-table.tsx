import type { Report } from '@touchstone/client/report';
import { count, usd } from '../../ui/format.ts';

/** How many units were scored, failed or are pending; a failure is never a wrong answer. */
export function CoverageTable({ report: { coverage, cost } }: { report: Report }) {
  return (
    <section aria-label="Coverage">
      <h3>Coverage</h3>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Benchmark</th>
              <th scope="col">Target</th>
              {['Units', 'Scored', 'Failed', 'Unscored', 'Pending', 'Truncated'].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
              <th scope="col">Failures</th>
            </tr>
          </thead>
          <tbody>
            {coverage.map((row) => (
              <tr key={`${row.benchmark} ${row.target_label}`}>
                <td>{row.benchmark}</td>
                <th scope="row">{row.target_label}</th>
                {[row.units, row.scored, row.failed, row.unscored, row.pending, row.truncated].map(
                  (number, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: six columns in a fixed order
                    <td key={i} className="number">
                      {number}
                    </td>
                  ),
                )}
                <td className="quiet">
                  {Object.entries(row.failures)
                    .map(([reason, times]) => `${reason} × ${times}`)
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="quiet">
        Cost: {usd(cost.usd)}
        {cost.unknown_calls > 0 && `; the cost of ${count(cost.unknown_calls, 'call')} is not known`}
      </p>
    </section>
  );
}
