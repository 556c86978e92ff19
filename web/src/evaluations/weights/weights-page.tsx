import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  isTiedAtTop,
  orderByWeights,
  readWeights,
  type ScenarioSection,
  sharesInPercent,
  type Weights,
  weightsText,
  withShare,
} from '@touchstone/report';
import { aboutPercent, percent, score } from '@touchstone/report/figures';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/weights');

const NAMES: Readonly<Record<string, string>> = { lock_in: 'low lock-in' };

/** A criterion of the verdict in people's words. */
const criterionName = (name: string) => NAMES[name] ?? name.replaceAll('_', ' ');

type Verdict = NonNullable<ScenarioSection['verdict']>;

/** What would come first by other weights. The verdict itself stays as it is. */
export function WeightsPage() {
  const { evaluation, report } = useEvaluation();
  if (report === undefined) return <NoResults evaluation={evaluation} />;
  const sections = report.scenarios.filter(({ verdict }) => verdict !== null && verdict.order.length > 0);
  if (sections.length === 0) {
    return (
      <p className="empty">
        Weights rank candidates that meet every requirement, and none does. See the overview for what each one
        misses.
      </p>
    );
  }
  return sections.map(
    ({ label, verdict }) => verdict && <WhatIf key={label} label={label} verdict={verdict} />,
  );
}

function WhatIf({ label, verdict }: { label: string; verdict: Verdict }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const names = Object.keys(verdict.weights);
  const changed = search.scenario === label && search.weights !== undefined;
  const weights = changed
    ? { ...verdict.weights, ...readWeights(search.weights ?? '', names) }
    : verdict.weights;
  const shares = sharesInPercent(weights);
  const set = (name: string, share: number) =>
    void navigate({
      search: { scenario: label, weights: weightsText(withShare(weights, name, share, verdict.weights)) },
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <div className="weights">
        <fieldset>
          <legend>Weights</legend>
          {names.map((name) => (
            <label key={name} className="slider">
              <span>{criterionName(name)}</span>
              <input
                type="range"
                min={0}
                max={1}
                step={0.01}
                value={weights[name] ?? 0}
                disabled={names.length === 1}
                aria-valuetext={shares[name]}
                onChange={(event) => set(name, Number(event.currentTarget.value))}
              />
              <output>{shares[name]}</output>
            </label>
          ))}
          <p className="quiet">Weights add up to 100 %. Moving one rescales the others.</p>
          <button
            type="button"
            className="start"
            disabled={!changed}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            Reset weights
          </button>
        </fieldset>
        <div>
          <Order verdict={verdict} weights={weights} isWhatIf={changed} />
          <Flip label={label} verdict={verdict} />
        </div>
      </div>
    </section>
  );
}

/** So far on either side of the flip the order is shown. */
const FLIP_OFFSET = 0.001;

/** Where the order changes, the way to set exactly that, and who comes first on either side of it. */
function Flip({ label, verdict: { flip, order, weights } }: { label: string; verdict: Verdict }) {
  if (order.length < 2) return null;
  if (flip === null) return <p>The first candidate stays first however you change a single weight.</p>;
  const { criterion, from, to } = flip;
  const at = (share: number) => withShare(weights, criterion, share, weights);
  const orderAt = (share: number) => orderByWeights(order, at(share)).map((row) => row.label);
  const name = criterionName(criterion);
  const [below, above] = [Math.max(0, to - FLIP_OFFSET), Math.min(1, to + FLIP_OFFSET)];
  return (
    <>
      <h3>Flip point</h3>
      <p>
        Another candidate comes first if the weight of {name} is {percent(to)} instead of {percent(from)}.
      </p>
      <ul>
        {[below, above].map((share, i) => (
          <li key={share}>
            {i === 0 ? 'Below' : 'Above'}, at {percent(share)}: {orderAt(share).join(', then ')}
          </li>
        ))}
      </ul>
      <Link
        className="button"
        from={route.id}
        to="."
        search={{ scenario: label, weights: weightsText(at(to)) }}
        replace
        resetScroll={false}
      >
        Set to the flip point
      </Link>
    </>
  );
}

function Order({ verdict, weights, isWhatIf }: { verdict: Verdict; weights: Weights; isWhatIf: boolean }) {
  const rows = isWhatIf ? orderByWeights(verdict.order, weights) : verdict.order;
  return (
    <div aria-live="polite">
      <p>{isWhatIf ? <strong>What-if order, not the verdict</strong> : 'Order of the verdict'}</p>
      {isTiedAtTop(rows) && (
        <p>
          The first two candidates have nearly the same score. A small change of weights decides which comes
          first.
        </p>
      )}
      <ol className="order">
        {rows.map(({ label, score: own }) => (
          <li key={label}>
            <strong>{label}</strong>{' '}
            <span className="number">
              <meter value={own} min={0} max={1} aria-label={`Score of ${label}`} /> {score(own)}
            </span>{' '}
            <span className="quiet">
              first in {aboutPercent(verdict.order.find((one) => one.label === label)?.firstShare ?? 0)} of
              random weightings
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
