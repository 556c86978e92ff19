import { type Report, rangeWithMissing } from '@touchstone/report';
import { range, score } from '../../ui/format.ts';

/**
 * The score of each target on each benchmark, with its interval as numbers and as a picture. Answers that judges graded
 * are among them, as `custom/…`.
 */
export function ScoreTable({ report }: { report: Report }) {
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
            {report.intervals.map((row) => (
              <tr key={`${row.benchmark} ${row.target_label}`}>
                <td>{row.benchmark}</td>
                <th scope="row">{row.target_label}</th>
                <td className="number">
                  {score(row.score)}
                  {rangeWithMissing(row) !== null && <div className="quiet">{rangeWithMissing(row)}</div>}
                </td>
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

interface IntervalPlotProps {
  low: number | null;
  high: number | null;
  at: number | null;
}

const WIDTH = 160;
const HEIGHT = 18;
const INSET = 4;

/** A value with its interval, from 0 to 1. The numbers are beside it, so screen readers skip it. */
function IntervalPlot({ low, high, at }: IntervalPlotProps) {
  const x = (value: number) => INSET + value * (WIDTH - 2 * INSET);
  const middle = HEIGHT / 2;
  return (
    <svg className="plot" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <line className="axis" x1={x(0)} x2={x(1)} y1={middle} y2={middle} />
      {[0, 0.5, 1].map((tick) => (
        <line key={tick} className="axis" x1={x(tick)} x2={x(tick)} y1={middle - 3} y2={middle + 3} />
      ))}
      {low !== null && high !== null && (
        <line className="interval" x1={x(low)} x2={x(high)} y1={middle} y2={middle} />
      )}
      {at !== null && <circle className="point" cx={x(at)} cy={middle} r={4} />}
    </svg>
  );
}
