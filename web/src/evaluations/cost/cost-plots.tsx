import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type CostSection, requestsAtRate, usd } from '@touchstone/report';
import { costBars, costByVolume } from '@touchstone/report/plots';
import { useMemo } from 'react';
import { PlotView } from '../../ui/plot-view.tsx';

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId/cost');

/** The slider goes from a hundredth to a hundred times the scenario's volume; its value is the power of ten. */
const DECADES = 2;

/** The bill of a month against the budget, at the scenario's volume and at any other. */
export function CostPlots({ section }: { section: CostSection }) {
  const { scenario, requests, candidates } = section;
  const { scenario: chosen, volume } = route.useSearch();
  const navigate = useNavigate({ from: route.id });
  const power = chosen === scenario && volume !== undefined ? volume : 0;
  const at = (requests ?? 1) * 10 ** power;
  const bars = useMemo(() => costBars(section), [section]);
  const curves = useMemo(() => costByVolume(section, at), [section, at]);
  const breakEvens = candidates.flatMap(({ label, breakEven }) =>
    breakEven ? [{ label, ...breakEven }] : [],
  );
  return (
    <section aria-label={scenario}>
      <h2>{scenario}</h2>
      <div className="figures">
        <PlotView drawing={bars} />
        {curves && (
          <div>
            <PlotView drawing={curves} />
            <label className="slider">
              <span>Requests a month</span>
              <input
                type="range"
                min={-DECADES}
                max={DECADES}
                step={0.05}
                value={power}
                onChange={(event) =>
                  void navigate({
                    search: { scenario, volume: Number(event.currentTarget.value) },
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
              <output>{Math.round(at).toLocaleString()}</output>
            </label>
            <ul aria-live="polite">
              {candidates
                .filter(({ basis }) => basis === 'api')
                .map(({ label, per1k }) => (
                  <li key={label}>
                    {label}: {usd(per1k === null ? null : (per1k * at) / 1000)} a month
                  </li>
                ))}
            </ul>
          </div>
        )}
      </div>
      {breakEvens.map(
        ({ label, provider, model_id, mean_rps, floor_per_1k_requests_usd, api_per_1k_requests_usd }) => (
          <p key={label}>
            {mean_rps === null
              ? `Hosting ${label} never becomes cheaper than ${model_id} of ${provider}: it costs at least ${usd(floor_per_1k_requests_usd)} for 1,000 requests, the API ${usd(api_per_1k_requests_usd)}.`
              : `Hosting ${label} is cheaper than ${model_id} of ${provider} from ${Math.ceil(requestsAtRate(mean_rps)).toLocaleString()} requests a month.`}
          </p>
        ),
      )}
    </section>
  );
}
