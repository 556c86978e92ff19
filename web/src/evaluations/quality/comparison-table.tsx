import { outcomeOf, pValue, type Report } from '@touchstone/report';
import { range } from '../../ui/format.ts';
import { Scroll } from '../../ui/scroll.tsx';

type Comparison = Report['comparisons'][number];

/** Every pair of targets: which one is better, a tie or undecided, and why. */
export function ComparisonTable({ report: { comparisons } }: { report: Report }) {
  if (comparisons.length === 0) return null;
  return (
    <section aria-label="Comparisons">
      <h3>Comparisons</h3>
      <Scroll label="All comparisons">
        <table>
          <thead>
            <tr>
              <th scope="col">Pair</th>
              <th scope="col">Metric</th>
              <th scope="col" className="number">
                Difference
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
                Items
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
      <td>{pair.metric}</td>
      <td className="number">{signed(pair.delta)}</td>
      <td className="number">{range(pair.ci_low, pair.ci_high)}</td>
      <td className="number">{simultaneous(pair)}</td>
      <td className="number">{pair.p_adjusted === null ? '–' : pValue(pair.p_adjusted, 3)}</td>
      <td className="number">
        {pair.n}
        {pair.clusters !== null && <p className="quiet">in {pair.clusters} clusters</p>}
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
  return <span className={`winner ${kind}`}>{outcomeOf(pair)}</span>;
}

function simultaneous({ simultaneous_interval: among }: Comparison): string {
  return among === undefined ? '–' : range(among.ci_low, among.ci_high);
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(3)}`;
}
