import { getRouteApi, useNavigate } from '@tanstack/react-router';
import {
  orderByWeights,
  percent,
  readWeights,
  type ScenarioSection,
  type Weights,
  weightsText,
} from '@touchstone/report';
import { NoResults } from '../results/no-results.tsx';
import { useEvaluation } from '../use-evaluation.ts';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/weights');

const NAMES: Readonly<Record<string, string>> = { lock_in: 'freedom from lock-in' };

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
        No candidate meets every requirement of a scenario, so there is none to weigh. The overview says what
        each one misses.
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
  const set = (name: string, weight: number) =>
    void navigate({
      search: { scenario: label, weights: weightsText({ ...weights, [name]: weight }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-label={label}>
      <h2>{label}</h2>
      <div className="weights">
        <fieldset>
          <legend>What counts how much</legend>
          {names.map((name) => (
            <label key={name} className="slider">
              <span>{criterionName(name)}</span>
              <input
                type="range"
                min={0}
                max={1}
                step={0.01}
                value={weights[name] ?? 0}
                onChange={(event) => set(name, Number(event.currentTarget.value))}
              />
              <output>{(weights[name] ?? 0).toFixed(2)}</output>
            </label>
          ))}
          <button
            type="button"
            disabled={!changed}
            onClick={() => void navigate({ search: {}, replace: true })}
          >
            Back to the verdict's weights
          </button>
        </fieldset>
        <Order verdict={verdict} weights={weights} isWhatIf={changed} />
      </div>
    </section>
  );
}

function Order({ verdict, weights, isWhatIf }: { verdict: Verdict; weights: Weights; isWhatIf: boolean }) {
  const rows = isWhatIf ? orderByWeights(verdict.order, weights) : verdict.order;
  return (
    <div aria-live="polite">
      <p>{isWhatIf ? <strong>What if: not the verdict</strong> : 'As the verdict has it'}</p>
      <ol className="order">
        {rows.map(({ label, score }) => (
          <li key={label}>
            <strong>{label}</strong>{' '}
            <span className="number">
              <meter value={score} min={0} max={1} aria-label={`Score of ${label}`} /> {score.toFixed(2)}
            </span>{' '}
            <span className="quiet">
              first in {percent(verdict.order.find((one) => one.label === label)?.firstShare)} of all
              weightings
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
