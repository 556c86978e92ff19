import type { Estimate } from '../api.ts';
import { count, score, seconds, usd } from '../ui/format.ts';
import { Warnings } from '../ui/warnings.tsx';

/** What a run would cost, how long it would take, and which differences it could find. */
export function EstimateView({ estimate }: { estimate: Estimate }) {
  const { units, cost_usd, duration_seconds, benchmarks, assumptions, warnings } = estimate;
  return (
    <div className="panel" aria-live="polite">
      <h3>Estimate</h3>
      <dl className="facts">
        <div>
          <dt>Calls to models</dt>
          <dd>{units.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>{usd(cost_usd)}</dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>{seconds(duration_seconds)}</dd>
        </div>
      </dl>
      <ul>
        {benchmarks.map(({ benchmark, items, smallest_detectable_difference: smallest, items_for_a_tie }) => (
          <li key={benchmark}>
            <strong>{benchmark}</strong>: {count(items, 'item')};{' '}
            {smallest === null ? 'no difference can be found' : `finds differences from ${score(smallest)}`}
            {items_for_a_tie !== null && `; a tie needs ${count(items_for_a_tie, 'item')}`}
          </li>
        ))}
      </ul>
      <Warnings warnings={warnings} />
      <ul className="quiet">
        {assumptions.map((assumption) => (
          <li key={assumption}>{assumption}</li>
        ))}
      </ul>
    </div>
  );
}
