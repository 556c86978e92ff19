import type { Report } from '@touchstone/client/report';
import type { Results } from '../api.ts';
import { range, score } from '../ui/format.ts';
import { IntervalPlot } from './interval-plot.tsx';

/** The score of each target on each benchmark, with its interval as numbers and as a picture. */
export function ScoreTable({ results, report }: { results: Results; report: Report }) {
  return (
    <section aria-label="Scores">
      <h3>Scores</h3>
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Benchmark</th>
              <th scope="col">Target</th>
              <th scope="col" className="number">
                Score
              </th>
              <th scope="col" className="number">
                {report.confidencePercent} % interval
              </th>
              <th scope="col" aria-label="The interval from 0 to 1" />
              <th scope="col" className="number">
                Items
              </th>
            </tr>
          </thead>
          <tbody>
            {results.intervals.map((row) => (
              <tr key={`${row.benchmark} ${row.target_label}`}>
                <td>{row.benchmark}</td>
                <th scope="row">{row.target_label}</th>
                <td className="number">{score(row.score)}</td>
                <td className="number">{range(row.ci_low, row.ci_high)}</td>
                <td>
                  <IntervalPlot low={row.ci_low} high={row.ci_high} at={row.score} />
                </td>
                <td className="number">{row.n}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
