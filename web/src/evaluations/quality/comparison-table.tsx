import { benchmarkName, comparisonOutcome, type Report } from '@touchstone/report';
import { formatRange, points, pValue, signedPoints } from '@touchstone/report/figures';
import { Scroll } from '../../ui/scroll.tsx';

/** More rows than these fill pages of paper. */
const MAX_PRINTED = 12;

type Comparison = Report['comparisons'][number];

/** Every pair of candidates on every score, in points: which one is better, a tie or undecided, and why. */
export function ComparisonTable({ report: { benchmarks } }: { report: Report }) {
  const comparisons = benchmarks.flatMap((section) => section.comparisons);
  if (comparisons.length === 0) return null;
  return (
    <section aria-label="Comparisons" className={comparisons.length > MAX_PRINTED ? 'long' : undefined}>
      <h3>Comparisons</h3>
      <p className="on-paper">The console and the exports list all {comparisons.length} comparisons.</p>
      <Scroll label="All comparisons">
        <table>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">Benchmark</th>
              <th scope="col" className="number">
                Points
              </th>
              <th scope="col" className="number">
                Interval
              </th>
              <th scope="col" className="number">
                Simultaneous
              </th>
              <th scope="col" className="number">
                p, adjusted
              </th>
              <th scope="col" className="number">
                Questions
              </th>
              <th scope="col">Outcome</th>
            </tr>
          </thead>
          <tbody>
            {comparisons.map((pair) => (
              <Pair key={`${pair.target_a} ${pair.target_b} ${pair.metric}`} pair={pair} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Pair({ pair }: { pair: Comparison }) {
  return (
    <tr>
      <th scope="row">
        {pair.target_a} <span className="quiet">against</span> {pair.target_b}
      </th>
      <td>{benchmarkName(pair.metric)}</td>
      <td className="number">{signedPoints(pair.delta)}</td>
      <td className="number">{formatRange(points, pair.ci_low, pair.ci_high) ?? '–'}</td>
      <td className="number">{simultaneous(pair)}</td>
      <td className="number">{pair.p_adjusted === null ? '–' : pValue(pair.p_adjusted, 3)}</td>
      <td className="number">
        {pair.n}
        {pair.clusters !== null && <p className="quiet">{pair.clusters} clusters</p>}
      </td>
      <td className="why">
        <Winner pair={pair} />
        <p className="quiet">{pair.explanation}</p>
      </td>
    </tr>
  );
}

function Winner({ pair }: { pair: Comparison }) {
  const { winner } = pair;
  const kind = winner === 'tie' || winner === 'undecided' ? winner : 'won';
  return <span className={`winner ${kind}`}>{comparisonOutcome(pair)}</span>;
}

function simultaneous({ simultaneous_interval: among }: Comparison): string {
  return formatRange(points, among?.ci_low ?? null, among?.ci_high ?? null) ?? '–';
}
